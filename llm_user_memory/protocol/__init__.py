"""What a model is asked after a conversation, and what its answer means. Pure."""

from .answer import LONGEST_ANSWER, MOST_EDITS, Answer, parse_answer
from .request import (
    COMPLETION_OPTIONS,
    LONGEST_COMPLETION,
    LONGEST_CONVERSATION,
    LONGEST_MESSAGE,
    LONGEST_REPLY,
    SCHEMA,
    Form,
    Message,
    request,
)

__all__ = [
    "COMPLETION_OPTIONS",
    "LONGEST_ANSWER",
    "LONGEST_COMPLETION",
    "LONGEST_CONVERSATION",
    "LONGEST_MESSAGE",
    "LONGEST_REPLY",
    "MOST_EDITS",
    "SCHEMA",
    "Answer",
    "Form",
    "Message",
    "parse_answer",
    "request",
]
