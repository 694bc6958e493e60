"""The profile on disk: its file, its versions, and merging what was saved at the same time."""
