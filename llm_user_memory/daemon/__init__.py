"""The background process: starting and stopping it, watching files, running updates."""
