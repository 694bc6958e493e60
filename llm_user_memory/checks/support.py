"""Decides whether the user's words support a fact: numbers, dates, names, common words. Pure.

A model may quote the user word for word and still state what they never said. This module compares
what code can compare. The tables cover some languages. In other languages, and in translations,
only a part is compared.
"""

import re
from collections.abc import Sequence
from datetime import date
from unicodedata import category

from ..text import vocabulary
from ..text.patterns import regex
from ..text.vocabulary import moods, plain
from ..text.words import content_words, fold, is_negated
from . import counts, numbers, numerals, ordinals, said_dates
from .language import IN_TABLES, is_comparable, languages, main_script
from .matching import (
    Words,
    in_phrases,
    is_frame,
    is_in,
    joined_in,
    may_be_translated,
    telling,
    words_of,
)
from .mentions import Mention, mentions, without_dates
from .names import (
    aliased,
    invented_name,
    names_in,
    without_aliased,
)
from .negation import clauses
from .other_scripts import have_in_common
from .sensitive import is_sensitive
from .subjects import matches

# Words that mean nothing alone: being, having, agreeing, pointing.
_WITHOUT_STATEMENT = frozenset(
    """
    yes yeah yep ok okay sure right fine great good nice cool perfect awesome thanks thank please
    hi hello hey well so then there here it this these those which what how why when where can
    could will would should may might did have has had having go going get got make makes sense
    sounds agree think know see mean want need like love prefer use live work do does done if or
    because thats lets let all any one thing things stuff way more again same true correct
    exactly absolutely definitely maybe now id ill youre youve tell give show help explain about
    up out much lot for own
    ja danke bitte gut klar stimmt genau dann es war hat habe haben hatte will möchte kann mag
    mich mir dich dir du sie wir er
    sí gracias vale claro bien bueno eso esto tiene tener quiero puedo me te se lo le
    oui merci bon ça ce cest jai as ont veux peux
    نعم شكرا انا أنا هذا هذه من في هو هي لدي عندي
    हाँ मैं मुझे मेरा मेरी मेरे यह वह है हैं हूँ को का की के में से और धन्यवाद
    """.split()
)
# The same in languages where every pair of letters counts as a word, and a quote needs two.
_PHRASES_WITHOUT_STATEMENT = frozenset(
    """
    でした ました ています ください ありがとう ありがとうございます お願いします と思います
    そうです 私は 僕は 我是 我的 我在 谢谢 好的 是的
    """.split()
)
# Any word after these has a meaning: "my name is Will", "we use make".
_BEFORE_A_NAME = regex(
    r"\b(?:name is|names|im|i am|called|live in|from|use|using|work (?:at|for|in|with)"
    r"|study|write|code in|play"
    r"|drive|heiße|heiss|heiß|bin|llamo|soy|appelle|suis|зовут|叫) (\S+)"
)
_POINTING = frozenset(
    """
    it that this these those them him her one here there so what which good fine ok okay sure right
    great sorry done not very really too also just now a an the my your to on in at for with
    gut es das nicht sehr bien eso esto muy très ça pas
    """.split()
)

_NEAR_DAYS = 400
_CODE = regex(r"\w[<\[{\\|_$]|[$<\[{\\|`~]\w|://|::|^www\.|^[~./]\w*/|/\S*/|^-{1,2}[a-z]\S*-|@\w")
_DOMAIN = regex(r"(?:[a-z][\w-]+\.)+(?!js\b|net\b)[a-z]{2,}(?:/\S*)?")
_MONEY = regex(r"^[<>=~≤≥$€£¥\d.,%kKmM]+\w{0,3}$")


def says_something(quote: str, fact: str = "") -> bool:
    """Tell whether the quote means anything without the words around it.

    An ordinary word does if it is a name, and the fact has it: "we use make". So does a date.
    """
    words = [word for word in content_words(quote) if word not in _WITHOUT_STATEMENT]
    if all(len(word) == 2 and category(word[0]) == "Lo" for word in words):
        phrase = fold(quote).replace(" ", "")
        told = len(words) > 1 and phrase not in _PHRASES_WITHOUT_STATEMENT
    else:
        told = bool(words)
    return told or bool(mentions(quote)) or _names_something(fold(quote), fold(fact).split())


def _names_something(quote: str, fact: Sequence[str]) -> bool:
    found = _BEFORE_A_NAME.findall(quote)
    return any(
        (word in fact and word not in _POINTING)
        or any(f" {name} " in f" {' '.join(fact)} " for name in vocabulary.same_names(plain(word)))
        for word in found
    )


