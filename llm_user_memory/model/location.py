"""Finds out where LLM's models run: on this machine, elsewhere, or unknown.

`egress` decides by this what a model may be sent. Most prompts need none of this.
"""

import os
import socket
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..egress import CLOUD, USER, Destination, Place
from ..errors import ModelError
from ..settings import Settings
from . import installed

if TYPE_CHECKING:  # not loaded by prompts
    from ..logs import Turn

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

# Host names that mean this machine on some systems; the last two are used within containers.
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
    """Return where one of LLM's models, or embedding models, runs.

    A model with an address runs at that address. For some models, an environment variable such as
    OPENAI_BASE_URL has the address. A model that needs a key is a remote service, unless such a
    variable leads to this machine. Some plugins are known to run their models in the process of
    `llm`. Anything else is unknown, such as a service that uses the machine's own login. So is an
    address on this machine if the requests go to a proxy first that may be elsewhere.
    """
    plugin = type(model).__module__.partition(".")[0]
    address = getattr(model, "api_base", None) or getattr(model, "base_url", None)
    if plugin == "llm_ollama":
        address = environ.get("OLLAMA_HOST", "").strip()
        if _host(address) == "":  # ":11435", too, is completed so by Ollama's own client
            address = "localhost"
    key = str(getattr(model, "needs_key", None) or "")
    named = environ.get(f"{key.upper()}_BASE_URL", "") if key and not address else ""
    if key == "openai":
        address = address or named
    if address:
        place = _place_behind(_place_of(str(address)), model)
        return "unknown" if place == "here" and _is_proxied(str(address), environ) else place
    if key:  # it is unknown whether the plugin of another service uses the variable
        return "unknown" if named and _place_of(named) != "elsewhere" else "elsewhere"
    return "here" if plugin in _WITHIN_LLM else "unknown"


def of_names(names: Iterable[str]) -> dict[str, Place]:
    """Return where the models with these names or aliases run; "unknown" for a missing one.

    Raises ModelError if LLM's plugins cannot be loaded.
    """
    wanted = set(names)
    known = installed.by_name() if wanted else {}
    return {name: _of_variants(known.get(name, ())) for name in wanted}


def of_turns(turns: "Iterable[Turn]", unmarked: Collection[str]) -> dict[str, Place]:
    """Return where the model of each turn runs, by the turn's id. Raises ModelError.

    If an environment variable of the prompt's process had the address, the turn's marker says so:
    see `consent.marker`. So the variables of this process are used only for `unmarked` turns.
    """
    said_to = {turn.id: turn.model for turn in turns}
    known = installed.by_name() if said_to else {}
    return {
        turn_id: _of_variants(known.get(name, ()), os.environ if turn_id in unmarked else {})
        for turn_id, name in said_to.items()
    }


def destination(name: str, settings: Settings) -> Destination:
    """Return the model with this name or alias as a destination.

    "" stands for an unknown model, which may be anywhere. If the user set
    LLM_MEMORY_LEARNED_LOCALLY=any, every model counts as USER.
    """
    if settings.learned_locally == "any":
        return USER
    if not name:
        return CLOUD
    try:
        known = installed.by_name()
    except ModelError:
        return Destination("unknown")
    if name not in known:
        return Destination("unknown")
    return Destination(_of_variants(known[name]), str(known[name][0].model_id))


def _of_variants(models: Iterable[Any], environ: Mapping[str, str] = os.environ) -> Place:
    """Where a model and its asynchronous variant run; "unknown" if there is none or they differ."""
    places = {of_model(model, environ) for model in models}
    return places.pop() if len(places) == 1 else "unknown"


def _place_behind(place: Place, model: Any) -> Place:
    """Where a model runs whose server is at `place`.

    Ollama forwards requests for models with a tag such as "120b-cloud" to its cloud service. For
    any other name that ends in "cloud", the place is unknown.
    """
    named = (getattr(model, name, None) for name in ("ollama_name", "model_name", "model_id"))
    name = str(next(filter(None, named), "")).casefold()
    if place == "elsewhere" or not name.endswith("cloud"):
        return place
    return "elsewhere" if ":" in name else "unknown"


def _is_proxied(address: str, environ: Mapping[str, str]) -> bool:
    """Whether requests to an address are sent to a proxy that is not certainly on this machine.

    Clients of HTTP heed these variables, for this machine's own addresses, too.
    """
    set_ones = {name.lower(): value for name, value in environ.items() if value}
    scheme = address.partition("://")[0].lower() if "://" in address else "http"
    proxy = set_ones.get(f"{scheme}_proxy") or set_ones.get("all_proxy")
    if not proxy or _place_of(proxy) == "here":
        return False
    from urllib import request  # few have a proxy

    host, exceptions = _host(address) or "", {"no": set_ones.get("no_proxy", "")}
    return not request.proxy_bypass_environment(host, exceptions)  # type: ignore[attr-defined]


def _place_of(address: str) -> Place:
    """Where an address leads. A host name that means this machine on some systems is "unknown"."""
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
    """The host of an address in lower case, "" if it has none; None if it is not an address."""
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:
        return None


def _packed(host: str) -> bytes | None:
    """The bytes of a numeric address in any form that resolvers accept; None for a name."""
    with suppress(OSError):
        return socket.inet_aton(host)  # "127.1", too
    with suppress(OSError):
        return socket.inet_pton(socket.AF_INET6, host.partition("%")[0])
    return None


def _is_loopback(packed: bytes) -> bool:
    """Whether an address is this machine's. The address 0.0.0.0 (or ::) is, too."""
    packed = packed.removeprefix(_IPV4_IN_IPV6)
    if len(packed) == 4 and packed[0] == 127:
        return True
    return packed == _LOOPBACK_OF_IPV6 or not any(packed)
