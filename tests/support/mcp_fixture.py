"""The tools, resources and prompts of MCP's conformance suite, on our server and transport.

Run as a program, it serves one client on standard input and output, as `llm_user_memory.mcp` does.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

from llm_user_memory.mcp.memory import Caller, Memory, Outcome
from llm_user_memory.mcp.messages import INVALID_PARAMS, Request, RpcError
from llm_user_memory.mcp.server import Server
from llm_user_memory.mcp.stdio import Connection

Json = dict[str, Any]

# An image of one pixel, and audio of one sample.
_PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAA"
    "DUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
)
_WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="

_IMAGE = {"type": "image", "data": _PNG, "mimeType": "image/png"}
_AUDIO = {"type": "audio", "data": _WAV, "mimeType": "audio/wav"}
_ANY: Json = {"type": "object", "properties": {}}
_OF_2020 = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def _text(words: str) -> Json:
    return {"type": "text", "text": words}


def _embedded(uri: str, words: str) -> Json:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": "text/plain", "text": words}}


CONTENT: dict[str, list[Json]] = {
    "test_simple_text": [_text("This is a simple text response for testing.")],
    "test_image_content": [_IMAGE],
    "test_audio_content": [_AUDIO],
    "test_embedded_resource": [_embedded("test://embedded-resource", "An embedded resource.")],
    "test_multiple_content_types": [
        _text("Multiple content types test:"),
        _IMAGE,
        _embedded("test://mixed-content-resource", "{}"),
    ],
    "test_error_handling": [_text("This tool intentionally returns an error for testing")],
    "json_schema_2020_12_tool": [_text("ok")],
}
"""The content that each tool returns."""

RESOURCES: dict[str, Json] = {
    "test://static-text": {"mimeType": "text/plain", "text": "This is static text."},
    "test://static-binary": {"mimeType": "image/png", "blob": _PNG},
}
_TEMPLATE = "test://template/{id}/data"

PROMPTS: dict[str, Callable[[Json], list[Json]]] = {
    "test_simple_prompt": lambda _: [_text("This is a simple prompt for testing.")],
    "test_prompt_with_arguments": lambda given: [
        _text(f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'")
    ],
    "test_prompt_with_embedded_resource": lambda given: [
        _embedded(str(given.get("resourceUri")), "Embedded resource content for testing."),
        _text("Please process the embedded resource above."),
    ],
    "test_prompt_with_image": lambda _: [_IMAGE, _text("Please analyze the image above.")],
}
_ARGUMENTS = {
    "test_prompt_with_arguments": ("arg1", "arg2"),
    "test_prompt_with_embedded_resource": ("resourceUri",),
}


class Fixture(Server):
    """Our server, with other tools, resources and prompts."""

    def _list_tools(self, request: Request, caller: Caller) -> Json:
        super()._list_tools(request, caller)
        return {
            "tools": [
                {
                    "name": name,
                    "description": name,
                    "inputSchema": _OF_2020 if name.startswith("json_schema") else _ANY,
                }
                for name in CONTENT
            ]
        }

    def _call_tool(self, request: Request, _caller: Caller) -> Json:
        name = str(request.params.get("name"))
        if name not in CONTENT:
            raise RpcError(INVALID_PARAMS, f"Unknown tool: {name}", id=request.id)
        found: Json = {"content": CONTENT[name]}
        return found | {"isError": True} if name == "test_error_handling" else found

    def _list_resources(self, _request: Request, _caller: Caller) -> Json:
        return {
            "resources": [
                {"uri": uri, "name": uri, "mimeType": about["mimeType"]}
                for uri, about in RESOURCES.items()
            ]
        }

    def _list_templates(self, _request: Request, _caller: Caller) -> Json:
        return {"resourceTemplates": [{"uriTemplate": _TEMPLATE, "name": "template"}]}

    def _read_resource(self, request: Request, caller: Caller) -> Json:
        uri = str(request.params.get("uri"))
        beginning, _, end = _TEMPLATE.partition("{id}")
        if uri.startswith(beginning) and uri.endswith(end):
            words = f'{{"id": "{uri[len(beginning) : -len(end)]}"}}'
            return {"contents": [{"uri": uri, "mimeType": "application/json", "text": words}]}
        if uri not in RESOURCES:
            return super()._read_resource(request, caller)
        return {"contents": [{"uri": uri, **RESOURCES[uri]}]}

    def _list_prompts(self, _request: Request, _caller: Caller) -> Json:
        return {
            "prompts": [
                {
                    "name": name,
                    "description": name,
                    "arguments": [
                        {"name": each, "description": each, "required": True}
                        for each in _ARGUMENTS.get(name, ())
                    ],
                }
                for name in PROMPTS
            ]
        }

    def _get_prompt(self, request: Request, _caller: Caller) -> Json:
        name = str(request.params.get("name"))
        if name not in PROMPTS:
            raise RpcError(INVALID_PARAMS, f"Unknown prompt: {name}", id=request.id)
        said = PROMPTS[name](request.params.get("arguments") or {})
        return {"messages": [{"role": "user", "content": each} for each in said]}


class _NoMemory(Memory):
    """A stand-in for the memory, of which nothing is used here."""

    def can_ask(self) -> bool:
        return False

    def call(self, name: str, given: Json, caller: Caller) -> Outcome:
        raise NotImplementedError

    def refused(self, name: str, why: str, caller: Caller) -> None:
        raise NotImplementedError

    def answered(self, name: str, proposal: int, caller: Caller, *, yes: bool) -> Outcome:
        raise NotImplementedError

    def profile(self, caller: Caller) -> Outcome:
        raise NotImplementedError

    def recall(self, topic: str, caller: Caller) -> Outcome:
        raise NotImplementedError


def main() -> None:
    """Serve the client at standard input and output."""
    with open(0, "rb", closefd=False) as source:
        connection = Connection(_NoMemory(), source, os.dup(1))
        connection.server = Fixture(_NoMemory(), connection._ask_client)
        connection.run()


if __name__ == "__main__":
    sys.exit(main())
