"""Compares a fact with words in a language without tables: by letters, word forms, sounds. Pure.

It cannot compare meanings. It tells only whether the fact shares anything with the words: a word
in some form, or a name that sounds like one. Words that any fact or request has are ignored.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from unicodedata import name as letter_name

from ..text.languages import UNSPACED
from ..text.patterns import regex
from ..text.vocabulary import plain
from ..text.words import fold, shared_start
from . import spelling

_WITHOUT_CONTENT = """
    있 없 하고 한다 하는 하다 해 합니다 됩니다 된다 입니다 이다 산다 살 삽니다 일한 일하 일해
    좋아 싶 원한 원해 쓴다 써 사용 줘 주세요 알려 부탁 추천 어떻게 무엇 뭐 왜 어디 어느 우리 항상
    매일 요즘 지금 오늘 내일 때문 수 것 등 좀 더 안 못 저 제 나 내 이 그 한 두
    في من على إلى عن مع هذا هذه ذلك التي الذي ما ماذا كيف لماذا هل أنا هو هي لدي لديه لديها عندي
    عنده عندها يعمل أعمل تعمل يعيش أعيش تعيش يسكن أسكن تسكن يحب أحب تحب يستخدم أستخدم تستخدم
    يريد أريد تريد يفضل أفضل تفضل منذ كل كان كانت أن إن لا لم لي له لها جدا فضلك
    של על עם את אני הוא היא אנחנו יש לי לו לה לנו להם זה זאת הזה הזאת מה איך למה מתי כל כבר גר גרה
    עובד עובדת אוהב אוהבת רוצה משתמש משתמשת מעדיף מעדיפה לא אבל גם או כי בבקשה
    και στη στην στο στον στα στις στους σε με για από το τη την τον του της των τα οι ένα μια μία
    έναν είναι είμαι έχω έχει μένω μένει ζω ζει δουλεύω δουλεύει θέλω θέλει χρησιμοποιώ χρησιμοποιεί
    προτιμώ προτιμά μου αρέσει τι πώς πως ως δεν που κάθε πάντα εδώ αυτή αυτό αυτός
    में है हैं हूँ था थी थे का की के को से और पर यह वह ये वे मैं हम मेरा मेरी मेरे मुझे उसे एक कि क्या कैसे क्यों
    कहाँ रहता रहती रहते करता करती करते करना काम पास रहा रही रहे पसंद उपयोग चाहता चाहती हमेशा इस उस नहीं
""".split()
_JOSA = regex(
    r"(?<=[가-힣])(?:이에요|예요|에서|에게|한테|부터|까지|으로|은|는|이|가|을|를|에|의|와|과|로|도|만)$"
)
# Chinese and Japanese characters that are common in facts and requests of any kind.
_COMMON = frozenset(
    "住働飼好持使言思見行来作書読話聞知教習学今人日時年月何中上下前後一二三四五六七八九十本語方"
    "的毎他私僕大小多少新古良悪早遅強弱出入立送受取変付要用気自分手目回数希望"
)
_HAN = regex(r"[\u3400-\u9fff]+")
_KATAKANA = regex(r"[\u30a1-\u30fa\u30fc]{2,}")
_HIRAGANA = regex(r"[\u3041-\u309f]+")
_SOUTHERN = regex(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")
_HANGUL = regex(r"[가-힣]")
# Compared elsewhere: Latin letters and digits by the tables, scripts without spaces above.
_OTHERS = regex(rf"[a-z\d{UNSPACED}]")
_TOKEN = regex(r"[\u30a1-\u30fa\u30fc]+|[^\W\d_\u3040-\u30ff\u3400-\u9fff]{2,}")
_SHORTEST = 2
_LETTERS = 3
_LONG = 4
# Letters, vowel signs among them.
_KANA = 3
_SOUTHERN_LETTERS = 5


def have_in_common(fact: str, typed: str) -> bool:
    """Tell whether fact and typed text share a word, in some form or by its sound."""
    return (
        not _telling_letters(fact).isdisjoint(_letters(typed))
        or any(_are_forms(word, other) for word in _words(fact) for other in _words(typed))
        or _sound_alike(fact, typed)
    )


# Scripts without spaces


def _telling_letters(fact: str) -> set[str]:
    """The characters and pairs that identify a fact's words, in scripts without spaces."""
    runs = _HAN.findall(fact)
    telling = {pair for run in runs for pair in _parts(run, 2)}
    telling |= {run for run in runs if len(run) == 1} - _COMMON
    telling |= {*_KATAKANA.findall(fact), *_southern(fact)}
    return telling or {letter for run in runs for letter in run} or {*_kana(fact)}


