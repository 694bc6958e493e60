"""The embedding model: choosing and calling it.

`llm` is imported inside the functions, as importing it loads every plugin.
"""

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from ..egress import USER, Destination
from ..errors import RecallError
from ..model import location
from ..settings import Settings

if TYPE_CHECKING:
    from llm.models import EmbeddingModel

LOCAL = "memory-local"
"""The model id, in LLM, of the extra `local`."""

NONE = "none"
"""The value of LLM_MEMORY_EMBEDDER for searching by words only."""


class Embedder(NamedTuple):
    """An embedding model, and the destination of the texts that it is given."""

    model: "EmbeddingModel"
    id: str
    destination: Destination

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vector of each text. Raises RecallError."""
        try:
            found = [[float(number) for number in each] for each in self.model.embed_multi(texts)]
            if len(found) != len(texts):
                raise ValueError(f"it gave {len(found)} vectors for {len(texts)} texts")
            if not all(isfinite(number) for vector in found for number in vector):
                raise ValueError("a vector of it has something else than numbers")
            return found
        except Exception as error:
            raise RecallError(
                f"{self.id} could not be asked: {' '.join(str(error).split())[:300]}",
                untouched="What is found by words is found without it.",
                remedy="It is tried again; LLM_MEMORY_EMBEDDER chooses another.",
            ) from error


def chosen(settings: Settings) -> Embedder | None:
    """Return the configured embedding model, else that of the extra `local`; None for words only.

    Raises RecallError if the configured model does not exist.
    """
    import llm

    wanted = settings.embedder or llm.get_default_embedding_model() or ""
    if wanted == NONE:
        return None
    try:
        model = llm.get_embedding_model(wanted or LOCAL)
    except llm.UnknownModelError as error:
        if not wanted:
            return None
        raise RecallError(
            f"There is no embedding model “{wanted}” here.",
            untouched="What is found by words is found without it.",
            remedy="`llm embed-models` lists them; LLM_MEMORY_EMBEDDER chooses one.",
        ) from error
    place = location.of_model(model)
    destination = USER if settings.learned_locally == "any" else Destination(place, model.model_id)
    return Embedder(model, model.model_id, destination)
