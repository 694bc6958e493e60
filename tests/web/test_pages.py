"""Each page and each action, against a real store, by HTTP."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")

from support.learning import addition, current_profile, learn, save_update
from support.llm_log import ON, START, Log
from support.web import Site, form_of, read, served, text_of

from llm_user_memory import notes
from llm_user_memory.egress import CLOUD
from llm_user_memory.learn import manual, proposing
from llm_user_memory.profile import render
from llm_user_memory.profile.document import facts
from llm_user_memory.profile.edits import Edit
from llm_user_memory.settings import Folder
from llm_user_memory.store import (
    clients,
    forgotten,
    proposals,
    review_queue,
    state,
    updates,
)
from llm_user_memory.store.profile import history, versions
from llm_user_memory.store.state import Store
from llm_user_memory.web import facts as facts_page
from llm_user_memory.web.app import PAGES
from llm_user_memory.web.call import key_of

pytestmark = [pytest.mark.once, pytest.mark.slow]

HOSTILE = [
    "<script>alert(1)</script> lives here",
    "Likes \"quotes' and <b>bold</b> &amp; things",
    "{{ 7 * 7 }} and {% raw %} are numbers",
    "Likes javascript:alert(1) and </textarea><img src=x onerror=alert(1)>",
    "Has a \x1b[31mred\u202e name\u2066 and \x00 zero",
    "עברית and العربية go the other way",
    "[link](javascript:alert(1)) and ![image](http://evil.example/x.png)",
    "' onmouseover='alert(1)",
    "<!-- a comment that --> ends",
]


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    with served(store.folder) as site:
        site.enter()
        site.page("facts")
        yield site


def key(store: Store, text: str, section: str = "") -> str:
    """The key of a fact of the profile."""
    found = [fact for fact in facts(current_profile(store)) if fact.text == text]
    return next(key_of(fact) for fact in found if section in ("", fact.section))


def add(store: Store, *texts: str, section: str = "Interests") -> None:
    manual.add(store, [(section, text) for text in texts])


def test_facts_are_shown_with_their_words_and_own_lines_are_marked(
    site: Site, store: Store, log: Log
) -> None:
    turn = log.say("I love tea", START, model="small-model")
    learn(store, "I love tea", addition("Loves tea", "I love tea"), turn=turn)
    add(store, "Plays the oboe")
    page = text_of(site.page("facts"))
    assert "Loves tea “I love tea” said" in page and "to small-model" in page
    assert "Plays the oboe your own line" in page
    assert "Loves tea your own line" not in page


def test_adding_editing_and_undoing(site: Site, store: Store) -> None:
    page = site.page("facts")
    fields = form_of(page, "add")
    assert "added" in site.do("add", {**fields, "text": "Plays the oboe", "section": "Interests"})
    page = site.page("facts")
    fields = form_of(page, "edit", fact=key(store, "Plays the oboe"))
    site.do("edit", {**fields, "text": "Plays the cello"})
    assert "- Plays the cello\n" in current_profile(store)
    assert "oboe" not in current_profile(store)
    site.do("undo")
    assert "- Plays the oboe\n" in current_profile(store)


def test_a_refusal_is_the_sentence_of_the_command_and_what_was_typed_is_kept(
    site: Site, store: Store
) -> None:
    secret = "My password is hunter2hunter2"
    found = site.post("add", {"section": "Interests", "text": secret, "back": "facts"})
    page = site.ask(found.headers["location"]).text
    assert manual.problem(secret) in text_of(page)
    assert form_of(page, "add")["text"] == secret
    assert secret not in current_profile(store)


def test_an_edit_is_merged_with_what_changed_meanwhile(site: Site, store: Store) -> None:
    add(store, "Plays the oboe", "Sings")
    fields = form_of(site.page("facts"), "edit", fact=key(store, "Plays the oboe"))
    file = store.folder.profile
    file.write_text(file.read_text().replace("- Sings\n", "- Sings in a choir\n- Dances\n"))
    site.do("edit", {**fields, "text": "Plays the cello"})
    text = current_profile(store)
    assert "- Plays the cello\n" in text and "- Sings in a choir\n- Dances\n" in text


def test_the_whole_document_is_merged_too(site: Site, store: Store) -> None:
    add(store, "Plays the oboe")
    page = site.page("document")
    fields = form_of(page, "save")
    text = current_profile(store)
    add(store, "Sings")
    edited = text.replace("the oboe", "the cello").replace("\n", "\r\n")
    site.do("save", {**fields, "text": edited})
    assert "- Plays the cello\n" in current_profile(store)
    assert "- Sings\n" in current_profile(store) and "\r" not in current_profile(store)


def test_a_document_of_before_a_purge_does_not_bring_back_what_was_erased(
    site: Site, store: Store
) -> None:
    add(store, "Plays the oboe", "Sings")
    fields = form_of(site.page("document"), "save")
    edited = current_profile(store).replace("- Sings", "- Sings in a choir")
    page = site.post("erase", {"fact": key(store, "Plays the oboe")}).text
    site.post("erase", {**form_of(page, "erase"), "confirmed": "erase"})
    refused = site.post("save", {**fields, "text": edited})
    page = site.ask(refused.headers["location"]).text
    assert "was erased, or facts of it were." in text_of(page)
    assert "Sings in a choir" in text_of(page)
    assert "oboe" not in current_profile(store)
    again = form_of(site.page("document"), "save")
    site.do("save", {**again, "text": edited.replace("- Plays the oboe\n", "")})
    assert [fact.text for fact in facts(current_profile(store))] == ["Sings in a choir"]


@pytest.mark.parametrize("other", ["\n", "\r\n"])
def test_a_document_keeps_the_ends_of_its_lines(site: Site, store: Store, other: str) -> None:
    text = f"# User Profile\r\n\r\n## Interests\r\n- Rows{other}- Sings{other}- Naps{other}"
    versions.change(store, lambda _: text, "load")
    fields = form_of(site.page("document"), "save")
    versions.change(store, lambda now: now.replace("- Rows", "- Rows boats"), "edit")
    edited = text.replace("\r\n", "\n").replace("- Naps", "- Naps long")
    site.do("save", {**fields, "text": edited.replace("\n", "\r\n")})
    found = [fact.text for fact in facts(current_profile(store))]
    assert found == ["Rows boats", "Sings", "Naps long"]
    assert f"- Sings{other}" in store.folder.profile.read_bytes().decode()


def test_a_document_as_large_as_a_profile_may_be_is_saved(site: Site, store: Store) -> None:
    line = "- Любит песню номер 100000\n"
    text = "# User Profile\n\n## Interests\n" + line * (990_000 // len(line.encode()))
    current_profile(store)
    store.folder.profile.write_text(text)
    fields = form_of(site.page("document"), "save")
    edited = text.replace("100000", "1", 1)
    site.do("save", {**fields, "text": edited.replace("\n", "\r\n")})
    assert current_profile(store) == edited


def test_a_document_without_words_is_not_saved(site: Site, store: Store) -> None:
    add(store, "Plays the oboe")
    fields = form_of(site.page("document"), "save")
    assert "An empty profile is not saved." in site.do("save", {**fields, "text": " "})
    assert "Plays the oboe" in current_profile(store)


@pytest.mark.parametrize("text", ["two\nlines", "", "- ", "...", "x" * 5000])
def test_what_can_be_no_fact_is_refused(site: Site, store: Store, text: str) -> None:
    add(store, "Plays the oboe")
    before = current_profile(store)
    fields = form_of(site.page("facts"), "edit", fact=key(store, "Plays the oboe"))
    site.do("edit", {**fields, "text": text})
    after = [fact.text for fact in facts(current_profile(store))]
    assert after == ["two lines"] if text == "two\nlines" else current_profile(store) == before


def test_of_facts_in_two_sections_the_one_that_was_chosen_is_edited(
    site: Site, store: Store
) -> None:
    add(store, "Plays the oboe")
    text = current_profile(store) + "- Plays the oboe\n"
    versions.change(store, lambda _: text, "edit")
    fact = key(store, "Plays the oboe", "Preferences")
    site.do("edit", {"fact": fact, "text": "Plays the cello"})
    found = [(fact.section, fact.text) for fact in facts(current_profile(store))]
    assert found == [("Interests", "Plays the oboe"), ("Preferences", "Plays the cello")]


@pytest.mark.parametrize(("one", "other"), [("Plays", "Plays"), ("Plays", "plays."), ("🎉", "🎉")])
def test_a_fact_that_stands_there_twice_is_marked_everywhere(
    site: Site, store: Store, one: str, other: str
) -> None:
    text = current_profile(store).replace("## Interests\n", f"## Interests\n- {one}\n")
    versions.change(store, lambda _: f"{text}- {other}\n", "edit")
    site.do("mark", {"fact": key(store, other, "Preferences"), "mark": "local-on"})
    assert [fact.local for fact in facts(current_profile(store))] == [True, True]
    site.do("mark", {"fact": key(store, one, "Interests"), "mark": "local-off"})
    assert current_profile(store) == f"{text}- {other}\n"


def test_marks(site: Site, store: Store) -> None:
    add(store, "Plays the oboe")
    fact = key(store, "Plays the oboe")
    for mark, line in (
        ("pin-on", "- Plays the oboe #pin\n"),
        ("local-on", "- Plays the oboe #pin #local\n"),
        ("pin-off", "- Plays the oboe #local\n"),
        ("local-off", "- Plays the oboe\n"),
    ):
        site.do("mark", {"fact": fact, "mark": mark})
        assert line in current_profile(store)
    assert "no such mark" in site.do("mark", {"fact": fact, "mark": "owned-on"})


def test_forgetting_and_what_was_forgotten(site: Site, store: Store) -> None:
    learn(store, "I love tea", addition("Loves tea", "I love tea"))
    site.do("forget", {"fact": key(store, "Loves tea")})
    assert "Loves tea" not in current_profile(store)
    assert forgotten.load(store.db).fact("Loves tea")


def test_erasing_says_what_is_left_and_wants_a_word(site: Site, store: Store, log: Log) -> None:
    turn = log.say("I love tea", START)
    learn(store, "I love tea", addition("Loves tea", "I love tea"), turn=turn)
    fact = key(store, "Loves tea")
    page = site.post("erase", {"fact": fact})
    assert page.status == 200
    assert "What will be left" in text_of(page.text) and "llm logs --cid" in text_of(page.text)
    wrong = site.post("erase", {"fact": fact, "confirmed": "yes"})
    assert "Nothing was erased" in text_of(wrong.text)
    assert "Loves tea" in current_profile(store)
    done = site.post("erase", {**form_of(page.text, "erase"), "confirmed": "erase"})
    assert "Erased from memory" in text_of(done.text)
    assert "Loves tea" not in current_profile(store)
    assert not [v for v in history.newest(store.db, 9) if "Loves tea" in v.text]


@pytest.mark.parametrize("confirmed", ["", "erase"])
def test_learning_can_be_paused_before_erasing_and_after_it(
    site: Site, store: Store, confirmed: str
) -> None:
    add(store, "Plays the oboe")
    fact = key(store, "Plays the oboe")
    page = site.post("erase", {"fact": fact, "confirmed": confirmed}).text
    assert "Learning is paused" in site.do("pause", form_of(page, "pause"))


def test_llms_log_stays_unticked_when_the_word_is_wrong(site: Site, store: Store, log: Log) -> None:
    add(store, "Plays the oboe")
    log.say("hello", START, markers=(ON, render.of_profile(current_profile(store))))
    page = site.post("erase", {"fact": key(store, "Plays the oboe")}).text
    fields = {**form_of(page, "erase"), "confirmed": "no"}
    assert _is_ticked(page)
    assert _is_ticked(site.post("erase", fields).text)
    del fields["log"]
    assert not _is_ticked(site.post("erase", fields).text)


def _is_ticked(page: str) -> bool:
    [box] = [found for tag, found in read(page).tags if tag == "input" and found.get("id") == "log"]
    return "checked" in box


def test_how_a_fact_came_to_be(site: Site, store: Store) -> None:
    learn(store, "I live in Oslo", addition("Lives in Oslo", "I live in Oslo"), turn="a")
    moved = Edit(
        "replace", "Interests", "Lives in Oslo", "Lives in Rome", "I live in Rome now, not in Oslo"
    )
    learn(store, "I live in Rome now, not in Oslo", moved, turn="b", at=START + 100)
    page = text_of(site.page(f"fact?fact={key(store, 'Lives in Rome')}"))
    assert "“I live in Rome now, not in Oslo”" in page and "“I live in Oslo”" in page
    assert "It replaced Lives in Oslo" in page
    page = text_of(site.page("timeline"))
    assert "Lives in Oslo" in page and "then: Lives in Rome" in page


def test_the_history_and_its_ways_back(site: Site, store: Store) -> None:
    add(store, "Plays the oboe")
    add(store, "Sings")
    page = site.page("history")
    assert "Version 3" in text_of(page) and "added: + Sings" in text_of(page)
    restore = form_of(page, "restore", n="2")
    assert "as version 2 was" in site.do("restore", restore)
    assert "Sings" not in current_profile(store)
    assert "+- Sings" in text_of(site.page("diff?version=3")).replace("+ - ", "+- ")
    assert "There is no version 99." in site.do("restore", {"n": "99"})


def test_going_back_is_refused_where_the_page_shows_no_newer_change(
    site: Site, store: Store
) -> None:
    add(store, "Plays the oboe")
    add(store, "Sings")
    page = site.page("history")
    text = current_profile(store) + "- Written meanwhile\n"
    store.folder.profile.write_text(text)
    for fields in (form_of(page, "undo"), form_of(page, "restore", n="2")):
        action = "restore" if "n" in fields else "undo"
        said = site.do(action, fields)
        assert "was changed meanwhile: it is version 4 now." in said
        assert current_profile(store) == text
    site.do("undo", form_of(site.page("history"), "undo"))
    assert current_profile(store) == text.replace("- Written meanwhile\n", "")


def test_a_long_history_is_paged(site: Site, store: Store) -> None:
    for number in range(45):
        add(store, f"Fact of the number {number}")
    numbers, address = [], "history"
    while address:
        page = site.page(address)
        numbers += [int(n) for n in text_of(page).split("Version ")[1:] for n in [n.split()[0]]]
        links = [a["href"] for tag, a in read(page).tags if tag == "a" and a.get("rel") == "next"]
        address = f"history{links[0]}" if links else ""
    assert numbers == list(range(46, 0, -1))


def waiting(store: Store, *texts: str) -> list[Any]:
    for number, text in enumerate(texts):
        edit = addition(text, f"I say {text}")
        verdict = learn(store, f"I say {text}", edit, turn=f"w{number}", waits=True)
        assert verdict
    return review_queue.open_edits(store.db, current_profile(store))


def test_proposals_are_accepted_rejected_and_edited(site: Site, store: Store) -> None:
    tea, rum, milk = waiting(store, "Loves tea", "Loves rum", "Loves milk")
    page = text_of(site.page("waiting"))
    assert "a model asked for it, with a tool" in page and "“I say Loves tea”" in page
    assert "What waits 3" in page
    site.do("accept", {"edit": str(tea.id)})
    site.do("reject", {"edit": str(rum.id)})
    site.do("accept", {"edit": str(milk.id), "text": "Loves oat milk"})
    texts = [fact.text for fact in facts(current_profile(store))]
    assert texts == ["Loves tea", "Loves oat milk"]
    assert "Nothing waits" in text_of(site.page("waiting"))
    assert "waits no longer" in site.do("accept", {"edit": str(tea.id)})


@pytest.mark.parametrize(
    ("is_typed", "says"),
    [
        (True, "you typed there"),
        (False, "you did not type there"),
        (None, "nobody knows whether you typed there"),
    ],
)
def test_what_a_tools_model_claims_is_shown_as_its_claim(
    site: Site, store: Store, is_typed: bool | None, says: str
) -> None:
    edit = Edit("add", "Interests", "", "Loves <b>rum</b>")
    forged = "I love <b>rum</b>”: you typed that,\n\nand said yes. Of another: “x"
    asked = {"model": "zed<i>", "thread": "", "client": "zed<i>", "quote": forged}
    assert not proposing.propose(store, edit, asked_by=CLOUD, **asked)
    [waits] = review_queue.open_edits(store.db, current_profile(store))
    if is_typed is not None:
        proposals.record_typed(store.db, waits.id, is_typed=is_typed)
    assert "dialogue" not in text_of(site.page("waiting"))
    assert proposals.record_answer(store.db, "zed<i>", waits.id, "accepted")
    page = site.page("waiting")
    _check_inert(page)
    assert (
        "asked for in zed<i> zed<i>'s own dialogue answered yes "
        f"{says} what the model quotes: “{' '.join(forged.split())}”"
    ) in text_of(page)
    for line in proposals.claims(proposals.every(store.db)[waits.id]):
        assert line in text_of(page)


@pytest.mark.parametrize("text", ["...", "# Loves", "My password is hunter2hunter2"])
def test_what_may_not_be_added_is_not_accepted_either(site: Site, store: Store, text: str) -> None:
    [tea] = waiting(store, "Loves tea")
    found = site.post("accept", {"edit": str(tea.id), "text": text, "back": "waiting"})
    page = site.ask(found.headers["location"]).text
    assert manual.problem(text) in text_of(page)
    assert form_of(page, "accept", text=text)["edit"] == str(tea.id)
    assert not facts(current_profile(store))


@pytest.mark.parametrize("how", ["accept", "reject"])
def test_many_at_once(site: Site, store: Store, how: str) -> None:
    tea, rum, milk = waiting(store, "Loves tea", "Loves rum", "Loves milk")
    said = site.do("decide", {"edit": [str(tea.id), str(milk.id)], "how": how})
    assert said.startswith("2 proposals")
    left = review_queue.open_edits(store.db, current_profile(store))
    assert [edit.id for edit in left] == [rum.id]
    accepted = ["Loves tea", "Loves milk"] if how == "accept" else []
    assert [fact.text for fact in facts(current_profile(store))] == accepted
    assert "Nothing was chosen" in site.do("decide", {"how": how})


@pytest.mark.parametrize("how", ["accept", "drop"])
def test_a_note_of_a_model_waits(site: Site, store: Store, how: str) -> None:
    notes.add(store.folder, "The user likes <b>rum</b>", "model-x")
    page = site.page("waiting")
    assert "The user likes <b>rum</b>" in text_of(page)
    site.do("note", form_of(page, "note", how=how))
    assert "Nothing waits" in text_of(site.page("waiting"))
    text = notes.text_of(store.folder, notes.parse_day("today")) or ""
    assert ("rum" in text) == (how == "accept")


def test_old_facts(site: Site, store: Store) -> None:
    long_ago = time.time() - 400 * 86400
    for number, text in enumerate(("Loves tea", "Loves rum", "Loves milk")):
        learn(store, f"I {text}", addition(text, f"I {text}"), turn=f"o{number}", at=long_ago)
    assert "Loves tea" in text_of(site.page("old"))
    site.do("still", {"fact": key(store, "Loves tea"), "how": "keep"})
    site.do("still", {"fact": key(store, "Loves rum"), "how": "forget"})
    site.do("still", {"fact": key(store, "Loves milk"), "how": "reword", "text": "Loves soy"})
    assert "There are none." in text_of(site.page("old"))
    assert [fact.text for fact in facts(current_profile(store))] == ["Loves tea", "Loves soy"]


def test_what_an_old_fact_should_say_is_kept_if_it_is_refused(site: Site, store: Store) -> None:
    long_ago = time.time() - 400 * 86400
    learn(store, "I love tea", addition("Loves tea", "I love tea"), at=long_ago)
    fields = form_of(site.page("old"), "still", how="reword")
    found = site.post("still", {**fields, "text": "# Loves soy"})
    page = site.ask(found.headers["location"]).text
    assert manual.problem("# Loves soy") in text_of(page)
    assert form_of(page, "still", how="reword")["text"] == "# Loves soy"


def test_pausing_on_every_page(site: Site, store: Store) -> None:
    assert "Learning is on." in text_of(site.page("timeline"))
    site.do("pause", {"back": "timeline"})
    for name in set(PAGES) - {"fact"}:
        assert "Learning is paused." in text_of(site.page(name))
    assert store.db.execute("select count(*) from pauses where ended is null").fetchone()[0] == 1


def test_finding(site: Site, log: Log) -> None:
    question = "Which database did we choose for <b>the shop</b>?"
    log.say(question, START + 100, response="Postgres <script>")
    found = site.post("find", {"text": "shop database", "context": "1"})
    text = text_of(found.text)
    assert "Which database did we choose for <b>the shop</b>?" in text
    assert "Postgres <script>" in text
    assert "<mark>shop</mark>" in found.text or "<mark>database</mark>" in found.text
    nothing = site.post("find", {"text": "submarine"})
    assert "Nothing was found." in text_of(nothing.text)


def test_every_option_of_the_search_is_in_its_form(site: Site, log: Log) -> None:
    for number in range(2):
        log.say("We sail the boat", START + number, model=f"model-{number}")
    fields = form_of(site.page("find"), "find")
    assert {"model", "diverse", "newest", "context", "limit", "mode", "since", "until"} <= {*fields}
    both = text_of(site.post("find", {"text": "boat"}).text)
    found = site.post("find", {"text": "boat", "model": "model-1", "diverse": "1"}).text
    assert both.count("We sail the boat") == 2
    assert text_of(found).count("We sail the boat") == 1
    assert form_of(found, "find")["model"] == "model-1"


@pytest.mark.parametrize(("field", "value"), [("since", "someday"), ("until", "2026-99-99")])
def test_a_date_that_is_none_is_refused_in_a_sentence(site: Site, field: str, value: str) -> None:
    found = site.post("find", {"text": "tea", field: value, "back": "find"})
    assert found.status == 303
    page = site.ask(found.headers["location"]).text
    assert value in text_of(page) and form_of(page, "find")[field] == value


def test_nothing_of_one_profile_shows_in_another(site: Site, store: Store) -> None:
    work = Folder(store.folder.path, "work")
    with state.opened(work) as other:
        versions.read(other)
        learn(other, "I love tar", addition("Loves tar", "I love tar"))
        waiting(other, "Loves coal")
        versions.change(other, lambda text: text + "- Mine of work\n", "edit")
    add(store, "Mine of default")
    mine, theirs = f"{site.session.path}/default", f"{site.session.path}/work"
    for name in set(PAGES) - {"fact"}:
        of_mine, of_theirs = site.page(name, mine), site.page(name, theirs)
        assert "Loves tar" not in of_mine and "coal" not in of_mine
        assert "of work" not in of_mine and "of default" not in of_theirs
    assert "Loves tar" in site.page("facts", theirs) and "Loves coal" in site.page(
        "waiting", theirs
    )
    assert site.ask(f"{site.session.path}/absent/facts").status == 404
    assert not (store.folder.profiles / "absent").exists()


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_shown_as_text(site: Site, store: Store, hostile: str) -> None:
    """As a fact, a quote, a proposal, a note, a model's name, an error, a heading, a client."""
    plain = hostile.replace("\x00", "")
    text = current_profile(store) + f"\n## {plain}\n- {plain}\n"
    versions.change(store, lambda _: text, "edit")
    number = updates.begin(store.db, plain, plain, "lines", time.time())
    save_update(store, lambda now: now, number, lambda _n: None)
    _edit_row(store, number, plain)
    failed = updates.begin(store.db, "t", plain, "lines", time.time())
    updates.fail(store.db, failed, (), plain, transient=False, now=time.time())
    notes.add(store.folder, f"note {plain}", "model")
    with state.opened(Folder(store.folder.path)) as default:
        clients.record(default.db, plain)
        clients.record_call(default.db, plain, plain, plain)
    fact = key_of(facts(current_profile(store))[-1])
    names = [*(name for name in PAGES if name not in ("fact",)), f"fact?fact={fact}"]
    for name in names:
        _check_inert(site.page(name))
    _check_inert(site.post("erase", {"fact": fact}).text)
    _check_inert(site.post("find", {"text": "lives likes name way"}).text)
    assert site.do("add", {"section": plain, "text": f"{plain} twice"})


