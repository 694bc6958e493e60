"""The place of a word among the words beside it, as features for `weighed`. Pure.

Each word has a role: a link ("is", "with"), a pronoun, or its first class in the table of `cues`.
People tell a secret after some roles, and before others: "the alarm is now X", "X gets you in".
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..patterns import regex
from .cues import Classes
from .parting import Word

COPULAS = frozenset(
    """
    is was are ist war lautet heißt heisst es era son est c'est était è é era sono это был была было – — - -> => → als as como comme come как
    says reads
    """.split()
)
PREPOSITIONS = frozenset(
    """
    for on to at in of from by via für auf zu im am an von vom beim bei a en de del desde por pour sur à au du chez avec dans per
    di della nel su da al no na do em pra на в к от для из по у за
    """.split()
)
ARTICLES = frozenset(
    "the a an this that der die das den dem ein eine el la los las un una le les une il lo gli i o os um uma".split()
)
JOINS = frozenset("or oder o ou или vs and und y et y e и & + / | ,".split())
WITH = frozenset("with mit con avec com с using через by via".split())
THEN = frozenset(
    "then dann danach luego después puis ensuite poi dopo depois затем потом 再 然后 later".split()
)
# Prepositions before a new value: "set it to X".
_TO = frozenset("to auf zu a à en in na на для para pour per om".split())
# Words between a link and a secret that change nothing: "the alarm is now 4085".
_FILLERS = frozenset(
    """
    now just still simply only probably again always also currently actually jetzt einfach nur noch wieder immer wohl nun eben ahora solo sólo siempre todavía sigue siendo
    maintenant juste encore toujours simplement adesso ora solo sempre ancora agora só sempre ainda теперь просто сейчас всё все ещё еще опять nu gewoon nog altijd weer
    """.split()
)
_PRONOUNS = frozenset(
    """
    i it we he she they you me him us them ich du er sie es wir ihr man mir dir ihm uns je tu il elle on nous vous ils me te se y yo él ella usted nosotros lo la le
    io lui lei noi voi si mi ti ci eu ele ela nós você a gente я ты он она мы вы они мне тебе ей ему нам им ik jij je hij zij we ze
    """.split()
)
_LINKS = (
    (_FILLERS, ""), (COPULAS, "is"), (WITH, "with"), (THEN, "then"), (JOINS, "and"), (_TO, "to"), (PREPOSITIONS, "at"),
    (ARTICLES, "the"),
)  # fmt: skip
# The class of a word that says most about the secret beside it comes first.
_RANKED = (
    "password", "code", "key", "phrase", "lock", "use", "access", "sent", "service", "pad", "fails", "user", "other",
    "own", "habit", "judged", "general", "how",
)  # fmt: skip
# In words: how far a frame is searched, and how many roles it has.
_REACH, _FRAME, _AFTER = 6, 3, 2

QUOTES_BEFORE, QUOTES_AFTER = frozenset("\"'`“„«‘"), frozenset("\"'`“”»’")
ENDS_SENTENCE = regex(r"[.!?。！？]$")
_ASSIGNS, _PAUSES = frozenset(":=："), frozenset(",，;、")


def role(word: Word) -> str:
    """Return what a word is to the words beside it: a link, a pronoun, or of a class.

    The role of a filler is "", and that of a word which the tables do not know is "word".
    """
    return _role(word.text.lower(), word.classes)


@lru_cache(maxsize=4096)
def _role(plain: str, classes: Classes) -> str:
    for words, name in _LINKS:
        if plain in words:
            return name
    ranked = next((name for name in _RANKED if name in classes), "")
    return ranked or ("it" if plain in _PRONOUNS else "word")


def slot(words: Sequence[Word], n: int) -> str:
    """Return the role of what stands before a word: "is", "use", ":", "quote", "first".

    It is "first" at the beginning of a sentence, and "" if only fillers stand before the word.
    """
    if words[n].left and words[n].left[-1] in QUOTES_BEFORE:
        return "quote"
    for at in range(n - 1, max(-1, n - 4), -1):
        word = words[at]
        if word.right[-1:] in _ASSIGNS:
            return ":"
        if ENDS_SENTENCE.search(word.right):
            return "first" if at == n - 1 else ""
        if said := role(word):
            return said
    return "" if n else "first"


def frames(words: Sequence[Word], n: int, following: int, is_closed: bool) -> Iterator[str]:
    """Yield the roles of the words before a candidate, and of those after it, as features.

    `following` is the index of the first word after it. A frame ends where a sentence does;
    `is_closed` tells that a sign stands right behind the candidate.
    """
    before = _before(words, n)
    for count in range(1, len(before) + 1):
        yield f"L{count}:" + " ".join(reversed(before[:count]))
    after = list[str]()
    for word in () if is_closed else words[following : following + 2 * _AFTER]:
        if said := role(word):
            after.append(said)
            yield f"R{len(after)}:" + " ".join(after)
        if word.right or len(after) == _AFTER:
            break


def _before(words: Sequence[Word], n: int) -> list[str]:
    """The roles of the words before a word, the nearest first."""
    found = list[str]()
    for word in words[max(0, n - _REACH) : n][::-1]:
        if ENDS_SENTENCE.search(word.right):
            return [*found, "."][:_FRAME]
        sign = word.right[-1:]
        found += [":"] * (sign in _ASSIGNS) + [","] * (sign in _PAUSES)
        found += [said] if (said := role(word)) else []
        if len(found) >= _FRAME:
            return found[:_FRAME]
    return [*found, "^"][:_FRAME] if n <= _REACH else found
