"""The profile as a document: parsing, editing, merging, rendering for a prompt. Pure."""
