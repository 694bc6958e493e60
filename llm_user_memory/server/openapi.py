"""The description of the API in OpenAPI 3.1, made from the endpoints, and the page that shows it.

The page is HTML without a script: nothing is loaded from elsewhere.
"""

import html
import inspect
import re
from collections.abc import Iterable
from typing import Any

from pydantic.json_schema import models_json_schema

from .. import __version__
from .calls import Endpoint
from .http import IDEMPOTENCY_HEADER, LONGEST_USER_HEADER, PARTS, USER_HEADER
from .problems import MEDIA_TYPE, TITLES

_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status"],
    "properties": {
        "type": {
            "type": "string",
            "enum": [f"urn:llm-user-memory:problem:{kind}" for kind in TITLES],
        },
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"at": {"type": "string"}, "what": {"type": "string"}},
            },
        },
    },
}


def description(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document."""
    endpoints = list(endpoints)
    models = [m for e in endpoints for m in (e.query, e.body, e.returns) if m is not None]
    refs, schemas = models_json_schema(
        [(model, "validation") for model in dict.fromkeys(models)],
        ref_template="#/components/schemas/{model}",
    )
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        path = re.sub(r":\w+}", "}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, refs, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "llm-user-memory", "version": __version__},
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "schemas": {**schemas.get("$defs", {}), "Problem": _PROBLEM},
        },
    }


def page(document: dict[str, Any]) -> str:
    """Return the description as HTML."""
    parts = [_HEAD]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts.append(f"<h2><code>{method.upper()} {html.escape(path)}</code></h2>")
            parts.append(f"<p>{html.escape(operation['summary'])}</p>")
            if more := operation.get("description"):
                parts.append(f"<p>{html.escape(more)}</p>")
            parts.append(_rows(operation["parameters"]))
            if body := operation.get("requestBody"):
                name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                parts.append(f'<p>Body: <a href="#{name}">{name}</a></p>')
            for status, answer in operation["responses"].items():
                if "$ref" in (schema := answer["content"].popitem()[1]["schema"]):
                    name = schema["$ref"].rpartition("/")[2]
                    parts.append(f'<p>{status}: <a href="#{name}">{name}</a></p>')
    for name, schema in sorted(document["components"]["schemas"].items()):
        parts.append(
            f'<h3 id="{name}">{name}</h3><p>{html.escape(schema.get("description", ""))}</p>'
        )
        required = schema.get("required", ())
        parts.append(
            _rows(
                {"name": field, "schema": each, "required": field in required}
                for field, each in schema.get("properties", {}).items()
            )
        )
    return "".join(parts)


def _operation(endpoint: Endpoint, refs: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    summary, _, more = (inspect.getdoc(endpoint.answer) or "").partition("\n")
    parameters = [*_path_parameters(endpoint.path), *_query(endpoint, refs, schemas)]
    if not endpoint.names_user:
        parameters.insert(0, _USER)
    if endpoint.is_made_once:
        parameters.append(_IDEMPOTENCY)
    module = endpoint.answer.__module__.rpartition(".")[2]
    operation: dict[str, Any] = {
        "operationId": f"{module}.{endpoint.answer.__name__}",
        "summary": summary,
        "parameters": parameters,
        "responses": {
            str(endpoint.status): _content(
                endpoint.media_type, refs[endpoint.returns, "validation"]
            ),
            "default": _content(MEDIA_TYPE, {"$ref": "#/components/schemas/Problem"}, "A problem"),
        },
    }
    if more.strip():
        operation["description"] = " ".join(more.split())
    if endpoint.body:
        schema = refs[endpoint.body, "validation"]
        operation["requestBody"] = {"required": True, **_content("application/json", schema)}
        del operation["requestBody"]["description"]
    return operation


def _content(media_type: str, schema: Any, what: str = "The answer") -> dict[str, Any]:
    return {"description": what, "content": {media_type: {"schema": schema}}}


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": _PATH_SCHEMAS.get(name, _ID),
        }
        for name in PARTS.findall(path)
    ]


def _query(endpoint: Endpoint, refs: Any, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    if endpoint.query is None:
        return []
    name = refs[endpoint.query, "validation"]["$ref"].rpartition("/")[2]
    schema = schemas["$defs"][name]
    return [
        {
            "name": field,
            "in": "query",
            "required": field in schema.get("required", ()),
            "schema": each,
        }
        for field, each in schema["properties"].items()
    ]


def _rows(fields: Iterable[dict[str, Any]]) -> str:
    rows = "".join(map(_row, fields))
    return f"<table>{rows}</table>" if rows else ""


def _row(field: dict[str, Any]) -> str:
    name = html.escape(field["name"]) + (" *" if field.get("required") else "")
    about = field.get("description") or field["schema"].get("description", "")
    kind = _kind(field["schema"])
    return f"<tr><td><code>{name}</code></td><td>{kind}</td><td>{html.escape(about)}</td></tr>"


def _kind(schema: dict[str, Any]) -> str:
    if ref := schema.get("$ref"):
        name = ref.rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"] if each.get("type") != "null")
    if "enum" in schema:
        return html.escape(", ".join(map(str, schema["enum"])))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return html.escape(str(schema.get("format") or schema.get("type") or schema.get("const", "")))


_ID = {"type": "string", "minLength": 1, "maxLength": 200}
_PATH_SCHEMAS = {"day": {"type": "string", "format": "date"}}
_USER = {
    "name": USER_HEADER,
    "in": "header",
    "required": False,
    "description": "The user, percent-encoded. Needed with a key that is not bound to one user.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_USER_HEADER},
}
_IDEMPOTENCY = {
    "name": IDEMPOTENCY_HEADER,
    "in": "header",
    "required": False,
    "description": "A second request with it, within a day, changes nothing, and is answered as "
    "the first.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
}
_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>llm-user-memory</title>
<style>body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse}td{border:1px solid #ccc;padding:.2em .6em;vertical-align:top}
h2{margin-top:2em;border-top:1px solid #ccc}</style><h1>llm-user-memory</h1>
<p>Each request has the header <code>Authorization: Bearer KEY</code>.
<a href="/openapi.json">openapi.json</a> is this page for programs.</p>
<p>Beside these: <code>POST /mcp</code>, the same paths as tools of MCP; <code>GET /metrics</code>
for Prometheus; <code>GET /health</code> and <code>GET /ready</code>, which need no key.</p>"""
