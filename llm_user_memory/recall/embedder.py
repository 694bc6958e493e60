"""The embedding model: choosing and calling it. Also, where models run, and what they may see.

`llm` is imported inside the functions, as importing it loads every plugin.
"""

import os
import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from ..errors import RecallError
from ..settings import Settings

if TYPE_CHECKING:
    from llm.models import EmbeddingModel

    from .search import Hit

LOCAL = "memory-local"
"""The id in LLM of the model of the extra `local`."""

NONE = "none"
"""The value of LLM_MEMORY_EMBEDDER for searching by words only."""

# Plugins whose models run in the process of `llm` itself.
_WITHIN_LLM = {
    "llm_clip",
    "llm_embed_onnx",
    "llm_gguf",
    "llm_gpt4all",
    "llm_mlx",
    "llm_sentence_transformers",
    "llm_user_memory",
}

_LOOPBACK = re.compile(r"127\.\d+\.\d+\.\d+")


class Embedder(NamedTuple):
    """An embedding model. `is_local` is True if its input certainly stays on this machine."""

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
    return Embedder(model, model.model_id, is_local(model))


def shareable_with(hits: "Sequence[Hit]", settings: Settings, model: str) -> "list[Hit]":
    """Return the hits that may be shown to `model` ("" for an unknown one).

    What was said to a model on this machine is not shown to a remote model, unless the user
    allows it with LLM_MEMORY_RECALL_LOCAL.
    """
    said_to = {hit.model for hit in hits if hit.model}
    if settings.recall_local or said_to <= {model}:
        return list(hits)
    local = local_models({*said_to, model})
    if model and model in local:
        return list(hits)
    return [hit for hit in hits if hit.model not in local]


def local_models(names: Collection[str]) -> set[str]:
    """Return those of the models that may run on this machine; unknown models count as such.

    What was said to them must not leave the machine, so the doubtful case is "local".
    """
    import llm

    known = llm.get_model_aliases()
    return {name for name in names if name not in known or where(known[name]) != "elsewhere"}


def is_local(model: Any) -> bool:
    """Tell whether a model certainly runs on this machine; the doubtful case is False."""
    return where(model) == "here"


def where(model: Any) -> Literal["here", "elsewhere", "unknown"]:
    """Return where a model of LLM's runs, be it for answers or for embeddings.

    A model with an address runs at that address; a model that needs a key is a remote service;
    some plugins are known to run their models in the process of `llm`. Anything else is unknown,
    such as a service that uses the machine's own login.
    """
    plugin = type(model).__module__.partition(".")[0]
    address = getattr(model, "api_base", None) or getattr(model, "base_url", None)
    if plugin == "llm_ollama":
        address = os.environ.get("OLLAMA_HOST") or "localhost"
        if str(getattr(model, "ollama_name", model.model_id)).endswith("cloud"):
            return "elsewhere"  # Ollama forwards the request to its cloud service
    elif not address and getattr(model, "needs_key", None) == "openai":
        address = os.environ.get("OPENAI_BASE_URL")
    if address:
        return "here" if _is_this_machine(str(address)) else "elsewhere"
    if getattr(model, "needs_key", None):
        return "elsewhere"
    return "here" if plugin in _WITHIN_LLM else "unknown"


def _is_this_machine(address: str) -> bool:
    try:
        host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return False
    return host in ("localhost", "::1", "0.0.0.0") or bool(_LOOPBACK.fullmatch(host))
