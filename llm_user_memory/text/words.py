"""Compares texts by their words: folded text, content words, sentences. Pure.

It works on the letters of any language. Only the lists of small words, negations and endings
are for certain languages; they make a check stricter or looser by a word, and never decide what
a sentence means.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from unicodedata import category, normalize

from .languages import UNSPACED
from .patterns import regex

_ASCII_WORD = regex(r"[a-z0-9]+[+#]*")

# A table for `bytes.translate`: what is neither a letter nor a digit in ASCII becomes a space.
_ASCII_LETTERS = bytes(code if chr(code).isalnum() else 32 for code in range(128)).ljust(256)

# A text in Latin letters, and in these letters and signs, has no combining marks of a word and no
# script without spaces: `_PLAIN_WORD` does. As one set they would take long to compile.
_LAST_LATIN = "\u02ff"
_PLAIN = (
    ("\u0370", "\u0482"),
    ("\u048a", "\u0590"),
    ("\u2000", "\u20cf"),
    ("\u2100", "\u2bff"),
    ("\ufe0f", "\ufe0f"),
    ("\U0001f300", "\U0001faff"),  # emoji
)
_PLAIN_WORD = regex(r"[^\W_]+[+#]*")

# A pattern that begins with a set of signs skips all other characters; a set of letters beyond
# Latin-1 takes long to compile.
_ASCII_APOSTROPHES = regex(r"['`](?<=\w.)['`]*(?=\w)")
_APOSTROPHES = regex(r"(?<=\w)(?:['`]|’|ʼ|‘|‛)+(?=\w)")
# A dash between spaces is searched only from the first of the spaces: from each of them, a
# long run of spaces would take quadratic time.
_SENTENCE_END = regex(
    r"(?<=[.!?؟।])[\"'”’)\]]*\s+|(?<=[。！？])|[\n\r]+|(?<![^\S\n\r])[^\S\n\r]+[-–—]\s+"
)

# Where a sentence surely ends, or JSON, or a page. Spaces are searched as above.
_SURE_END = regex(r"(?<=[.!?؟।}\]>])[\"'”’)]*\s+|(?<=[。！？])\s*|(?<!\s)\s*[\n\r]\s*")
_CLOSING = "\"'”’)"
_UNENDED = (",", ";", "，", "；", "、", "-", "–", "—", "(", "...", "…")
_INTRODUCES = regex(r":(?=\s)|：")

_SMALL_WORDS = frozenset(
    # English, German, Spanish, French
    """
    a an and are as at be been being but by do does for from had has have he her hers him his i
    im in into is it its ive me my of on or our she so some than that the their them they this
    to too user users was we were with who whose you your named called name currently now also
    really very just
    ich bin der die das den dem ein eine einen einem einer und ist im am zu mit mein meine meinen
    meiner von auf
    yo soy el la los las un una unos unas y es en con mi mis de del al estoy tengo que
    je suis le les une des et est dans avec mon ma mes du au
    """.split()
)

# Small words of statements about oneself.
_FIRST_PERSON = frozenset(
    """
    i im ive id my me mine we our us ich mein meine meinen meiner wir unser unsere yo soy mi mis
    estoy tengo je suis mon ma mes nous eu sou meu minha io sono mio mia
    """.split()
)

_NEGATIONS = frozenset(
    """
    not no never none nor neither without dont donot doesnt doesnot didnt didnot isnt arent wasnt
    werent cant cannot
    couldnt wont wouldnt shouldnt mustnt neednt hasnt havent hadnt aint hardly nobody nothing
    nicht kein keine keinen keinem keiner nie niemals ohne nichts
    nunca ni jamás ningún ninguna tampoco sin
    pas jamais aucun aucune sans
    não nunca nenhum nenhuma sem
    не нет никогда без ни нельзя ні nie bez non senza nessun nessuna nessuno niente
    niet geen inte ikke değil 안 못
    不 没 沒 无 無 未 别 لا ليس لم لن नहीं मत
    """.split()
)
# "No" is "in the" beside these words of Portuguese, "dont" is "of which" before those of French.
_PORTUGUESE = frozenset(
    """
    eu ao não uma meu minha meus minhas sou tenho tem moro mora moramos trabalho trabalha
    trabalhamos estudo estuda estou tô faço faz aos pra vou vai foi ensino é lê leio assiste
    assisto gosta gosto gostam namora namoro nasci nasceu cresci cresceu você ele ela também
    joga dor joelho ombro pescoço braço peito olho cabelo forno elétrico filho filha filhos
    filhas mãe pai irmão irmã namorado namorada nosso nossa nossos nossas deles quero fiz muito
    muita isso obrigado obrigada bom só já até então depois hoje ontem amanhã às
    """.split()
)
# Spanish has no accent in these: "comentários", "experiência".
_PORTUGUESE_ENDING = regex(r"(?:[áó]ri[oa]s?|[êâ]nci[oa]s?|ção|ções)$")
# An Italian sentence is negated by "non": a "no" before it is an answer.
_ITALIAN = frozenset("ho lho è sono gli della delle degli nella anche perché però".split())
_FRENCH_DONT = regex(
    r"\bdont (?:une?|les?|la|l[ea]?|je|on|il|elle|nous|mon|ma|mes|deux|trois|quatre|\d+)\b"
)
# Words that make the order of the other words significant.
_DIRECTIONS = frozenset({"over", "than", "from", "to", "instead", "als", "statt", "von", "nach"})

_WITHOUT_CONTENT = _SMALL_WORDS | _NEGATIONS

# In the scripts without spaces a word of several letters is several words.
_LONGER_NEGATIONS = ("な い", "ま せ ん", "な か っ", "ไ ม ่")

# Endings of the forms of one word, one set of forms per line.
_ENDINGS = tuple(
    frozenset(line.split())
    for line in """
    e es ed er ers ing ion ions ist
    s ed er ers ing
    s d r rs
    y ies ied ier er ic
    e st t en te
    o as a an ar
    o es e en er ir
    у ю ет ёт ит ут ют ат ят ть ем им
    а я у ю е ы и й
    """.strip().splitlines()
)


ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "en", "er", "e", "s", "y", "t", "n")
"""The endings that `stem` removes; of several that fit, the first one."""


def storable(text: str) -> str:
    """Return the text with "?" for lone surrogates, which no file and no database can hold."""
    return text.encode(errors="replace").decode()


@lru_cache(maxsize=4096)  # each edit of an answer is compared with the same facts and sentences
def fold(text: str) -> str:
    """Return the words of `text` in lower case, without punctuation, separated by single spaces.

    Case, the encoding of accents, apostrophes, punctuation and runs of space make no difference:
    two texts have the same words exactly if their folded forms are equal.
    """
    if text.isascii():  # as most are
        return _fold_ascii(letters(text))
    text = letters(text)
    return " ".join((_PLAIN_WORD if _is_plain(text) else _word()).findall(text))


def _is_plain(text: str) -> bool:
    return all(
        any(first <= letter <= last for first, last in _PLAIN)
        for letter in set(text)
        if letter > _LAST_LATIN
    )


def _fold_ascii(text: str) -> str:
    if "+" in text or "#" in text:
        return " ".join(_ASCII_WORD.findall(text))
    return b" ".join(text.encode().translate(_ASCII_LETTERS).split()).decode()


def letters(text: str) -> str:
    """Return the text in which `fold` looks for words: in lower case, without apostrophes."""
    if text.isascii():
        text = text.lower()
        return _ASCII_APOSTROPHES.sub("", text) if "'" in text or "`" in text else text
    # NFKC turns an acute accent that is used as an apostrophe into a space and an accent.
    text = normalize("NFKC", text.replace("´", "'")).casefold()
    return normalize("NFKC", _APOSTROPHES.sub("", normalize("NFKC", text)))


def occurs_in(folded_part: str, folded_text: str) -> bool:
    """Tell whether the folded part occurs in the folded text, as consecutive whole words."""
    return bool(folded_part) and f" {folded_part} " in f" {folded_text} "


def content_words(text: str) -> list[str]:
    """Return the folded words of `text` in order, without small words and negations.

    In scripts without spaces each overlapping pair of characters counts as a word.
    """
    return [word for word in _words_or_pairs(text) if word not in _WITHOUT_CONTENT]


def akin(one: str, other: str) -> bool:
    """Tell whether two folded words are forms of one word ("live", "lives", "living").

    They are if both begin with the same three letters or more, and either one adds up to three
    letters to the other, or their endings are in one set of _ENDINGS. "Iran" is not a form of
    "Iraq". A word with a digit is akin only to itself.
    """
    if one == other:
        return True
    if one[:3] != other[:3]:
        return _is_of_y(one, other) or _is_of_y(other, one)
    if any(letter.isdigit() or letter in "+#" for letter in one + other):
        return False
    shared = shared_start(one, other)
    endings = {one[shared:], other[shared:]}
    if any(len(ending) > 3 for ending in endings):
        return False
    return "" in endings or any(endings <= together for together in _ENDINGS)


def _is_of_y(one: str, other: str) -> bool:
    """Tell whether two short words are forms of a word in "y": "flies" and "flying"."""
    return one[-3:] in ("ies", "ied") and f"{one[:-3]}y" in (other, other.removesuffix("ing"))


def shared_start(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the length of the common prefix, in letters, lines or other items."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (left, right) in pairs if left != right), min(len(one), len(other)))


def holds_all(present: Iterable[str], wanted: Iterable[str]) -> bool:
    """Tell whether each of the wanted words, in some form, is among those present.

    If `present` is an iterator, they must be in the same order.
    """
    return all(any(akin(word, other) for other in present) for word in wanted)


def beginnings(text: str) -> list[str]:
    """Return what `letters` of another text have if it holds all content words, in some form.

    These are the beginnings that all forms of a word share, the longest first. Without content
    words, they are all words: what has them in a row has each.
    """
    words = content_words(text)
    found = map(_beginning, words) if words else fold(text).split()
    return sorted({*found} - {""}, key=lambda start: (-len(start), start))


def _beginning(word: str) -> str:
    """The first letters of all words that are akin to a folded word."""
    if is_unspaced(word):
        return word[:1]  # of a pair of letters, between which a text may have a space
    if word.endswith(("y", "ying", "ies", "ied")):
        return re.split("[iy]", word[:3], maxsplit=1)[0]
    return word if any(letter.isdigit() or letter in "+#" for letter in word) else word[:3]


@lru_cache(maxsize=4096)  # the same words stand in many facts
def stem(word: str) -> str:
    """Return a folded word without the commonest endings: "live", "lives", "lived" give the same.

    It is less exact than `akin`, but one value for all forms of a word can be fingerprinted.
    """
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and word.isalpha():
            return word.removesuffix(ending)
    return word


_IRREGULAR = {"has": "have", "goes": "go", "does": "do"}


@lru_cache(maxsize=4096)
def root(word: str) -> str:
    """Return the `stem` of a folded word's base form: "play", "plays", "playing" give the same.

    `stem` alone takes an ending from the base form too ("play", "visit"), so that a sentence in
    the first person has other stems than the fact that was learned from it.
    """
    if not (word.isascii() and word.isalpha()) or len(word) < 4:
        return stem(_IRREGULAR.get(word, word))
    base = _IRREGULAR.get(word, word)
    if base.endswith(("ies", "ied")) and len(base) > 4:
        base = f"{base[:-3]}y"
    elif base.endswith(("shes", "ches", "sses", "xes", "zes", "oes")):
        base = base[:-2]
    elif base.endswith("s") and not base.endswith(("ss", "us", "is")):
        base = base[:-1]
    elif base.endswith(("ing", "ed")) and len(short := re.sub("(?:ing|ed)$", "", base)) >= 3:
        is_doubled = short[-1] == short[-2] and short[-1] not in "aeioulsz"
        base = short[:-1] if is_doubled else short
    return stem(base)


def title_of(words: str) -> str:
    """Return the title in the rest of a heading's line, without closing #s.

    A regular expression would take quadratic time on a run of blanks.
    """
    words = words.strip(" \t")
    open_ended = words.rstrip("#")
    return (open_ended if open_ended.endswith((" ", "\t")) else words).strip()


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of `text`, stripped, without empty ones."""
    return [part for part in map(str.strip, _SENTENCE_END.split(text)) if part]


