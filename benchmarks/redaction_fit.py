"""Fits the weights of `llm_user_memory.text.redact.weights`, which has them as plain numbers.

    python benchmarks/redaction_fit.py [MORE.jsonl...] [--write weights.py]

takes the words that `redact.weighed` finds in rows that people judged, with their features, and
fits a logistic regression to them, with a penalty on large weights. Each feature has a weight for
all groups of words and one for each group; their sum is written. The file redaction/tuned.jsonl,
those in redaction/authors and each given file have the rows of one author. Ordinary prompts and
pastes are rows without a secret, as are the ordinary texts of the tests.

The rows of eleventh.jsonl are harmless ones alone, which look like secrets on purpose.

Prints, for each author, how many words would be found with weights fitted to all other authors, and
how many texts without a secret would change. The threshold and the penalty were chosen by these
numbers, as weights that fit the rows of one author may not fit those of others. It needs numpy, as
the extra `local` does.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from harness import ROOT
from support.secret_cases import ORDINARY

from llm_user_memory.text.redact import weighed
from llm_user_memory.text.redact.weights import GROUPS

PENALTY = 5.0
# A feature of fewer words gets no weight, and a smaller weight counts as 0.
LEAST_WORDS, LEAST_WEIGHT = 3, 0.15
# The threshold of the sum for each group of words.
THRESHOLDS = {"number": 0.2, "mixed": 0.4, "word": 0.6, "phrase": 0.0}
STEPS, KEPT = 200, 10

Array = np.ndarray[Any, np.dtype[np.float64]]
_TABLE = re.compile(r'(_TABLE = """\\\n).*?(\n""")', re.DOTALL)


class Word(NamedTuple):
    """A word of a row that may be a secret, whether it is one, and whether the row has one."""

    row: int
    text: str
    group: str
    features: Sequence[str]
    is_secret: bool
    has_secret: bool

    def names(self) -> Iterator[str]:
        """Yield the names of the features, each also in its form for the word's group."""
        for name in self.features:
            yield name
            yield f"{self.group}|{name}"


def words_of(rows: Iterable[Mapping[str, Any]]) -> list[Word]:
    """Return the words of rows that may be secrets."""
    found = list[Word]()
    for number, row in enumerate(rows):
        text, secrets = row["text"], row["secrets"]
        spans = [span for secret in secrets for span in _spans(text, secret)]
        for span, group, features in weighed.candidates(text):
            taken = any(_is_told(span, secret, group) for secret in spans)
            found.append(Word(number, text[slice(*span)], group, features, taken, bool(secrets)))
    return found


def _is_told(span: tuple[int, int], secret: tuple[int, int], group: str) -> bool:
    """Tell whether a candidate is the secret, or a part of it."""
    shared = min(span[1], secret[1]) - max(span[0], secret[0])
    if group == "phrase":
        return shared > 0.7 * max(span[1] - span[0], secret[1] - secret[0])
    return shared > 0


def _spans(text: str, secret: str) -> Iterator[tuple[int, int]]:
    at = text.find(secret)
    while at >= 0:
        yield at, at + len(secret)
        at = text.find(secret, at + 1)


def fitted(words: Sequence[Word], penalty: float) -> tuple[dict[str, float], float]:
    """Return the weights of the features, and the intercept."""
    counts = Counter(name for word in words for name in word.names())
    names = [name for name, count in counts.items() if count >= LEAST_WORDS]
    place = {name: n for n, name in enumerate(names)}
    lists = [[place[name] for name in word.names() if name in place] for word in words]
    width = max(map(len, lists))
    table = np.full((len(words), width), len(names) + 1)
    for row, features in zip(table, lists, strict=True):
        row[: len(features)] = features
    wanted = np.array([float(word.is_secret) for word in words])
    weights = _least(table, wanted, len(names), penalty)
    return dict(zip(names, map(float, weights), strict=False)), float(weights[len(names)])


def _least(table: Any, wanted: Array, count: int, penalty: float) -> Array:
    """The weights with the least loss, by L-BFGS (Nocedal 1980); the last is the intercept."""

    def loss(weights: Array) -> tuple[float, Array]:
        sums = np.append(weights, 0.0)[table].sum(1) + weights[count]
        off = 1 / (1 + np.exp(-sums)) - wanted
        slope = np.bincount(
            table.ravel(), weights=np.repeat(off, table.shape[1]), minlength=count + 2
        )[: count + 1]
        slope[count] = off.sum()
        slope[:count] += penalty * weights[:count]
        large = penalty / 2 * (weights[:count] ** 2).sum()
        return float((np.logaddexp(0, sums) - wanted * sums).sum() + large), slope

    at = np.zeros(count + 1)
    value, slope = loss(at)
    past = list[tuple[Array, Array]]()
    for _ in range(STEPS):
        way = _way(slope, past)
        step = 1.0
        while True:
            then = at - step * way
            next_value, next_slope = loss(then)
            if next_value <= value - 1e-4 * step * (slope @ way) or step < 1e-8:
                break
            step /= 2
        if (then - at) @ (next_slope - slope) > 1e-10:
            past = [*past, (then - at, next_slope - slope)][-KEPT:]
        is_done = abs(value - next_value) < 1e-6 * abs(value)
        at, value, slope = then, next_value, next_slope
        if is_done:
            break
    return at


def _way(slope: Array, past: Sequence[tuple[Array, Array]]) -> Array:
    way, used = slope.copy(), list[tuple[float, float]]()
    for moved, changed in reversed(past):
        scale = 1 / (changed @ moved)
        share = scale * (moved @ way)
        way -= share * changed
        used.append((share, scale))
    if past:
        moved, changed = past[-1]
        way *= (moved @ changed) / (changed @ changed)
    else:
        way *= 1e-2
    for (moved, changed), (share, scale) in zip(past, reversed(used), strict=True):
        way += moved * (share - scale * (changed @ way))
    return way


def table(weights: Mapping[str, float], base: float) -> dict[str, list[int]]:
    """Return the weights of each feature in tenths, for a word of each group."""
    names = sorted({name.partition("|")[2] or name for name in weights})
    rows = {"": [round(10 * (base - THRESHOLDS[group])) for group in GROUPS]}
    for name in names:
        sums = [weights.get(name, 0.0) + weights.get(f"{group}|{name}", 0.0) for group in GROUPS]
        if max(map(abs, sums)) >= LEAST_WEIGHT:
            rows[name] = [round(10 * each) for each in sums]
    return rows


def score(rows: Mapping[str, Sequence[int]], word: Word) -> int:
    """Return the sum of a word's weights, in tenths."""
    column = GROUPS.index(word.group)
    return rows[""][column] + sum(rows[name][column] for name in word.features if name in rows)


def _across(
    authors: Mapping[str, Sequence[Word]], ordinary: Sequence[Word], penalty: float
) -> None:
    for name, words in authors.items():
        others = [word for other, rest in authors.items() if other != name for word in rest]
        rows = table(*fitted([*others, *ordinary], penalty))
        hits = [word for word in words if score(rows, word) > 0]
        secret = {word.row for word in words if word.is_secret}
        found = {word.row for word in hits if word.is_secret}
        changed = {word.row for word in hits if not word.has_secret}
        print(f"{name}: {len(found)} of {len(secret)} rows found, {len(changed)} changed")


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def _ordinary() -> list[dict[str, Any]]:
    folder = ROOT / "benchmarks"
    prompts = (folder / "ordinary_prompts.tsv").read_text().splitlines()
    texts = [line.partition("\t")[2] for line in prompts]
    texts += [row["prompt"] for row in _read(folder / "pastes" / "tuned.jsonl")]
    texts += ORDINARY.values()
    texts += [turn for row in _read(folder / "gate" / "tuned.jsonl") for turn in row["typed"]]
    return [{"text": text, "secrets": []} for text in dict.fromkeys(texts)]


def _with_table(module: str, rows: Mapping[str, Sequence[int]]) -> str:
    """The text of the module of weights, with these rows in its table."""
    lines, line = list[str](), ""
    for name, sums in rows.items():
        entry = f"{name} {' '.join(map(str, sums))} · "
        if len(line) + len(entry) > 160:
            lines.append(line.rstrip())
            line = ""
        line += entry
    body = "\n".join([*lines, line.removesuffix(" · ")])
    return _TABLE.sub(lambda found: f"{found[1]}{body}{found[2]}", module)


def main() -> None:
    """Fit the weights to the rows of all authors, and print how they generalize."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("more", nargs="*", type=Path, help="the rows of one more author each")
    parser.add_argument("--penalty", type=float, default=PENALTY)
    parser.add_argument("--write", type=Path, help="the module in which to replace the table")
    given = parser.parse_args()
    folder = ROOT / "benchmarks" / "redaction"
    paths = [folder / "tuned.jsonl", *sorted((folder / "authors").iterdir()), *given.more]
    authors = {path.stem: words_of(_read(path)) for path in paths}
    ordinary = words_of(_ordinary())
    _across(authors, ordinary, given.penalty)
    words = [word for each in authors.values() for word in each] + ordinary
    rows = table(*fitted(words, given.penalty))
    print(f"{len(rows)} features, {len(words)} words")
    if given.write:
        given.write.write_text(_with_table(given.write.read_text(), rows))


if __name__ == "__main__":
    main()
