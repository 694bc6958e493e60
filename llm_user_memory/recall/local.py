"""The small embedding model of the extra `local`, for people who have none.

Its weights come with the package `wordllama`, so that nothing is ever fetched.
"""

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from llm.models import EmbeddingModel

from .embedder import LOCAL


class LocalEmbeddings(EmbeddingModel):
    """What words mean, added up: no machine is too small for it."""

    model_id = LOCAL
    batch_size = 256

    def __init__(self) -> None:
        self._loaded: Any = None

    def embed_batch(
        self,
        items: Iterable[str | bytes],
        *,
        key: str | None = None,  # noqa: ARG002 - LLM's
    ) -> Iterator[list[float]]:
        texts = [str(item) for item in items]
        for vector in self._model().embed(texts, norm=True):
            yield [float(number) for number in vector]

    def _model(self) -> Any:
        if self._loaded is None:
            # Loads numpy and a tokenizer, which takes a third of a second.
            from wordllama import WordLlama

            spec = find_spec("wordllama")
            assert spec and spec.origin
            home = Path(spec.origin).parent
            self._loaded = WordLlama.load(cache_dir=home, disable_download=True)
        return self._loaded


def register(register: Callable[..., None]) -> None:
    """Register the model with LLM if the extra is installed."""
    if find_spec("wordllama"):
        register(LocalEmbeddings())
