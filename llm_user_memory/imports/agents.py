"""Tells a prompt that a program gave to an agent from one that a person typed. Pure.

Programs often run agents through the same command line as a person, so that the transcript marks
the prompt as typed. Such prompts are recognized by their beginning: they tell a model that it is an
agent, or name its task and limits as for a process. In doubt the prompt counts as a program's.
Little is lost by that, as prompts of this kind say nothing about the user.
"""

import re

# The length of the beginning that is examined, in characters.
_BEGINNING = 600

_KINDS = (
    r"(?:agent|sub-?agent|orchestrator|dispatcher|daemon|bot|crawler|watcher|observer|worker|planner"
    r"|(?:autonomous|automated|non-interactive)\b[^.\n]{0,60})"
)
_ROLE = re.compile(
    r"(?:^|[.!>\n])\W{0,9}you(?: are|['’]re| act as| will act as| will be| work as)(?: now)?"
    r" (?:an?|the|one of)\b"
    rf"[^.!?\n]{{0,120}}?\b{_KINDS}s?\b",
    re.IGNORECASE,
)
_RUN = re.compile(
    r"\b(?:no human|without (?:a |any )?human|nobody|no one|no user)"
    r" (?:is|will be|in the loop|present|available|watching|can answer|intervention|input)\b"
    r"|\bdo not (?:ask|wait for)"
    r" (?:the user|for (?:confirmation|clarification|input)|clarifying|questions)\b"
    r"|\b(?:this is|running in|you run in) an? "
    r"(?:automated|autonomous|unattended|headless|non-interactive|scheduled)\b"
    r"|\bautonomous(?:ly)? (?:agent|mode|loop|run|session)\b",
    re.IGNORECASE,
)
_TAGGED = re.compile(
    r"\s*<(?:task|role|system|instructions|agent|mission|context|objective)\b", re.IGNORECASE
)
# A beginning such as "I", "we" or "hello": a person is writing.
_PERSON = re.compile(r"\s*(?:I['’]?m?|I['’](?:ve|d|ll)|my|we|our|hi|hello|hey)\b", re.IGNORECASE)


def begins_a_run(prompt: str) -> bool:
    """Tell whether the first prompt of a session looks as if a program gave it to an agent."""
    beginning = prompt[:_BEGINNING]
    if _PERSON.match(beginning):
        return False
    return bool(_ROLE.search(beginning) or _RUN.search(beginning) or _TAGGED.match(beginning))
