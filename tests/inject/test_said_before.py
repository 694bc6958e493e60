"""What was said here before the memory could record where: before it read a turn, or was in use."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from support.product import Product

pytestmark = [pytest.mark.product, pytest.mark.once]

ANSWER = {
    "id": "1",
    "object": "chat.completion",
    "created": 1,
    "model": "a",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "well"},
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
}


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a model on this machine."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(ANSWER).encode())

        def log_message(self, *_given: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
        thread.join()


def move(product: Product, address: str) -> None:
    listed = f'- {{model_id: mine, model_name: a, aliases: [my], api_base: "{address}"}}\n'
    (product.user_path / "extra-openai-models.yaml").write_text(listed)


def test_what_was_said_to_it_here_stays_here(product: Product, address: str) -> None:
    """An open chat goes on with the model that it began with."""
    product.env |= {"LLM_MEMORY_UPDATE_INTERVAL": "3600", "SERVICE_KEY": "k"}
    del product.env["LLM_MODEL"]  # `llm -c` asks the model of the thread
    move(product, address)
    assert product.type("-m", "my", "--no-stream", "The pump beeps at night").code == 0
    assert product.type("-c", "--no-stream", "The pump is blue").code == 0
    env = {"LLM_MEMORY_INJECT": "auto"}
    with product.terminal("chat", "-m", "mine", "--no-stream", env=env) as chat:
        chat.wait_for("> ")
        chat.send("The boat leaks at sea\n")
        chat.wait_for("well")
        move(product, "https://models.invalid/v1")
        chat.wait_for("> ")
        chat.send("The horse limps today\n")
        chat.wait_for("well")
        chat.wait_for("> ")
        chat.send("quit\n")
        assert chat.end().code == 0
    assert product.run("memory", "reindex").code == 0
    again = product.type("-c", "And now?").out
    assert "on this machine; LLM now sends all of it to mine, which is elsewhere" in again
    search = 'use Memory_search {"query": "pump boat horse"}'
    for model, sees in (("service", False), ("here", True)):
        assert product.run("-m", model, "-T", "Memory", search).code == 0
        given = product.prompts()[-1]["results"][0]
        for words in ("pump beeps", "pump is blue", "boat leaks", "horse limps"):
            assert (words in given) == sees, (model, words, given)


def test_an_answer_in_a_thread_that_began_before_memory_was_in_use_is_in_no_request(
    product: Product,
) -> None:
    """It may repeat what was said then, perhaps to a model on this machine."""
    product.env |= {"LLM_MEMORY_UPDATE_INTERVAL": "3600", "SERVICE_KEY": "k"}
    assert product.run("-m", "here", "My pump is called Roger").code == 0
    thread = product.logged()[-1]["thread_id"]
    asked = "I live in Oslo, who repairs it?"
    product.answer({}, {asked: "Have Roger the pump repaired in Oslo"})
    assert product.type("--cid", thread, "-m", "scripted", asked).code == 0
    assert product.run("memory", "update", env={"LLM_MEMORY_MODEL": "service"}).code == 0
    [request] = product.requests()
    assert asked in request["prompt"] and "Roger" not in request["prompt"]