def next_sentence(text: str, at: int) -> int:
    """Return where the first sentence begins that depends on nothing before `at`, or the end.

    `at` may be within a sentence: "Anna | is 12. Loves Lego. I need ideas." Of that paragraph, the
    next sentence counts that says "I" or "my"; what follows a colon is introduced up to its end.
    In doubt a sentence goes on, as after a full stop that may be of an abbreviation.
    """
    before = text[:at].rstrip().rstrip(_CLOSING)
    if not before:
        return at
    for end in _SURE_END.finditer(text, len(before)):
        if end.end() < at or text.endswith(_UNENDED, 0, end.start()):
            continue
        if end[0].count("\n") > 1:
            return end.end()
        is_introduced = _INTRODUCES.search(text, len(before) - 1, end.end())
        if not is_introduced and _stands_alone(text, end, is_cut=end.start() > at):
            return end.end()
    return len(text)


def _stands_alone(text: str, end: re.Match[str], *, is_cut: bool) -> bool:
    """Whether the sentence after another one, which may be cut, depends on nothing in that."""
    is_sure = "\n" in end[0] or text.endswith(("?", "!"), 0, end.start())
    if not is_cut and (is_sure or not text[end.end() : end.end() + 1].islower()):
        return True
    stop = _SURE_END.search(text, end.end() + 1)
    sentence = text[end.end() : stop.start() if stop else None]
    return speaks_in_first_person(sentence if is_cut else sentence.split()[0])


