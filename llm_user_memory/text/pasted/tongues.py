"""Guesses the language of a few lines from its letters and commonest words. Pure."""

from collections import Counter

from ..patterns import regex

_WORDS = {
    "en": "the and is are you my of to in it that for have was with what this on not i'm i've me",
    "de": "der die das und ist nicht ich mit ein eine zu den für auf wir sie es habe bin mir von",
    "es": "el los las y es en que de con mi por para una un no soy tengo está me se lo muy su",
    "fr": "le les et est je en que de des une un pas pour mon ma dans vous nous du suis ai ce sur",
    "it": "il lo gli e è che di sono mio mia per una un non con ho del alla sto mi ci più",
    "pt": "o os e é que de com meu minha para uma um não em eu do da na estou muito você",
    "nl": "de het een en is van ik niet dat met zijn op voor mijn te ben heb maar je wij",
}
_LANGUAGES_OF: dict[str, tuple[str, ...]] = {}
for _language, _words in _WORDS.items():
    for _word in _words.split():
        _LANGUAGES_OF[_word] = (*_LANGUAGES_OF.get(_word, ()), _language)

_SCRIPTS = (
    ("zh", regex(r"[\u4e00-\u9fff]")),
    ("ru", regex(r"[\u0400-\u04ff]")),
    ("ja", regex(r"[\u3040-\u30ff]")),
    ("ko", regex(r"[\uac00-\ud7a3]")),
    ("ar", regex(r"[\u0600-\u06ff]")),
)
_LATIN = regex(r"[a-zà-öø-ÿœ]+(?:['’](?:m|ve)\b)?")
_EXAMINED = 600


def tongue(text: str) -> str:
    """Return the language of the beginning of a text, or "" if it is not clear."""
    text = text[:_EXAMINED].lower()
    words = _LATIN.findall(text.replace("’", "'"))
    letters = sum(map(len, words))
    for language, script in _SCRIPTS:
        weight = 5 if language in ("zh", "ja", "ko") else 1
        if len(script.findall(text)) * weight > letters:
            return language
    counts = Counter(language for word in words for language in _LANGUAGES_OF.get(word, ()))
    (best, count), (_, second) = [*counts.most_common(2), ("", 0), ("", 0)][:2]
    return best if count > 2 and count * 2 >= second * 3 else ""
