"""The small embedding model of the extra `local`, for people without another one.

Its weights are in the wheel of `wordllama`: a vector for each of 32,000 tokens. The vector of a
text is the mean of those of its tokens. The files are read from the installed package, but the
package is never imported: it would configure logging for the whole program, and download files
that it does not find.
"""

import json
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from math import hypot
from pathlib import Path
from typing import Any

from llm.models import EmbeddingModel

from .embedder import LOCAL

_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")

_TENSOR = "embedding.weight"
_FORMATS = {"F16": "e", "F32": "f"}

# In characters: the part of a text that is embedded. Passages are shorter.
_CHARACTERS = 8000

# Up to this number of tokens, vectors are read one by one; for more, all are read at once.
_FEW = 256


class LocalEmbeddings(EmbeddingModel):
    """Embeds a text as the mean of its token vectors, which is fast on any machine."""

    model_id = LOCAL
    batch_size = 256

    def __init__(self, home: Path) -> None:
        self._home = home
        self._tokenizer: Any = None
        self._vectors: Any = None

    def embed_batch(
        self,
        items: Iterable[str | bytes],
        *,
        key: str | None = None,  # noqa: ARG002 - in LLM's signature
    ) -> Iterator[list[float]]:
        texts = [_text(item)[:_CHARACTERS] for item in items]
        found = self._loaded_tokenizer().encode_batch(texts, add_special_tokens=False)
        tokens = [each.ids for each in found]
        if self._vectors is None and sum(map(len, tokens)) <= _FEW:
            yield from _means_of_few(self._home / _WEIGHTS, tokens)
            return
        vectors = self._loaded_vectors()
        for ids in tokens:
            # An empty text has no tokens, but LLM expects a vector for each text.
            mean = vectors[ids].mean(axis=0) if ids else vectors[0] * 0
            length = float((mean @ mean) ** 0.5) or 1.0
            yield [float(number) for number in mean / length]

    def _loaded_tokenizer(self) -> Any:
        if self._tokenizer is None:
            from tokenizers import Tokenizer

            tokenizer = Tokenizer.from_file(str(self._home / _TOKENIZER))
            tokenizer.no_padding()
            tokenizer.no_truncation()
            self._tokenizer = tokenizer
        return self._tokenizer

    def _loaded_vectors(self) -> Any:
        """An array with a vector for each token."""
        if self._vectors is None:
            from safetensors import safe_open  # which imports numpy: a fifth of a second

            with safe_open(self._home / _WEIGHTS, framework="np") as file:
                self._vectors = file.get_tensor(_TENSOR).astype("float32")
        return self._vectors


def _means_of_few(path: Path, texts: Sequence[Sequence[int]]) -> Iterator[list[float]]:
    """The normalized mean vector of the tokens of each text, without numpy.

    A question has few tokens, and their vectors are a thousandth of the file. The file begins with
    the length of a JSON header, which has the offset and shape of the tensor (safetensors).
    """
    with path.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        tensor = json.loads(file.read(length))[_TENSOR]
        dimensions = tensor["shape"][1]
        row = struct.Struct(f"<{dimensions}{_FORMATS[tensor['dtype']]}")
        start = 8 + length + tensor["data_offsets"][0]

        def vector(token: int) -> tuple[float, ...]:
            file.seek(start + token * row.size)
            return row.unpack(file.read(row.size))

        for tokens in texts:
            total = [sum(column) for column in zip(*map(vector, tokens), strict=True)]
            size = hypot(*total) or 1.0
            yield [number / size for number in total] or [0.0] * dimensions


def register(register: Callable[..., None]) -> None:
    """Register the model with LLM if the extra is installed."""
    if home := _home():
        register(LocalEmbeddings(home))


def _home() -> Path | None:
    """The folder with the model's files, or None if the wheel is not installed."""
    spec = find_spec("wordllama")  # finds it without importing it
    if not spec or not spec.origin:
        return None
    home = Path(spec.origin).parent
    return home if (home / _WEIGHTS).exists() and (home / _TOKENIZER).exists() else None


def _text(item: str | bytes) -> str:
    return item if isinstance(item, str) else item.decode(errors="replace")