def invented(
    fact: str,
    quote: str,
    typed: Sequence[str],
    profile: str,
    day: date,
    old: str = "",
    *,
    surely: bool = False,
) -> str:
    """Return the first number, date or name in the fact that the user never gave, or "".

    `typed` is what they typed, `old` the fact that this one replaces. Its numbers and names, and
    the names in the profile, count as given too. `day` is the day of the quote, from which "on
    Friday" is computed. Without a quote, or in a language whose dates are not read, any date near
    that day counts as given. With `surely`, so does what the user may have meant: another year, or
    the full form of a name.
    """
    own, text = " . ".join(typed), " . ".join([*typed, old] if old else typed)
    is_read = bool(quote) and is_comparable(fact, text)
    if is_read and (wrong := said_dates.wrong_date(fact, text, day, loosely=surely)):
        return wrong
    # Without a quote, or if dates are not read, dates near the day count as given.
    rest = (
        without_dates(fact)
        if is_read
        else _without_near_dates(fact, day, bool(numerals.digits(quote)))
    )
    wanted, given = [*numerals.numbers(rest)], set[str]()
    if wanted or ordinals.has_ordinal(rest):  # only then, as computing the given numbers is slow
        given = numbers.given_numbers(text, day) | {str(day.year)}
        given |= said_dates.years_meant(text, day, loosely=surely)
    if number := next((number for number in wanted if number not in given), ""):
        return number
    if wrong := numbers.wrong_decimal(rest, text) or ordinals.wrong_ordinal(rest, text, given):
        return wrong
    if (
        numbers.is_not_yet(fact, own)
        or counts.is_miscounted(fact, own)
        or numbers.has_other_unit(rest, own)
        or numbers.has_other_length(rest, own)
    ):
        return next(numerals.numbers(fact), "")
    return _invented_code(fact, text) or invented_name(fact, [*typed, old], profile, surely=surely)


def is_related(fact: str, typed: str, *, by_name: bool = True) -> bool:
    """Tell whether fact and typed text share a word, number, name or meaning.

    A translation whose words are in no table counts as related. In a language without tables, the
    letters and sounds of words are compared. `by_name` tells that the names and dates of the fact
    were found in the text; else they are compared as words.
    """
    said, across = words_of(typed), may_be_translated(fact, typed)
    words = telling(fact)
    if not is_comparable(fact, typed):
        numbered = said._replace(numbers=said.numbers.union(numerals.meant_numbers(typed)))
        known = [word for word in words if word.isascii() or is_comparable(fact, fact)]
        return have_in_common(fact, typed) or any(
            is_in(word, numbered, across=True) for word in known
        )
    if by_name and (names_in(fact) or mentions(fact) or aliased(fact, typed)):
        return True
    if any(is_in(word, said, across=across) for word in words):
        return True
    if vocabulary.phrase_meanings(fact) & said.meanings or _shares_number(fact, typed):
        return True
    if not across or all(map(is_frame, words)):
        return not words
    # A translation whose words are in no table.
    return not any(vocabulary.meanings(word) for word in words) and main_script(
        fact
    ) != main_script(typed)


def _shares_number(fact: str, typed: str) -> bool:
    """Tell whether both have a number above nine: "Is 81" for "I am eighty-one"."""
    wanted = {number for number in numerals.numbers(fact) if len(number) > 1}
    return bool(wanted) and not wanted.isdisjoint(numerals.meant_numbers(typed))


def says_more(fact: str, typed: str) -> str:
    """Return the first word of the fact with a particular meaning that the user never said, or "".

    Kinds of work, family, animals, illnesses, and words such as "every" are particular: "Allergic
    to dogs" for "I'm allergic to cats". A relative or an animal counts only where another one was
    said, and a kind of work also where the fact says what the user is.
    """
    if not is_comparable(fact, typed):
        return ""
    in_romance = not languages(typed).isdisjoint(("it", "pt"))
    particular = vocabulary.particular_in_romance() if in_romance else vocabulary.particular()
    said, across = words_of(typed), may_be_translated(fact, typed)
    spoken = frozenset((languages(fact) & IN_TABLES) or (languages(typed) & IN_TABLES) | {"en"})
    fact = without_aliased(fact, typed)
    names = set(plain(" ".join(names_in(fact))).split())
    names |= in_phrases(fact, said) | joined_in(fact, said)
    certified = vocabulary.row_of("certified")
    names |= {word for word in aliased(fact, typed) if certified not in vocabulary.meanings(word)}
    # "Son" is a small word in French.
    sons = [word for word in content_words(plain(fact)) if word in ("son", "sons")]
    runs = _RUNS_A_VERSION.search(plain(fact))
    particular -= _concluded(fact, said)
    for word in (*telling(fact), *sons):
        meant = vocabulary.meanings(word, spoken)
        if (runs and word == "runs") or word in names or not meant & particular:
            continue
        if not is_in(word, said, across=across, strictly=is_negated(fact)) and not (
            is_negated(fact) and _eats_none(typed)
        ):
            return word
    for phrase, meant in vocabulary.phrases_in(fact).items() if not is_negated(fact) else ():
        is_particular = " " in phrase and bool(meant & particular)
        if is_particular and not meant & said.meanings and not set(phrase.split()) <= names:
            return phrase
    if "zh" in spoken or main_script(fact) == "han":
        for phrase, meant in vocabulary.phrases_in(fact).items():
            is_particular = bool(meant & particular)
            is_new = len(phrase) > 1 and is_particular and not meant & said.meanings
            if is_new and not _is_cut(phrase, fact, typed):
                return phrase
    return ""


