"""Erasing our text from LLM's logs.db. This is the only code that writes to that database.

* `text`: finding our text within a text, and erasing facts from it;
* `plan`: finding our text in the log, and planning the changes; `rehash`: new hashes of messages;
* `write`: making the changes, with a copy of the log in case of damage; `locks`: locking the log;
* `origin`: whether a row has our text, and which turn it belongs to.
"""
