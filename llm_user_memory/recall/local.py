"""The small embedding model of the extra `local`, for people without another one.

Its weights are in the wheel of `wordllama`: a vector for each of 32,000 tokens. The vector of a
text is the mean of those of its tokens. The files are read from the installed package, but the
package is never imported: it would configure logging for the whole program, and download files
that it does not find.
"""

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from llm.models import EmbeddingModel

from .embedder import LOCAL

_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")

# Only so many characters of a text are embedded. Passages are shorter.
_CHARACTERS = 8000


class LocalEmbeddings(EmbeddingModel):
    """Embeds a text as the mean of its token vectors, which is fast on any machine."""

    model_id = LOCAL
    batch_size = 256

    def __init__(self, home: Path) -> None:
        self._home = home
        self._loaded: tuple[Any, Any] | None = None

    def embed_batch(
        self,
        items: Iterable[str | bytes],
        *,
        key: str | None = None,  # noqa: ARG002 - in LLM's signature
    ) -> Iterator[list[float]]:
        tokenizer, vectors = self._model()
        texts = [_text(item)[:_CHARACTERS] for item in items]
        for found in tokenizer.encode_batch(texts, add_special_tokens=False):
            # An empty text has no tokens, but LLM expects a vector for each text.
            mean = vectors[found.ids].mean(axis=0) if found.ids else vectors[0] * 0
            length = float((mean @ mean) ** 0.5) or 1.0
            yield [float(number) for number in mean / length]

    def _model(self) -> tuple[Any, Any]:
        """The tokenizer, and an array with a vector for each token."""
        if self._loaded is None:
            # These import numpy, which takes a fifth of a second.
            from safetensors import safe_open
            from tokenizers import Tokenizer

            tokenizer = Tokenizer.from_file(str(self._home / _TOKENIZER))
            tokenizer.no_padding()
            tokenizer.no_truncation()
            with safe_open(self._home / _WEIGHTS, framework="np") as file:
                self._loaded = tokenizer, file.get_tensor("embedding.weight").astype("float32")
        return self._loaded


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
