"""Finds keys, tokens and credentials, by their format or by their randomness. Pure."""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from ..patterns import regex
from . import library
from .values import is_encoded_text, is_placeholder

if TYPE_CHECKING:
    from detect_secrets.plugins.base import RegexBasedDetector

    from . import Span

# Prefixes of keys that the library does not know, or knows only in part.
_PREFIXES = """
    sk- sk_ rk_ pk_ hf_ gsk_ r8_ xai- pplx- AIza GOCSPX- glpat- gldt- glrt- ghp_ gho_ ghu_ ghs_
    ghr_ github_pat_ npm_ pypi- dop_v1_ shpat_ shpss_ dapi lin_api_ secret_ ntn_ sq0csp- whsec_
    nvapi- tvly- phc_ phx_ tskey- AGE-SECRET-KEY-
"""
_PREFIX = regex("|".join(_PREFIXES.split()))
_SHORTEST_KEY = 16  # characters

_TOKEN = regex(r"[A-Za-z0-9_+/~-]{20,}={0,2}")
_RUN = regex(r"[A-Za-z0-9]+")
_HEX = regex(r"(?:0x)?(?:[0-9a-f]+|[0-9A-F]+)")

# Random but public: public keys, digests, addresses of wallets, ids in links.
_PUBLIC = regex(
    r"""
    \b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-ssh-\S{1,30}@openssh\.com)\ AAAA\S{1,2000}
    | \b(?:(?:sha|SHA)(?:1|256|384|512)|(?:md|MD)5|h1|nonce|blake[23]\w{0,3})[-:=]\s?[A-Za-z0-9+/_-]{16,100}={0,2}
    | \bdata:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=]{1,2000} | \bintegrity\W{1,4}[A-Za-z0-9+/=-]{20,200}
    | \bbc1[a-z0-9]{20,80} | (?<!\w)[13][a-km-zA-HJ-NP-Z1-9]{25,34}(?!\w) | \b0x[0-9a-fA-F]{40}\b
    | \b(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,60})\b | \b[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}\b
    | \bW/"[^"]{1,100}" | \betag\W{1,4}[\w-]{1,100}
    | \bhttps?://(?:docs|drive|photos|maps|goo|youtu|www\.youtube|open\.spotify|www\.figma|ipfs|arxiv|i\.imgur|www\.notion)
      [\w.-]{1,100}/[^\s"'<>]{1,1000}
    | \bage1[a-z0-9]{58}\b | \b(?:npub|nprofile|note)1[a-z0-9]{50,80}\b | \bxpub[A-Za-z0-9]{100,112}\b
    | (?<!\S)[1-8KQRBNPkqrbnp]{1,8}(?:/[1-8KQRBNPkqrbnp]{1,8}){7}(?!\S)
    | \b(?:pk_(?:live|test)_|pk\.)\w{10,200}
    """,
    re.VERBOSE,
)

_GAP = regex(r"\s{16,}")

# A line that is all characters of a key, below a line that ends in such characters.
_NEXT_LINE = regex(r"\\?[ \t]*\r?\n[ \t>]*([A-Za-z0-9+/_-]{6,100}={0,2})(?=[ \t]*\\?\r?(?:\n|$))")

# Bits per letter. 16 random letters and digits have at least this, and "aaaa1111" has less.
_LEAST_ENTROPY = 2.9

# The words and numbers of an identifier. In random strings they have one or two characters.
_WORD = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_WORD_LENGTH = 2.9
# Base64 with "+" or "/" must be more random: dates and versions have such signs too.
_SIGNED_WORD_LENGTH = 2.4


def secrets(piece: str) -> "Iterator[Span]":
    """Yield the spans of keys and tokens in a piece of text."""
    public = [found.span() for found in _PUBLIC.finditer(piece)]
    for start, end in _of_services(piece):
        if not (is_placeholder(piece[start:end]) or _is_public(public, start)):
            yield start, end
    for token in _TOKEN.finditer(piece):
        is_public = _is_public(public, token.start()) or is_encoded_text(token[0])
        if _has_key_prefix(token[0]) or (not is_public and is_random(token[0])):
            yield token.span()