def _edit_row(store: Store, update: int, text: str) -> None:
    """An edit that waits, and one that was refused, whose every text is hostile."""
    for refusal in ("a model asked for it, with a tool", text):
        added = store.db.execute(
            "insert into edits (update_id, op, section, old, new, quote, turn_id, refusal) "
            "values (?, 'add', ?, '', ?, ?, 't', ?)",
            (update, text, f"{text} {refusal}", text, refusal),
        )
        store.db.execute("insert into waiting (edit_id) values (?)", (added.lastrowid,))
    store.db.execute("update updates set status = 'done', ended = 1 where id = ?", (update,))


_TAGS = {
    "html", "head", "meta", "title", "link", "body", "a", "header", "p", "div", "span", "form",
    "input", "button", "nav", "ul", "li", "main", "footer", "h1", "h2", "h3", "section", "strong",
    "blockquote", "details", "summary", "label", "select", "option", "ol", "dl", "dt", "dd", "pre",
    "textarea", "fieldset", "legend", "table", "thead", "tbody", "tr", "th", "td", "code", "mark",
    "del", "q", "b", "br", "bdi", "svg", "rect", "line", "figure", "figcaption", "tfoot",
}  # fmt: skip


def _check_inert(page: str) -> None:
    """Nothing of a text became an element, an attribute that runs, or an address elsewhere."""
    for tag, attributes in read(page).tags:
        assert tag in _TAGS, tag
        for name, value in attributes.items():
            assert not name.startswith("on") and name not in ("style", "srcset"), name
            if name in ("href", "src", "action", "formaction"):
                assert (value or "").startswith(("/", "?", "#"))
    assert not set(page) & set("\x1b\x00\u202e\u2066") or "value=" in page
    assert "49 and" not in text_of(page)


