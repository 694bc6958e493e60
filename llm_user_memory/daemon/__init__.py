"""The background process, which learns and indexes while no command waits for it.

* `control`: starting and stopping the daemon, and asking whether it runs;
* `watcher`: the daemon's process; it waits for changes and starts workers;
* `file_events`: the file system's events for the watcher;
* `worker`: a short-lived process that runs what is pending, and imports `llm`.

Nothing here may import `cli`, `doctor`, `inject` or `purge`. `watcher` and `file_events` never
import `llm`.
"""