def _of_services(piece: str) -> "Iterator[Span]":
    """Yield the spans of keys that the library finds, in parts without long runs of blanks.

    Its expressions take up to cubic time in the length of such a run.
    """
    begin = 0
    for gap in [*_GAP.finditer(piece), None]:
        part = piece[begin : gap.start() if gap else None]
        for detector in _detectors():
            if known := set(detector.analyze_string(part)):
                for start, end in _places(detector, part, known):
                    yield begin + start, begin + end
        begin = gap.end() if gap else begin


def _is_public(public: "list[Span]", at: int) -> bool:
    return any(start <= at < end for start, end in public)


def continued(text: str, start: int, end: int) -> "Iterator[Span]":
    """Yield the spans of the lines that continue a key which was wrapped when it was copied."""
    while end - start >= _SHORTEST_KEY and (line := _NEXT_LINE.match(text, end)):
        letters = line[1]
        if not (is_mixed(letters) or letters[-1] == "="):
            return
        start, end = line.span(1)
        yield start, end


def is_mixed(letters: str) -> bool:
    """Tell whether the text has small letters, capitals and digits."""
    return all(any(map(kind, letters)) for kind in (str.isupper, str.islower, str.isdigit))


@cache
def _detectors() -> "tuple[RegexBasedDetector, ...]":
    """The detectors of the library, one for the keys of each service."""
    kinds = library.module("core.plugins.util").get_mapping_from_secret_type_to_class().values()
    base = library.module("plugins.base").RegexBasedDetector
    return tuple(kind() for kind in kinds if issubclass(kind, base))


def _places(detector: "RegexBasedDetector", piece: str, known: set[str]) -> "Iterator[Span]":
    """Yield the spans of the secrets that a detector found. It reports only their text."""
    for pattern in detector.denylist:
        for found in pattern.finditer(piece):
            groups = [n for n in range(1, pattern.groups + 1) if found[n]]
            if known.isdisjoint(found[n] for n in groups or [0]):
                continue
            longest = max(groups, key=lambda n: len(found[n]), default=0)
            # A short group is the type of the key ("ghp"), except for the password in a URL.
            is_secret = len(found[longest]) >= _SHORTEST_KEY or found[0].startswith("://")
            yield found.span(longest if is_secret else 0)


def _has_key_prefix(token: str) -> bool:
    prefix = _PREFIX.match(token)
    rest = token[prefix.end() :] if prefix else ""
    is_word = rest.islower() and not any(map(str.isdigit, rest))
    return len(rest) >= _SHORTEST_KEY and not is_word and _entropy(rest) >= _LEAST_ENTROPY


def is_random(token: str) -> bool:
    """Tell whether letters and digits are mixed unlike any word, identifier, name or path.

    Hexadecimal digits alone never count as random, since commits, digests and ids consist of them.
    They are secret only where the text says so.
    """
    runs = _RUN.findall(token)
    return any(map(_is_random_run, runs)) or _is_random_base64(runs)


def _is_random_run(run: str) -> bool:
    if len(run) < _SHORTEST_KEY or _HEX.fullmatch(run) or _entropy(run) < _LEAST_ENTROPY:
        return False
    words = _WORD.findall(run)
    if run.islower() or run.isupper():
        return len(run) >= 20 and sum(map(str.isdigit, words)) > 2
    short = sum(len(word) < 3 for word in words)
    return len(run) < len(words) * _WORD_LENGTH or short * 2 >= len(words) > 7


def _is_random_base64(runs: list[str]) -> bool:
    """Tell whether the runs of letters and digits between the signs of Base64 are random."""
    whole = "".join(runs)
    if len(whole) < 20 or len(runs) * 5 > len(whole):
        return False
    words = [word for run in runs for word in _WORD.findall(run)]
    kinds = (str.isupper, str.islower, str.isdigit)
    has_all = all(any(map(is_kind, whole)) for is_kind in kinds)
    return (
        has_all
        and len(whole) < len(words) * _SIGNED_WORD_LENGTH
        and _entropy(whole) >= _LEAST_ENTROPY
    )


def _entropy(letters: str) -> float:
    strings = library.module("plugins.high_entropy_strings")
    return float(strings.Base64HighEntropyString().calculate_shannon_entropy(letters))