def test_a_page_that_cannot_be_read_says_why(site: Site, store: Store) -> None:
    store.folder.profile.write_bytes(b"\xff\xfe broken")
    found = site.ask(f"{site.base}/facts")
    assert found.status == 500 and "is not UTF-8 text" in text_of(found.text)


@pytest.mark.parametrize("action", ["add", "save"])
def test_what_was_typed_is_shown_where_the_profile_cannot_be_read(
    site: Site, store: Store, action: str
) -> None:
    fields = form_of(site.page("document" if action == "save" else "facts"), action)
    fields |= {"text": "- Rows <b>boats</b>\n", "back": "document" if action == "save" else "facts"}
    before = store.folder.profile.read_bytes()
    store.folder.profile.write_bytes(b"\xff\xfe broken")
    at = site.post(action, fields).headers["location"].partition("#")[0]
    found = site.ask(at)
    assert found.status == 500 and "is not UTF-8 text" in text_of(found.text)
    assert "- Rows &lt;b&gt;boats" in found.text and "is not saved yet" in text_of(found.text)
    store.folder.profile.write_bytes(before)
    found = site.ask(at)
    assert found.status == 200 and "- Rows &lt;b&gt;boats" in found.text


def test_learning_can_be_paused_where_the_profile_cannot_be_read(site: Site, store: Store) -> None:
    store.folder.profile.write_bytes(b"\xff\xfe broken")
    page = site.ask(f"{site.base}/facts").text
    assert "Learning is paused, for all profiles." in site.do("pause", form_of(page, "pause"))
    page = site.ask(f"{site.base}/facts").text
    assert "Learning is paused." in text_of(page) and form_of(page, "resume")


