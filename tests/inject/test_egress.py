"""What was said to a model on this machine goes to no other one, by any way out."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import click
import pytest
from llm.cli import cli
from support.product import Product

from llm_user_memory.daemon import control as daemon
from llm_user_memory.inject import context, destination, permission
from llm_user_memory.settings import Folder, read_settings

pytestmark = pytest.mark.product

# Words that no model but `here` may see, and those that any may.
SECRET = ("diabetes", "insulin")
LEARNED = 'ADD Personal Information | {fact} | "{quote}"'

HERE = {"I have diabetes": LEARNED.format(fact="Has diabetes", quote="I have diabetes")}
CLOUD = {"I live in Oslo": LEARNED.format(fact="Lives in Oslo", quote="I live in Oslo")}


def talk(product: Product) -> None:
    """One conversation with a local model and one with a service, both learned from."""
    product.answer(HERE | CLOUD)
    product.type("-m", "here", "I have diabetes and take insulin")
    product.type("I live in Oslo")
    ran = product.run("memory", "update")
    assert ran.code == 0, ran
    product.run("memory", "reindex")


@pytest.fixture
def mixed(after_talk: Product) -> Product:
    after_talk.env["SERVICE_KEY"] = "k"
    return after_talk


def leaked(product: Product) -> list[str]:
    """What models elsewhere were sent of what was said here."""
    return [
        text
        for asked in [*product.requests(), *product.prompts()]
        if asked["model"] != "here"
        for text in [json.dumps(asked)]
        if any(word in text for word in SECRET)
    ]


def test_a_fact_that_was_said_here_is_marked(mixed: Product) -> None:
    lines = mixed.profile().splitlines()
    assert "- Has diabetes #local" in lines and "- Lives in Oslo" in lines
    asked = {request["model"]: request["prompt"] for request in mixed.requests()}
    assert "diabetes" in asked["here"] and "Oslo" in asked["scripted"]
    assert not leaked(mixed)


def test_a_prompt_elsewhere_has_the_profile_without_it(mixed: Product) -> None:
    for model in ("scripted", "service", "anywhere"):
        mixed.type("-m", model, "What do you know of me?")
        sent = json.dumps(mixed.prompts()[-1])
        assert "Lives in Oslo" in sent and "#local" not in sent
    assert not leaked(mixed)
    mixed.type("-m", "here", "What do you know of me?")
    sent = json.dumps(mixed.prompts()[-1])
    assert "Lives in Oslo" in sent and "Has diabetes" in sent and "#local" not in sent


@pytest.mark.once
def test_what_is_searched_and_asked_stays_here(mixed: Product) -> None:
    search = 'use Memory_search {"query": "illness pump insulin Oslo"}'
    for model in ("scripted", "anywhere"):
        mixed.run("-m", model, "-T", "Memory", "use Memory_profile {}")
        mixed.run("-m", model, "-T", "Memory", search)
        mixed.run("memory", "ask", "-m", model, "What illness do I have?")
        mixed.type("-m", model, "-f", "memory:recall", "Tell me about my illness and my pump")
    asked = [request for request in mixed.prompts() if request["model"] != "here"]
    shown = json.dumps([(request["system"], request["results"]) for request in asked])
    assert "Oslo" in shown and not any(word in shown for word in SECRET)
    mixed.run("-m", "here", "-T", "Memory", search)
    assert "take insulin" in mixed.prompts()[-1]["results"][0]


def test_no_embedding_service_is_given_it(mixed: Product) -> None:
    mixed.env["LLM_MEMORY_EMBEDDER"] = "meaning-service"
    ran = mixed.run("memory", "reindex")
    assert ran.code == 0, ran
    about = mixed.run("memory", "search", "--about", "diabetes")
    assert "By words alone" in about.err and "diabetes" in about.out
    assert mixed.run("memory", "search", "--about", "diabetes", "--mode", "meaning").code == 1
    assert "By words" not in mixed.run("memory", "search", "--about", "Oslo").err
    embedded = (mixed.scripted / "embedded.txt").read_text()
    assert "Oslo" in embedded and not any(word in embedded for word in SECRET)


@pytest.mark.once
def test_what_says_a_fact_that_is_marked_later_stays_here_from_then_on(mixed: Product) -> None:
    """Its words were said to a model elsewhere, and may go to no other one any more."""
    search = 'use Memory_search {"query": "illness pump insulin Oslo"}'
    mixed.run("-m", "service", "-T", "Memory", search)
    assert "I live in Oslo" in mixed.prompts()[-1]["results"][0]
    assert mixed.run("memory", "mark", "Lives in Oslo", "--local").code == 0
    already = len(mixed.prompts())
    mixed.run("-m", "service", "-T", "Memory", search)
    mixed.type("-m", "service", "-f", "memory:search:live Oslo", "Tell me about my home")
    mixed.run("memory", "ask", "-m", "service", "Where do I live?")
    sent = [(one["system"], one["results"], one["prompt"]) for one in mixed.prompts()[already:]]
    assert len(sent) >= 2 and "I live in" not in json.dumps(sent)
    ran = mixed.run("memory", "reindex", env={"LLM_MEMORY_EMBEDDER": "meaning-service"})
    assert ran.code == 0, ran
    embedded = mixed.scripted / "embedded.txt"
    assert not embedded.exists() or "Oslo" not in embedded.read_text()
    mixed.run("-m", "here", "-T", "Memory", search)
    assert "I live in Oslo" in mixed.prompts()[-1]["results"][0]


@pytest.mark.once
def test_a_note_that_says_a_fact_marked_later_stays_here_too(mixed: Product) -> None:
    for note in ("I live in Oslo, by the sea", "Buy candles"):
        assert mixed.run("memory", "note", note).code == 0

    def given(model: str, fragment: str = "memory:notes:7d") -> str:
        env = {"LLM_MEMORY_NOTES": "7d"} if fragment == "memory:auto" else {}
        assert mixed.type("-m", model, "-f", fragment, "What now?", env=env).code == 0
        return str(mixed.prompts()[-1])

    assert "by the sea" in given("service")
    assert mixed.run("memory", "mark", "Lives in Oslo", "--local").code == 0
    for fragment in ("memory:notes:7d", "memory:auto"):
        there, here = given("service", fragment), given("here", fragment)
        assert "candles" in there and "by the sea" not in there, fragment
        assert "candles" in here and "by the sea" in here, fragment


@pytest.mark.once
@pytest.mark.parametrize("way", ["reworded", "cleared", "replaced here"])
def test_what_says_a_local_fact_stays_here_when_the_fact_has_left_the_profile(
    mixed: Product, way: str
) -> None:
    """A mark is not lost because the line is: nobody said that its words may go now."""
    assert mixed.run("memory", "note", "I live in Oslo, by the sea").code == 0
    assert mixed.run("memory", "mark", "Lives in Oslo", "--local").code == 0
    if way == "reworded":
        written = mixed.profile().replace("Lives in Oslo #local", "Lives up north #local")
        mixed.folder.profile.write_text(written)
    elif way == "cleared":
        assert mixed.run("memory", "clear", "--yes").code == 0
    else:
        edit = 'REPLACE Personal Information | Lives in Oslo | Lives in Bergen | "{quote}"'
        mixed.answer({"Bergen": edit.format(quote="I live in Bergen now")})
        mixed.type("-m", "here", "I live in Bergen now, no longer in Oslo")
        assert mixed.run("memory", "update").code == 0
    assert "Oslo" not in mixed.run("memory", "show").out
    assert mixed.run("memory", "reindex").code == 0
    already = len(mixed.prompts())
    for fragment in ("memory:search:live Oslo sea", "memory:notes:7d"):
        assert mixed.type("-m", "service", "-f", fragment, "Tell me more").code == 0
    mixed.run("-m", "service", "-T", "Memory", 'use Memory_search {"query": "live Oslo sea"}')
    mixed.run("memory", "ask", "-m", "service", "Where did I live, by the sea?")
    mixed.run("memory", "reindex", env={"LLM_MEMORY_EMBEDDER": "meaning-service"})
    embedded = mixed.scripted / "embedded.txt"
    sent = [(one["messages"][-1:], one["results"]) for one in mixed.prompts()[already:]]
    given = json.dumps(sent) + (embedded.read_text() if embedded.exists() else "")
    assert "live in Oslo" not in given and 'by the sea"' not in given, given
    mixed.run("-m", "here", "-T", "Memory", 'use Memory_search {"query": "live Oslo sea"}')
    assert "by the sea" in mixed.prompts()[-1]["results"][0]


@pytest.mark.once
def test_a_shareable_export_leaves_it_out(mixed: Product) -> None:
    for form in ("markdown", "json", "facts"):
        whole = mixed.run("memory", "export", "--format", form).out
        shared = mixed.run("memory", "export", "--shareable", "--format", form).out
        assert "diabetes" in whole and "Oslo" in shared
        assert not any(word in shared for word in SECRET)


@pytest.mark.once
def test_a_quote_that_says_what_was_marked_since_is_in_no_shareable_export(
    product: Product,
) -> None:
    said = "I keep bees and take insulin"
    edits = [f'ADD Interests | {fact} | "{said}"' for fact in ("Keeps bees", "Takes insulin")]
    product.answer({said: "\n".join(edits)})
    assert product.type(said).code == 0 and product.run("memory", "update").code == 0
    assert "- Takes insulin\n" in product.profile(), product.profile()
    assert product.run("memory", "mark", "insulin", "--local").code == 0
    for form in ("markdown", "json", "facts"):
        shared = product.run("memory", "export", "--shareable", "--format", form).out
        assert "Keeps bees" in shared and "insulin" not in shared, form


@pytest.mark.once
def test_an_old_conversation_that_says_what_was_marked_since_is_asked_about_here_alone(
    product: Product,
) -> None:
    said = "I take insulin and I live in Oslo"
    more = "and I wonder what to cook for eight guests on Sunday evening"
    assert product.run(f"{said}, {more}").code == 0
    assert product.run(f"I row boats in May, {more}").code == 0
    shutil.rmtree(product.folder.path, ignore_errors=True)  # from before memory was in use
    assert product.run("memory", "add", "Takes insulin #local").code == 0
    product.answer({"Oslo": f'ADD Interests | Lives in Oslo | "{said}"'})
    ran = product.run("memory", "backfill", "-y", env={"LLM_MEMORY_MODEL": "scripted"})
    assert "row boats" in json.dumps(product.requests()) and "insulin" not in json.dumps(
        product.requests()
    ), ran.out + ran.err
    assert "or says what is marked #local" in " ".join((ran.out + ran.err).split())
    ran = product.run("memory", "backfill", "-y", env={"LLM_MEMORY_MODEL": "here"})
    assert "- Lives in Oslo\n" in product.profile(), ran.out + ran.err
    assert "- Takes insulin #local\n" in product.profile()


@pytest.mark.once
def test_a_conversation_that_was_held_here_is_asked_about_here_alone(mixed: Product) -> None:
    mixed.type("-m", "here", "My insulin pump is from Basel")
    ran = mixed.run("memory", "update", env={"LLM_MEMORY_MODEL": "scripted"})
    assert ran.code == 0 and "waits: what was said to a model on this machine" in ran.out
    report = mixed.run("memory", "status", env={"LLM_MEMORY_MODEL": "scripted"}).out
    assert "1 conversation that may not leave this machine waits: scripted may be" in report
    assert "scripted: not on this machine" in report
    again = mixed.run("memory", "update", env={"LLM_MEMORY_MODEL": "scripted"})
    assert "Nothing is pending" in again.out
    assert not leaked(mixed)
    ran = mixed.run("memory", "update", env={"LLM_MEMORY_MODEL": "here"})
    assert "here" in ran.out and ran.code == 0


def test_a_line_is_printed_before_a_local_thread_goes_elsewhere(mixed: Product) -> None:
    mixed.type("-m", "here", "Let us talk about gardens")
    assert "all of it" not in mixed.type("-c", "-m", "here", "Roses?").out
    assert "LLM now sends all of it to scripted" in mixed.type("-c", "-m", "scripted", "Trees?").out


def test_a_line_is_printed_before_a_marked_prompt_goes_to_another_model(mixed: Product) -> None:
    mixed.env["SERVICE_KEY"] = "k"
    mixed.type("-m", "scripted", "I keep bees #local")
    assert "all of it" not in mixed.type("-c", "-m", "scripted", "Roses?").out
    assert "all of it" not in mixed.type("-c", "-m", "here", "Shrubs?").out
    mixed.type("-m", "scripted", "I keep bees #local")
    ran = mixed.type("-c", "-m", "service", "Trees?")
    assert "has a prompt that you marked #local; LLM now sends all of it to service" in ran.out
    mixed.type("-m", "scripted", "I keep bees")
    assert "all of it" not in mixed.type("-c", "-m", "service", "Trees?").out


def test_an_empty_name_is_that_of_the_default_model_in_a_local_thread_too(mixed: Product) -> None:
    """As `llm -c -m "$MODEL"` is, where the variable is not set."""
    mixed.run("models", "default", "service")
    mixed.type("-m", "here", "-T", "Memory", "Let us talk about gardens")
    ran = mixed.type("-c", "-m", "", "-T", "Memory", "use Memory_profile {}")
    assert "LLM now sends all of it to service" in ran.out
    asked = mixed.prompts()[-1]
    assert asked["model"] == "service" and "Lives in Oslo" in asked["results"][0]
    assert "diabetes" not in asked["results"][0]


def test_an_answer_that_repeats_what_was_said_here_goes_no_further(mixed: Product) -> None:
    eat = "What should I eat?"
    mixed.answer({}, {eat: "With your diabetes and insulin, eat rye bread"})
    thread = mixed.logged()[0]["thread_id"]
    assert "all of it" in mixed.type("--cid", thread, "-m", "scripted", eat).out
    assert mixed.run("memory", "update", env={"LLM_MEMORY_MODEL": "service"}).code == 0
    assert eat in mixed.requests()[-1]["prompt"] and mixed.requests()[-1]["model"] == "service"
    search = 'use Memory_search {"query": "eat rye bread"}'
    mixed.run("-m", "service", "-T", "Memory", search)
    assert eat in mixed.prompts()[-1]["results"][0]
    assert not [asked for asked in leaked(mixed) if '"model": "scripted"' not in asked]


def _sent(product: Product, *models: str) -> str:
    """What these models were sent, in prompts and in requests."""
    asked = [*product.requests(), *product.prompts()]
    return json.dumps([one for one in asked if one["model"] in models])


@pytest.mark.once
def test_a_prompt_that_the_user_marked_goes_to_no_other_model_whether_or_not_it_is_learned(
    product: Product,
) -> None:
    product.env |= {"SERVICE_KEY": "k", "LLM_MEMORY_UPDATE_INTERVAL": "3600"}
    product.answer({}, {"And what of honey?": "Your insulin does not mind honey"})
    product.type("What is a pump?\nI take insulin #local\nHow does it work?")
    assert product.type("-c", "And what of honey?").code == 0
    product.answer()
    for _ in range(2):
        for asked in ("What about my insulin?", "What of honey?"):
            product.type("-m", "service", asked, env={"LLM_MEMORY_RECALL": "true"})
            product.run("memory", "ask", "-m", "service", asked)
            tool = f'use Memory_search {{"query": "{asked}"}}'
            product.run("-m", "service", "-T", "Memory", tool)
        given = product.run("memory", "context", "--for", "cloud", "-", stdin="my insulin?")
        assert "take insulin" not in given.out
        ran = product.run("memory", "update", env={"LLM_MEMORY_MODEL": "service"})
        assert ran.code == 0, ran
        product.run("memory", "reindex")
    sent = _sent(product, "service")
    assert "And what of honey?" in sent, "the other turns go where they went before"
    assert "take insulin" not in sent and "does not mind" not in sent
    assert "take insulin" in product.run("memory", "search", "What is a pump?").out
    product.run("-m", "here", "-T", "Memory", 'use Memory_search {"query": "insulin"}')
    assert "take insulin" in product.prompts()[-1]["results"][0]
    fact = LEARNED.format(fact="Takes insulin", quote="I take insulin")
    product.answer({"I take insulin": fact})
    assert product.run("memory", "update").code == 0
    assert product.requests()[-1]["model"] == "scripted"
    assert "- Takes insulin #local\n" in product.profile()


@pytest.mark.once
def test_marks_are_set_and_taken_off_by_the_user(mixed: Product) -> None:
    assert mixed.run("memory", "mark", "Lives in Oslo", "--local").code == 0
    assert "- Lives in Oslo #local" in mixed.profile()
    mixed.type("-m", "service", "What do you know of me?")
    assert "Oslo" not in json.dumps(mixed.prompts()[-1])
    profile = mixed.profile().replace("Lives in Oslo #local", "Lives in Oslo\n  ＃local")
    mixed.folder.profile.write_text(profile)  # as an editor wraps it, with an input method
    mixed.type("-m", "service", "What do you know of me?")
    assert "Oslo" not in json.dumps(mixed.prompts()[-1])
    assert mixed.run("memory", "mark", "Lives in Oslo", "--any").code == 0
    assert "- Lives in Oslo\n" in mixed.profile()
    assert "may go to any model already" in mixed.run("memory", "mark", "Oslo", "--any").err


@pytest.mark.once
def test_what_was_removed_stays_here(mixed: Product) -> None:
    over = 'REMOVE Personal Information | Has diabetes | "I no longer have diabetes"'
    mixed.answer({"I no longer": over})
    mixed.type("-m", "here", "Good news: I no longer have diabetes")
    mixed.run("memory", "update")
    assert "diabetes" not in mixed.profile()
    mixed.run("memory", "reindex")
    search = 'use Memory_search {"query": "has diabetes"}'
    mixed.run("-m", "scripted", "-T", "Memory", search)
    assert "diabetes" not in mixed.prompts()[-1]["results"][0]
    mixed.run("-m", "here", "-T", "Memory", search)
    assert "earlier profile: Has diabetes" in mixed.prompts()[-1]["results"][0]


@pytest.mark.once
def test_what_is_said_again_elsewhere_may_go_anywhere(mixed: Product) -> None:
    mixed.type("Well, I have diabetes, you know")
    mixed.answer({"I have diabetes": HERE["I have diabetes"]})
    assert mixed.run("memory", "update").code == 0
    assert "- Has diabetes\n" in mixed.profile()


def test_a_model_of_an_unknown_place_is_told_what_it_was_told(mixed: Product) -> None:
    fact = LEARNED.format(fact="Collects stamps", quote="I collect stamps")
    mixed.answer({"I collect stamps": fact})
    mixed.type("-m", "anywhere", "I collect stamps")
    assert mixed.run("memory", "update").code == 0
    assert "- Collects stamps #local" in mixed.profile()
    seen = {}
    for model in ("anywhere", "anywhere-else", "scripted", "here"):
        mixed.type("-m", model, "What do I do?")
        seen[model] = "Collects stamps" in json.dumps(mixed.prompts()[-1])
    assert seen == {"anywhere": True, "anywhere-else": False, "scripted": False, "here": True}


def test_everything_may_go_anywhere_if_the_user_says_so(mixed: Product) -> None:
    mixed.env["LLM_MEMORY_LEARNED_LOCALLY"] = "any"
    mixed.type("What do you know of me?")
    assert "Has diabetes" in json.dumps(mixed.prompts()[-1])


def test_an_answer_that_repeats_what_was_said_here_goes_anywhere_then(mixed: Product) -> None:
    eat, drink = "What should I eat?", "What should I drink?"
    answers = {eat: "With your diabetes, eat rye bread", drink: "Drink tea, with your gout"}
    mixed.answer({}, answers)
    thread = mixed.logged()[0]["thread_id"]
    mixed.type("--cid", thread, "-m", "scripted", eat)
    mixed.type("memory", "private", "-m", "scripted", "I have gout")
    mixed.type("--cid", mixed.logged()[-1]["thread_id"], "-m", "scripted", drink)
    mixed.env["LLM_MEMORY_LEARNED_LOCALLY"] = "any"
    search = 'use Memory_search {"query": "eat rye bread, drink tea"}'
    mixed.run("-m", "service", "-T", "Memory", search)
    given = mixed.prompts()[-1]["results"][0]
    assert answers[eat] in given and drink in given and "gout" not in given
    mixed.type("-m", "service", "-f", "memory:recall", "What rye bread should I eat?")
    assert answers[eat] in json.dumps(mixed.prompts()[-1])
    mixed.run("memory", "update", env={"LLM_MEMORY_MODEL": "service"})
    asked = json.dumps([asked for asked in mixed.requests() if asked["model"] == "service"])
    assert answers[eat] in asked and drink in asked and "gout" not in asked


@contextmanager
def address_that_waits(meanwhile: Callable[[], object]) -> Iterator[str]:
    """Serve a text, and do something before it is answered, when LLM has looked up its thread."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            meanwhile()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"A list of roses")

        def log_message(self, *_given: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/roses"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("place", ["prompt", "system"])
def test_a_thread_that_another_command_begins_meanwhile_decides_nothing(
    mixed: Product, place: str
) -> None:
    del mixed.env["LLM_MODEL"]  # `llm -c` asks the model of the thread
    (mixed.user_path / "default_model.txt").write_text("scripted")
    mixed.type("Let us talk about gardens")
    env = {"LLM_MEMORY_PLACEMENT": place}
    other = lambda: mixed.run("-m", "here", "In another window")  # noqa: E731
    for given in (["-c"], ["--cid", mixed.logged()[-1]["thread_id"], "-f", "memory:recall"]):
        with address_that_waits(other) as address:
            assert mixed.type(*given, "-f", address, "Roses, illness?", env=env).code == 0
        asked = mixed.prompts()[-1]
        assert asked["model"] == "scripted" and "Lives in Oslo" in json.dumps(asked)
    assert not leaked(mixed)


@pytest.mark.once
def test_a_fragment_of_an_open_chat_goes_to_the_model_of_the_chat(mixed: Product) -> None:
    del mixed.env["LLM_MODEL"]
    mixed.run("memory", "mark", "Has diabetes", "--any")
    mixed.type("-m", "scripted", "Let us talk about gardens")
    with mixed.terminal("chat", "-c", env={"LLM_MEMORY_INJECT": "auto"}) as screen:
        screen.wait_for("> ")
        mixed.run("-m", "here", "In another window")
        screen.send("!fragment memory:search:insulin\n")
        screen.wait_for("> ")
        screen.send("quit\n")
        assert screen.end().code == 0
    assert not [text for text in leaked(mixed) if "insulin" in text]


THIS_MACHINE = {"OPENAI_BASE_URL": "http://127.0.0.1:8080/v1"}


@pytest.mark.parametrize("command", ["prompt", "chat"])
def test_where_a_model_ran_is_told_by_the_variables_of_the_prompt_alone(
    mixed: Product, command: str
) -> None:
    mixed.env["OPENAI_API_KEY"] = "k"
    said = ["My insulin pump is from Basel", "And I take insulin at noon"]
    if command == "chat":
        env = {"LLM_MEMORY_INJECT": "auto", **THIS_MACHINE}
        with mixed.terminal("chat", "-m", "by-variable", env=env) as screen:
            for words in (*said, "quit"):
                screen.wait_for("\n> ")
                screen.send(f"{words}\n")
            assert screen.end().code == 0
    else:
        for number, words in enumerate(said):
            mixed.type("-m", "by-variable", *["-c"][:number], words, env=THIS_MACHINE)
    assert "learning" in json.dumps(mixed.prompts()[-1])
    ran = mixed.run("memory", "update")
    assert "waits: what was said to a model on this machine" in ran.out, ran
    search = 'use Memory_search {"query": "pump from Basel, noon"}'
    for model in ("scripted", "by-variable"):
        mixed.run("-m", model, "-T", "Memory", search)
    assert not leaked(mixed)
    mixed.run("-m", "here", "-T", "Memory", search)
    assert "Basel" in mixed.prompts()[-1]["results"][0]
    mixed.answer({"Basel": LEARNED.format(fact="Has a pump from Basel", quote=said[0])})
    assert mixed.run("memory", "update", env=THIS_MACHINE).code == 0
    assert "- Has a pump from Basel #local" in mixed.profile()
    assert not leaked(mixed)


@pytest.mark.once
@pytest.mark.parametrize(
    ("command", "params", "place"),
    [
        (cli.commands["prompt"], {"model_id": None}, "here"),
        (cli.commands["prompt"], {"which": "another"}, "elsewhere"),
        (click.Command("chat"), {"model_id": None}, "elsewhere"),
        (click.Command("agent"), {}, "elsewhere"),
    ],
)
def test_of_another_plugins_command_it_is_unknown_which_model_it_asks(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: click.Command,
    params: dict[str, str | None],
    place: str,
) -> None:
    """It may use our tools with a model of its own, though the default model runs here."""
    models = '- {model_id: mine, model_name: a, api_base: "http://localhost:8080/v1"}\n'
    (tmp_path / "extra-openai-models.yaml").write_text(models)
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    (tmp_path / "default_model.txt").write_text("mine")
    with click.Context(command) as ctx:
        ctx.params = params
        found = destination.of(ctx, read_settings(), Folder(tmp_path / "memory"))
    assert found.place == place


@pytest.mark.once
def test_a_chat_keeps_its_model_though_its_name_is_moved_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is given to it later, as by `!fragment memory:search:...`, goes where it began."""
    listed = tmp_path / "extra-openai-models.yaml"
    model = '- {{model_id: mine, model_name: a, api_base: "{}"}}\n'
    listed.write_text(model.format("https://models.example.com/v1"))
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    monkeypatch.setattr(permission, "_is_terminal", lambda _stream: True)
    monkeypatch.setattr(daemon, "wake", lambda _folder: None)
    with click.Context(cli.commands["chat"]) as ctx:
        ctx.params = {"model_id": "mine"}
        assert context.inject("auto", ctx).fragments
        listed.write_text(model.format("http://localhost:8080/v1"))
        found = destination.of(ctx, read_settings(), Folder(tmp_path / "memory"))
    assert found.place == "elsewhere"
