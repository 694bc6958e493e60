"""Learning from conversations held before memory was in use, or in other programs.

* `from_log`, `from_files` and `from_messages` provide the turns: of LLM's log, of other programs'
  files, and of the messages that the API is given;
* `origins` tells by the marks of a message that nobody typed it, and `receipted` which turns of a
  program with hooks were typed with memory on;
* `refused_turns` tells what was passed while nothing might be learned, `grown_texts` what is new
  in a text that grew;
* `eligibility` decides what may be learned from a turn;
* `staging` keeps the candidate turns, sorted by conversation, in a temporary database;
* `selection` decides which conversations are worth a request;
* `run` estimates the cost, and asks about one conversation after the other;
* `dry_run` copies the profile, for learning that keeps nothing;
* `temporary` owns the temporary folders.

Imports nothing of `cli`, `inject` or `daemon`.
"""
