"""What a model is asked after a conversation, and what its answer means. Pure."""

from .answer import MOST_EDITS, Answer, parse_answer
from .request import COMPLETION_OPTIONS, SCHEMA, Form, Message, request

__all__ = [
    "COMPLETION_OPTIONS",
    "MOST_EDITS",
    "SCHEMA",
    "Answer",
    "Form",
    "Message",
    "parse_answer",
    "request",
]
