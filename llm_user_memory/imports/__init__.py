"""Reading conversations and facts from the files of other programs. The files are never written.

* `detect`: which format a file is in; `formats`: reading conversations in any of the formats;
* `chatgpt`, `claude`, `claude_code`, `codex`, `gptme`: one format each;
* `facts`: reading a list of facts; `memories`: what other memory programs know;
* `conversation`: the types that each format is converted to;
* `growing`: what was added to a session since the last time;
* `files`: opening files, folders and zips; `streams`: reading JSON piece by piece;
* `values`: reading untrusted JSON values.

Only what the person typed becomes a prompt. What a program adds in the `user` role, files, and
the words of other people and of scripts are left out. So is text whose author is in doubt.

Nothing here may import `llm` or `store`. Of `logs`, only the type `Turn` is used.
"""

from .conversation import LARGEST, Conversation, Unreadable
from .detect import detect
from .facts import read_facts
from .formats import FORMATS, is_session, read
from .memories import MEMORIES, read_memories

__all__ = [
    "FORMATS",
    "LARGEST",
    "MEMORIES",
    "Conversation",
    "Unreadable",
    "detect",
    "is_session",
    "read",
    "read_facts",
    "read_memories",
]