def test_a_fact_can_be_added_to_a_new_section(site: Site, store: Store) -> None:
    fields = {**form_of(site.page("facts"), "add"), "text": "Sails", "new-section": "Boats"}
    site.do("add", fields)
    assert "## Boats\n- Sails\n" in current_profile(store)
    fields = {**fields, "text": "Rows", "new-section": ""}
    site.do("add", {**fields, "section": "Interests"})
    assert [(fact.section, fact.text) for fact in facts(current_profile(store))] == [
        ("Interests", "Rows"),
        ("Boats", "Sails"),
    ]
    refused = site.post("add", {**fields, "new-section": "#", "text": "# No"})
    page = site.ask(refused.headers["location"]).text
    assert form_of(page, "add")["new-section"] == "#"


def test_many_facts_are_paged(site: Site, store: Store) -> None:
    lines = "".join(f"- Fact of the number {n}\n" for n in range(175))
    versions.change(store, lambda _: f"# User Profile\n\n## Interests\n{lines}", "load")
    seen: list[str] = []
    for number in range(1, 5):
        page = site.page(f"facts?page={number}")
        seen += [n for n in range(175) if f">Fact of the number {n}<" in page]
        assert f"Page {number} of 4" in text_of(page)
    assert seen == list(range(175))
    assert "Page 4 of 4" in text_of(site.page("facts?page=99999"))
    assert site.page("facts?page=-1") and site.page("facts?page=%C2%B2")
    assert facts_page._PAGE == 50


def test_it_stays_open_while_the_whole_document_is_written(site: Site) -> None:
    """Typing into a form sends no request."""
    site.session.used -= 1800.0
    assert site.session.idle() >= 1800.0
    site.page("document")
    site.session.used -= 1800.0
    assert site.session.idle() < 0.0
    site.session.used -= 8 * 3600.0
    assert site.session.idle() >= 1800.0
    site.page("facts")
    site.session.used -= 1800.0
    assert site.session.idle() >= 1800.0
