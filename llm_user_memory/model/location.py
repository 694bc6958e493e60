"""Where LLM's models run: on this machine, elsewhere, or unknown.

Imports `llm`, which loads every plugin, only inside functions: most prompts need none of this.
"""

import os
import socket
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from ..egress import CLOUD, USER, Destination, Place
from ..logs import Turn
from ..settings import Settings
from . import installed

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

# Names that may lead to this machine, as some systems have them; the last two within a container.
_MAY_BE_HERE = (
    "localhost.localdomain",
    "localhost6",
    "ip6-localhost",
    "host.docker.internal",
    "host.containers.internal",
)

_IPV4_IN_IPV6 = bytes(10) + b"\xff\xff"
_LOOPBACK_OF_IPV6 = bytes(15) + b"\x01"


def of_model(model: Any, environ: Mapping[str, str] = os.environ) -> Place:
    """Return where a model of LLM's runs, be it for answers or for embeddings.

    A model with an address runs at that address; of some a variable such as OPENAI_BASE_URL tells
    it. A model that needs a key is a remote service, unless such a variable leads to this machine.
    Some plugins are known to run their models in the process of `llm`. Anything else is unknown,
    such as a service that uses the machine's own login.
    """
    plugin = type(model).__module__.partition(".")[0]
    address = getattr(model, "api_base", None) or getattr(model, "base_url", None)
    if plugin == "llm_ollama":
        address = environ.get("OLLAMA_HOST", "").strip()
        if _host(address) == "":  # also ":11435": Ollama's own client completes it so
            address = "localhost"
    key = str(getattr(model, "needs_key", None) or "")
    named = environ.get(f"{key.upper()}_BASE_URL", "") if key and not address else ""
    if key == "openai":
        address = address or named
    if address:
        return _place_behind(_place_of(str(address)), model)
    if key:  # whether another service's plugin heeds the variable, nobody can tell
        return "unknown" if named and _place_of(named) != "elsewhere" else "elsewhere"
    return "here" if plugin in _WITHIN_LLM else "unknown"


def of_names(names: Iterable[str]) -> dict[str, Place]:
    """Return where the models with these names or aliases run; that of a missing one is unknown.

    Raises ModelError if LLM's plugins cannot be loaded, as nothing can be told then.
    """
    wanted = set(names)
    known = _known() if wanted else {}
    return {name: of_model(known[name]) if name in known else "unknown" for name in wanted}


def of_turns(turns: Iterable[Turn], unmarked: Collection[str]) -> dict[str, Place]:
    """Return where the models run that the turns were said to, by their ids. Raises ModelError.

    Where a variable of the prompt's process told the address, the turn's marker says where: see
    `consent.marker`. So the variables of this process are for turns alone that are `unmarked`.
    """
    said_to = {turn.id: turn.model for turn in turns}
    known = _known() if said_to else {}
    return {
        turn_id: of_model(known[name], os.environ if turn_id in unmarked else {})
        if name in known
        else "unknown"
        for turn_id, name in said_to.items()
    }


def _known() -> dict[str, Any]:
    """LLM's models by their names and aliases. Raises ModelError if they cannot be loaded."""
    import llm

    installed.names()
    return dict(llm.get_model_aliases())


def destination(name: str, settings: Settings) -> Destination:
    """Return the model with this name or alias as a destination.

    "" stands for a model that nobody knows, which may be anywhere. If the user set
    LLM_MEMORY_LEARNED_LOCALLY=any, every model is USER.
    """
    if settings.learned_locally == "any":
        return USER
    if not name:
        return CLOUD
    import llm

    known = {} if installed.plugins_error() else llm.get_model_aliases()
    if name not in known:
        return Destination("unknown")
    return Destination(of_model(known[name]), str(known[name].model_id))


def _place_behind(place: Place, model: Any) -> Place:
    """Where a model runs that has an address at `place`.

    Ollama, at whichever of its ports, forwards the requests for models with a tag such as
    "120b-cloud" to its cloud service. Of any other name that ends so, nobody can tell.
    """
    named = (getattr(model, name, None) for name in ("ollama_name", "model_name", "model_id"))
    name = str(next(filter(None, named), "")).casefold()
    if place == "elsewhere" or not name.endswith("cloud"):
        return place
    return "elsewhere" if ":" in name else "unknown"


def _place_of(address: str) -> Place:
    """Where an address leads. A name by which some systems call themselves may be any machine."""
    host = (_host(address) or "").removesuffix(".")
    if not host or not host.isascii():
        return "unknown"
    if (packed := _packed(host)) is not None:
        return "here" if _is_loopback(packed) else "elsewhere"
    if host == "localhost":
        return "here"
    own = socket.gethostname().lower()
    names = (*_MAY_BE_HERE, own, f"{own.partition('.')[0]}.local")
    return "unknown" if host in names or host.endswith(".localhost") else "elsewhere"


def _host(address: str) -> str | None:
    """The host of an address, in lower case, "" where it has none; None if it is no address."""
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return None


def _packed(host: str) -> bytes | None:
    """The bytes of an address in numbers, in every form that a resolver reads; None for a name."""
    with suppress(OSError):
        return socket.inet_aton(host)  # "127.1", too
    with suppress(OSError):
        return socket.inet_pton(socket.AF_INET6, host.partition("%")[0])
    return None


def _is_loopback(packed: bytes) -> bool:
    """Whether an address is this machine's; one that stands for all addresses of it is."""
    packed = packed.removeprefix(_IPV4_IN_IPV6)
    if len(packed) == 4 and packed[0] == 127:
        return True
    return packed == _LOOPBACK_OF_IPV6 or not any(packed)