def is_question(sentence: str) -> bool:
    """Tell whether the sentence ends with a question mark of any script, or with "?!"."""
    ending = sentence[len(sentence.rstrip("\"'”’)] .!?！？؟")) :]
    return any(mark in ending for mark in "?？؟")


def is_negated(text: str) -> bool:
    """Tell whether `text` has a negation, in the languages that have a list here."""
    folded = fold(text)
    if not _NEGATIONS.isdisjoint(words := folded.split()) and _negating(words, folded):
        return True
    return not folded.isascii() and any(
        occurs_in(negation, folded) for negation in _LONGER_NEGATIONS
    )


def negations_in(folded: str) -> list[tuple[str, int]]:
    """Return the negations in folded words, in order, each with its index."""
    places: list[tuple[str, int]] = []
    at = 0
    negating = _negating(words := folded.split(" "), folded)
    for word in words:
        if word in negating:
            places.append((word, at))
        at += len(word) + 1
    for negation in _LONGER_NEGATIONS:
        if occurs_in(negation, folded):
            places.append((negation, f" {folded} ".index(f" {negation} ")))
    return sorted(places, key=lambda found: found[1])


def _negating(words: Sequence[str], folded: str) -> frozenset[str]:
    """The words that negate something in the language of the text."""
    found = _NEGATIONS.intersection(words)
    if "no" in found and (is_portuguese(words) or _answers_in_italian(words)):
        found -= {"no"}
    if "dont" in found and _FRENCH_DONT.search(folded):
        found -= {"dont"}
    return found


