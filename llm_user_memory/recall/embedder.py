"""Which embedding model there is, what may be sent to it, and asking it.

Imports `llm`, and with it every plugin, inside the functions.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from ..errors import RecallError
from ..settings import Settings

if TYPE_CHECKING:
    from llm.models import EmbeddingModel

LOCAL = "memory-local"
"""The model of the extra `local`, by the name that LLM knows it by."""

NONE = "none"
"""What the user sets for words alone."""


class Embedder(NamedTuple):
    """An embedding model. `is_local` is whether what it is sent stays on this machine."""

    model: "EmbeddingModel"
    id: str
    is_local: bool

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vector of each text. Raises RecallError."""
        try:
            return [list(vector) for vector in self.model.embed_multi(texts)]
        except Exception as error:
            raise RecallError(
                f"{self.id} could not be asked: {' '.join(str(error).split())[:300]}",
                untouched="What is found by words is found without it.",
                remedy="It is tried again; LLM_MEMORY_EMBEDDER chooses another.",
            ) from error


def chosen(settings: Settings) -> Embedder | None:
    """Return the user's embedding model, the extra's where they chose none; None for words alone.

    Raises RecallError where they chose one that is not there.
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
    return Embedder(model, model.model_id, is_local(model))


def local_models(names: Collection[str]) -> set[str]:
    """Return those of the models that answer on this machine, and those that are not known.

    What was said to a model that is not known must not leave the machine: in doubt it does not.
    """
    import llm

    known = llm.get_model_aliases()
    return {name for name in names if name not in known or is_local(known[name])}


def is_local(model: Any) -> bool:
    """Tell whether a model, of any kind, runs on this machine.

    One that needs a key is a service, and so is one with the address of another machine.
    """
    address = getattr(model, "api_base", None) or getattr(model, "base_url", None)
    if isinstance(address, str) and address:
        host = urlsplit(address).hostname or ""
        return host in ("localhost", "::1") or host.startswith("127.")
    return not getattr(model, "needs_key", None)
