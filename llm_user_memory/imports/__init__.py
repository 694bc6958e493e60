"""Conversations and facts that other programs hold: their files, read and never written.

`detect` says which format a file is in, `read` returns its conversations one by one, however
large it is, and `read_facts` a list of facts. Only the person's own words become a prompt: what
a program adds in their role, files, other people and scripts are left out; where nothing tells,
it is not theirs. Nothing here knows `llm`, its log, or the memory folder.
"""

from .conversation import LARGEST, Conversation, Unreadable
from .detect import detect
from .facts import read_facts
from .formats import FORMATS, read

__all__ = ["FORMATS", "LARGEST", "Conversation", "Unreadable", "detect", "read", "read_facts"]