def _letters(typed: str) -> set[str]:
    runs = _HAN.findall(typed)
    pairs = {pair for run in runs for pair in _parts(run, 2)}
    return pairs.union(*runs, _KATAKANA.findall(typed), _southern(typed), _kana(typed))


def _kana(text: str) -> Iterator[str]:
    return (part for run in _HIRAGANA.findall(text) for part in _parts(run, _KANA))


def _southern(text: str) -> Iterator[str]:
    return (part for run in _SOUTHERN.findall(text) for part in _parts(run, _SOUTHERN_LETTERS))


def _parts(run: str, size: int) -> Iterator[str]:
    return (run[at : at + size] for at in range(len(run) - size + 1))


# Scripts with spaces


@lru_cache(maxsize=1024)
def _words(text: str) -> frozenset[str]:
    """The plain words with a meaning, in scripts with spaces that have no tables."""
    bare = (_JOSA.sub("", word) for word in plain(text).split() if not _OTHERS.search(word))
    return frozenset(word for word in bare if not _says_nothing(word))


def _says_nothing(word: str) -> bool:
    if _HANGUL.match(word):
        return word in _small() or any(len(one) > 1 and word.startswith(one) for one in _small())
    return len(word) < _SHORTEST or word in _small()


@cache
def _small() -> frozenset[str]:
    return frozenset(plain(word) for word in _WITHOUT_CONTENT)


def _are_forms(word: str, other: str) -> bool:
    """Tell whether two words may be forms of one: most of their letters match, in a row."""
    if word == other:
        return True
    if _HANGUL.match(word):
        return shared_start(word, other) >= _SHORTEST
    longest = max(len(word), len(other))
    size = max(_LETTERS, -(-longest * 3 // 5))
    return any(part in other for part in _parts(word, size))


# Names in two scripts


def _sound_alike(fact: str, typed: str) -> bool:
    """Tell whether a name or long word of the fact sounds like a typed one in another script."""
    said = {(part, _script(word)) for word in _tokens(typed) if (part := _consonants(word))}
    for word in _tokens(fact):
        sound = _consonants(word)
        shortest = _LETTERS if word[0] != word[0].lower() or not word.isascii() else _LONG
        if len(sound) >= shortest and any(
            script != _script(word) and _is_same_sound(sound, other) for other, script in said
        ):
            return True
    return False


def _is_same_sound(one: str, other: str) -> bool:
    """Tell whether one sound begins with the other, or a long one contains the other."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _LONG:
        return longer.startswith(shorter) and len(longer) - len(shorter) < len("ne")
    return shorter in longer


def _script(word: str) -> str:
    return letter_name(word[0], "").partition(" ")[0]


def _tokens(text: str) -> Iterable[str]:
    return [word for word in _TOKEN.findall(text) if plain(word) not in _small()]


@lru_cache(maxsize=4096)
def _consonants(word: str) -> str:
    """The consonants of a word in any script, as classes of sounds that scripts confuse."""
    latin = spelling.latin(fold(word) if word.isascii() else word.casefold())
    sounds = "".join(letter if letter.isascii() else _sound(letter) for letter in latin).lower()
    for letters, sound in (("ch", "s"), ("sh", "s"), ("ts", "s"), ("ph", "p"), ("x", "ks")):
        sounds = sounds.replace(letters, sound)
    classes = "".join(_CLASS.get(letter, "") for letter in sounds)
    return "".join(one for at, one in enumerate(classes) if classes[at - 1 : at] != one)


def _sound(letter: str) -> str:
    """The sound of a letter from its Unicode name: "REON" of a syllable, "L" of a lamed; or ""."""
    found = _NAMED.match(letter_name(letter, ""))
    if not found:
        return ""
    sound = found["sound"]
    if found["script"] in _NAMED_BY_WORDS:
        return sound[0]
    return _JAPANESE.get(sound, sound) if "KANA" in found["script"] else sound


_NAMED = regex(
    r"(?P<script>\w+)(?: SMALL| CAPITAL)? (?:LETTER|SYLLABLE|CHARACTER) (?:SMALL |FINAL )?"
    r"(?P<sound>\w+)"
)
_NAMED_BY_WORDS = ("ARABIC", "HEBREW", "GREEK")
# Unicode names these by their place in the table of syllables.
_JAPANESE = {"HU": "FU", "TI": "CHI", "TU": "TSU"}
_CLASS = {
    letter: letters[0]
    for letters in ("pbfv", "td", "kgqc", "szj", "rl", "m", "n")
    for letter in letters
}