def is_portuguese(words: Iterable[str]) -> bool:
    """Tell whether folded words are Portuguese, in which "no" is "in the"."""
    return any(word in _PORTUGUESE or _PORTUGUESE_ENDING.search(word) for word in words)


def _answers_in_italian(words: Sequence[str]) -> bool:
    return words[0] == "no" not in words[1:] and not _ITALIAN.isdisjoint(words)


def speaks_in_first_person(text: str) -> bool:
    """Tell whether `text` holds "I" or "my", in the languages that have a list here."""
    return not _FIRST_PERSON.isdisjoint(fold(text).split())


def covers(text: str, fact: str) -> bool:
    """Tell whether `text` holds every content word of `fact`, in some form.

    They must be in the same order where the fact has a direction ("tabs over spaces"). Either
    both hold a negation, or neither.
    """
    wanted, present = content_words(fact), content_words(text)
    directed = not _DIRECTIONS.isdisjoint(fold(fact).split())
    return (
        bool(wanted)
        and is_negated(text) == is_negated(fact)
        and holds_all(iter(present) if directed else present, wanted)
    )


def holds_every_word(sentence: str, fact: str) -> bool:
    """Tell whether the sentence covers the fact, and has every "I" and "my" that the fact has.

    "Pretend to be a chef" does not say "I pretend to be a chef".
    """
    of_oneself = _FIRST_PERSON.intersection(fold(fact).split())
    return of_oneself.issubset(fold(sentence).split()) and covers(sentence, fact)


def is_unspaced(word: str) -> bool:
    """Tell whether a word is in a script that is written without spaces."""
    return not word.isascii() and bool(_unspaced_run().match(word))


def spaced(text: str, between: Callable[[str], str]) -> str:
    """Return the text with each run of a script without spaces replaced by `between(run)`."""
    return text if text.isascii() else _unspaced_run().sub(lambda run: between(run[0]), text)


def _words_or_pairs(text: str) -> list[str]:
    """The folded words, with pairs of letters where a script has no spaces."""
    folded = fold(text)
    if folded.isascii():
        return folded.split()
    found: list[str] = []
    for unspaced, run in groupby(folded.split(), key=is_unspaced):
        letters = list(run)
        are_pairs = unspaced and len(letters) > 1
        found += [a + b for a, b in pairwise(letters)] if are_pairs else letters
    return found


# Compiling these takes milliseconds, which a prompt in ASCII must not cost.


@cache
def _unspaced_run() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]+")


@cache
def _word() -> re.Pattern[str]:
    """A word: letters and digits, their diacritics, and the "+" and "#" of C++ and C#.

    In scripts without spaces each character is a word. Python's `\\w` lacks Hindi vowel signs.
    """
    marks = [letter for letter in map(chr, range(0x300, 0x1E00)) if category(letter)[0] == "M"]
    letter = rf"[^\W_{UNSPACED}]"
    return re.compile(rf"[{UNSPACED}]|{letter}(?:{letter}|[{''.join(marks)}])*[+#]*")
