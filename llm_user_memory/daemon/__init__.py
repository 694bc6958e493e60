"""The background process that learns and indexes, so that no command waits for it.

* `control`: starting and stopping the daemon, and finding out whether it runs;
* `watcher`: the daemon's process; it waits for changes and starts workers;
* `file_events`: the watcher's subscriptions to events of the file system;
* `worker`: a short-lived process that runs pending updates, and imports `llm`.

Nothing here may import `cli`, `doctor`, `inject` or `purge`. `watcher` and `file_events` never
import `llm`.
"""