def _concluded(fact: str, said: Words) -> vocabulary.Meanings:
    """The particular meanings that a fact may have although the user said nothing of them.

    They are of kinds of which nothing was said, and the fact is not about what would hurt.
    """
    if is_sensitive(fact):
        return frozenset()
    of_work = vocabulary.kinds_of_work()
    kinds = [*vocabulary.kinds_of_things(), *([] if matches(moods.IS_WORK, fact) else [of_work])]
    return frozenset().union(*(kind for kind in kinds if not kind & said.own_meanings))


# What runs has a version, so it is software, and no company.
_RUNS_A_VERSION = regex(r"\bruns (?:an? |the )?[^\W\d]\w* v?\d")


def _is_cut(phrase: str, fact: str, typed: str) -> bool:
    """Tell whether a Chinese phrase spans a word boundary: 木工 in 土木工程, if 土木 was typed."""
    at = fact.find(phrase)
    return at > 0 and fact[at - 1 : at + 1] in typed and phrase not in typed


def _eats_none(typed: str) -> bool:
    """Tell whether the user said that they are vegetarian or vegan, which implies much."""
    none = {vocabulary.row_of("vegetarian"), vocabulary.row_of("vegan")}
    return any(
        words_of(clause).own_meanings & none and not is_negated(clause) for clause in clauses(typed)
    )


def is_swapped(fact: str, typed: str) -> bool:
    """Tell whether the fact prefers A to B, and the user B to A."""
    match = _PREFERS.search(fact)
    if not match:
        return False
    better, worse = match[1], match[2]
    if better.lower() != worse.lower():
        better, worse, typed = better.lower(), worse.lower(), typed.lower()
    both = rf"(?<!\w){{}}(?!\w)[^.!?\n]*?\b{_THAN}\b[^.!?\n]*?(?<!\w){{}}(?!\w)"
    right = re.search(both.format(re.escape(better), re.escape(worse)), typed)
    return not right and bool(re.search(both.format(re.escape(worse), re.escape(better)), typed))


_THAN = r"(?:over|than|instead of|rather than|als|statt|que|en vez de|plutôt que|чем|вместо)"
_PREFERS = regex(rf"(\S+) {_THAN[:-1]}|to) (\S+)")


def _invented_code(fact: str, typed: str) -> str:
    """The first code, path or address in the fact that was not typed."""
    squeezed = "".join(typed.split()).casefold()
    for token in re.split(r"[\s\u3000-\u30ff\u3400-\u9fff，。]+", fact):
        bare = token.strip(".,;:()\"'“”«»„!?").casefold()
        if _DOMAIN.fullmatch(bare) and bare not in squeezed:
            return token
        if _CODE.search(bare) and not _MONEY.match(bare) and bare not in squeezed:
            return token
    return ""


def _without_near_dates(fact: str, day: date, has_digits: bool) -> str:
    """The fact without the dates near a day; if `has_digits`, without that day only."""
    most = 0 if has_digits else _NEAR_DAYS
    for mention in reversed(mentions(fact)):
        if mention.year and mention.month and _distance(mention, day) <= most:
            fact = fact[: mention.start] + fact[mention.stop :]
    return fact


def _distance(mention: Mention, day: date) -> int:
    """The number of days between a day and a date or month."""
    if (mention.year, mention.month) == (day.year, day.month) and mention.day in (0, day.day):
        return 0
    try:
        return abs((date(mention.year, mention.month, mention.day or 1) - day).days)
    except ValueError:  # no day of the calendar
        return _NEAR_DAYS + 1
