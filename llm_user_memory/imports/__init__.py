"""Reading conversations and facts from the files of other programs. The files are never written.

* `detect`: detecting a file's format; `formats`: reading conversations in any of the formats;
* `chatgpt`, `claude`, `claude_code`, `codex`, `gptme`: one format each;
* `accounts`: recognizing the user's own conversations in an export of several people;
* `agents`: recognizing prompts that a program gave to an agent;
* `facts`: reading a list of facts; `memories`: reading the facts of other memory programs;
* `conversation`: the types that each format is converted to;
* `input_history`: what was typed into a program that writes nothing else of it;
* `growing`: reading what was added to a session's file since the last time;
* `files`: opening files, folders and zips; `streams`: reading JSON piece by piece;
* `values`: reading untrusted JSON values.

Only what the person typed becomes a prompt. Left out are text that a program adds in the `user`
role, files, the words of other people and of scripts, and text whose author is in doubt.

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
