"""The small embedding model of the extra `local`, for people who have none.

Its weights come in the wheel of `wordllama`: a vector for each of 32,000 pieces of words, from
which that of a text is their mean. They are read from there, and the package itself is never
imported: it would set up logging for the whole program, and fetches what it does not find.
"""

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from llm.models import EmbeddingModel

from .embedder import LOCAL

_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")

# What a passage has at most; of a longer text its beginning stands for all of it.
_CHARACTERS = 8000


class LocalEmbeddings(EmbeddingModel):
    """What the words of a text mean, added up: no machine is too small for it."""

    model_id = LOCAL
    batch_size = 256

    def __init__(self, home: Path) -> None:
        self._home = home
        self._loaded: tuple[Any, Any] | None = None

    def embed_batch(
        self,
        items: Iterable[str | bytes],
        *,
        key: str | None = None,  # noqa: ARG002 - LLM's
    ) -> Iterator[list[float]]:
        tokenizer, vectors = self._model()
        texts = [_text(item)[:_CHARACTERS] for item in items]
        for found in tokenizer.encode_batch(texts, add_special_tokens=False):
            # Of an empty text there is none; LLM wants one all the same.
            mean = vectors[found.ids].mean(axis=0) if found.ids else vectors[0] * 0
            length = float((mean @ mean) ** 0.5) or 1.0
            yield [float(number) for number in mean / length]

    def _model(self) -> tuple[Any, Any]:
        """The tokenizer, and a row of numbers for each of its tokens."""
        if self._loaded is None:
            # They load numpy, which takes a fifth of a second.
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
    """Where the wheel put its files, None where it is not installed."""
    spec = find_spec("wordllama")  # which does not import it
    if not spec or not spec.origin:
        return None
    home = Path(spec.origin).parent
    return home if (home / _WEIGHTS).exists() and (home / _TOKENIZER).exists() else None


def _text(item: str | bytes) -> str:
    return item if isinstance(item, str) else item.decode(errors="replace")
