"""What was forgotten is given to no model any more, and the answers after it neither."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from mcp.client.client import Client

from llm_user_memory.server import database, withheld
from llm_user_memory.server.calls import Context

from .conftest import Scripted, ScriptedEmbeddings, Served
from .test_embeddings import embed as embed
from .test_embeddings import embedding as embedding
from .test_learning import answer, edit, fact_id, texts
from .test_learning import learn as learn
from .test_learning import say as say
from .test_mcp import key_with, refused, told, with_client

SAID = "I take insulin. What may I eat?"
TOLD = "As you take insulin, rice."
REPEATED = "Rice is fine for you."


@pytest.fixture
def forget(client: Any, model: Scripted, say: Any, learn: Any) -> Any:
    """Learn a fact from session s1, whose summary does not say it; return what forgets the fact."""
    say(SAID)
    say(TOLD, role="assistant")
    say("I play the oboe and I take insulin.")
    say(REPEATED, role="assistant")
    model.answers["I take insulin"] = answer(
        edit("add", "I take insulin", "Takes insulin"),
        edit("add", "I play the oboe and I take insulin", "Plays the oboe", section="Interests"),
        summary="They spoke of food.",
    )
    learn()
    assert texts(client) == ["Takes insulin", "Plays the oboe"]

    def forgotten() -> None:
        url = f"/v1/facts/{fact_id(client, 'Takes insulin')}"
        assert client.delete(url).status_code == 200
        model.requests.clear()

    return forgotten


def given(model: Scripted) -> str:
    """All that the model was asked since the last call."""
    asked = "\n".join(model.requests)
    model.requests.clear()
    return asked


def test_what_was_not_learned_from_yet_is_left_out(
    model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    say("I take insulin, so is cake fine? My name is Ada.", session="s2")
    say("A slice of cake will do.", session="s2", role="assistant")
    say("My sister lives in Bergen.", session="s2")
    forget()
    learn()
    asked = given(model)
    assert "Bergen" in asked
    assert "insulin" not in asked and "slice of cake" not in asked
    say("I had soup.")
    say("Soup is fine, too.", role="assistant")
    learn()
    asked = given(model)
    assert "I had soup." in asked and "Soup is fine" not in asked


def test_a_session_of_which_nothing_is_left_asks_no_model(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    say("I take insulin, too.", session="s2")
    say("Well then.", session="s2", role="assistant")
    forget()
    assert learn() == 2, "s1 is summarised again, too"
    assert given(model) == ""
    assert client.get("/v1/sessions/s2").json()["summary"] is None
    assert learn() == 0


def test_a_summary_is_made_again_without_it(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    say("Which tea is good?", session="s2")
    say("Green tea.", session="s2", role="assistant")
    say(SAID, session="s2")
    say(TOLD, session="s2", role="assistant")
    model.answers.clear()
    model.answers["Green tea"] = answer(summary="The user takes insulin.")
    learn()
    forget()
    assert client.get("/v1/sessions/s2").json()["summary"] is None
    learn()
    asked = given(model)
    assert "Green tea." in asked and "insulin" not in asked and "rice" not in asked


def test_what_is_forgotten_while_the_model_answers_is_not_stored(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    say("As I take insulin, is cake fine? My sister is called Ines.", session="s2")
    say("I sail a lot.", session="s2")
    model.answers.clear()

    def answer_late() -> dict[str, Any]:
        forget()
        return answer(
            edit("add", "My sister is called Ines", "Has a sister called Ines"),
            edit("add", "I sail a lot", "Sails", section="Interests"),
            summary="Cake for somebody with diabetes.",
        )

    model.answers["is cake fine"] = answer_late
    learn()
    assert texts(client) == ["Plays the oboe", "Sails"]
    assert client.get("/v1/sessions/s2").json()["summary"] is None


def test_a_summary_that_says_it_in_other_words_is_made_again(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    assert client.get("/v1/sessions/s1").json()["summary"] == "They spoke of food."
    forget()
    assert client.get("/v1/sessions/s1").json()["summary"] is None
    say("I sail a lot.")
    learn()
    assert "They spoke of food." not in given(model)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Works at Siemens", "My job at Siemens is stressful. How do I quit?"),
        ("Nimmt Insulin", "Da ich Insulin nehme, was darf ich essen?"),
        ("Toma insulina", "Tomo insulina. ¿Qué puedo comer?"),
        ("Flies to Rome every May", "I will fly to Rome every May, any tips?"),
    ],
)
def test_what_says_it_in_another_form_is_named_and_its_summary_made_again(
    client: Any, model: Scripted, say: Any, learn: Any, fact: str, said: str
) -> None:
    say(said)
    model.answers[said] = answer(summary="It was about something else.")
    learn()
    client.post("/v1/facts", json={"section": "Personal Information", "text": fact})
    told = client.delete(f"/v1/facts/{fact_id(client, fact)}").json()
    assert told["left"] == ["m0"] and told["deleted"]["summaries"] == 1
    assert client.get("/v1/sessions/s1").json()["summary"] is None


def test_what_an_earlier_version_did_not_withhold_is_found_out(
    client: Any, user: str, learner: Context, learn: Any, forget: Any
) -> None:
    forget()
    learn()
    with database.transaction(learner.pool, user) as db:
        db.execute("delete from withheld")
        db.execute("insert into uncompared (message_seq) select seq from messages")
    with database.transaction(learner.pool, user) as db:
        db.execute("set transaction read only")  # as on a replica, where nothing can be noted
        rows = db.execute("select * from messages order by seq").fetchall()
        left = [row["content"] for row in withheld.load(db).told(db, rows)]
    assert TOLD not in left and REPEATED not in left
    found = client.post("/v1/search", json={"query": "rice"}).json()["passages"]
    assert found == []
    with database.transaction(learner.pool, user) as db:
        assert len(db.execute("select seq from withheld").fetchall()) == 1
        assert db.execute("select 1 from uncompared").fetchone() is None


def test_a_message_that_comes_late_withholds_the_answers_after_it(
    client: Any, say: Any, forget: Any
) -> None:
    forget()
    say(f"{SAID} And which bread?", session="s2", said_at="2026-03-01T11:00:00Z")
    say("Rye bread.", session="s2", role="assistant", said_at="2026-03-01T11:00:30Z")
    client.delete("/v1/messages", params={"id": "m4"})
    assert client.post("/v1/search", json={"query": "bread"}).json()["passages"] == []


def test_of_a_session_only_what_comes_late_is_compared(
    user: str, learner: Context, say: Any, forget: Any
) -> None:
    """A program tells when each message was said, so that one is late: "Forget it"."""
    forget()
    said = "Forget that I need a drug for sugar."
    say(said, said_at="2026-03-01T11:00:00Z")
    say("Thanks.", said_at=datetime.now(timezone.utc).isoformat())
    with database.transaction(learner.pool, user) as db:
        rows = db.execute("select content from uncompared u join messages m on "
                          "m.seq = u.message_seq").fetchall()  # fmt: skip
    assert [row["content"] for row in rows] == [said]


def test_what_comes_late_while_a_session_is_compared_is_compared_next(
    client: Any,
    user: str,
    learner: Context,
    say: Any,
    forget: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forget()
    say("Which bread?", session="s2", said_at="2026-03-01T11:00:00Z")
    say("Rye bread.", session="s2", role="assistant", said_at="2026-03-01T11:10:00Z")
    saying = withheld._saying

    def meanwhile(*given: Any) -> Any:
        monkeypatch.undo()
        say(SAID, session="s2", said_at="2026-03-01T11:05:00Z")
        return saying(*given)

    monkeypatch.setattr(withheld, "_saying", meanwhile)
    with database.transaction(learner.pool, user) as db:
        rows = db.execute("select * from messages where session_id = 's2'").fetchall()
        assert len(withheld.load(db).told(db, rows)) == 2
    found = client.post("/v1/search", json={"query": "bread"}).json()["passages"]
    assert [each["text"] for each in found] == ["Which bread?"]


def test_a_first_summary_that_is_dropped_is_made_later(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    say("I sail on Sundays.", session="s2")
    say(SAID, session="s2")

    def answer_late() -> dict[str, Any]:
        forget()
        return answer(summary="Sailing, and food.")

    model.answers.clear()
    model.answers["sail on Sundays"] = answer_late
    learn()
    assert client.get("/v1/sessions/s2").json()["summary"] is None
    model.answers["sail on Sundays"] = "Sailing on Sundays."
    learn()
    assert client.get("/v1/sessions/s2").json()["summary"] == "Sailing on Sundays."


@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_summary_that_is_dropped_is_made_of_the_whole_session(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any, is_deleted: bool
) -> None:
    """The session goes on before the summary is due; what is said then is learned at once."""
    say("I sail on Sundays.")
    model.answers["sail on Sundays"] = answer(summary="Food, and sailing.")
    learn()
    forget()
    if is_deleted:
        client.delete("/v1/messages", params={"id": "m1"})
    say("Now a word on Vienna, where I live.")
    model.answers.clear()
    lives = edit("add", "Vienna, where I live", "Lives in Vienna")
    model.answers["sail on Sundays"] = "Sailing, then Vienna."
    model.answers["word on Vienna"] = answer(lives, summary="They spoke of Vienna.")
    learn()
    learn()
    assert client.get("/v1/sessions/s1").json()["summary"] == "Sailing, then Vienna."
    assert "Lives in Vienna" in texts(client)


def test_a_summary_that_says_it_is_not_asked_for_again_and_again(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    forget()
    learn()
    say("I sail.", session="s2")
    model.answers.clear()
    model.answers["I sail."] = answer(summary="The user takes insulin.")
    assert learn() == 1 and learn() == 0
    assert client.get("/v1/sessions/s2").json()["summary"] is None


def test_what_is_accepted_in_review_is_forgotten_no_more(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    forget()
    now = datetime.now(timezone.utc).isoformat()
    say("I take insulin again now.", session="s9", said_at=now)
    model.answers.clear()
    model.answers["insulin again"] = answer(
        edit("add", "I take insulin again now", "Takes insulin")
    )
    learn()
    [waits] = client.get("/v1/review").json()["waiting"]
    assert client.post(f"/v1/review/{waits['id']}", json={"accept": True}).status_code == 200
    found = client.post("/v1/search", json={"query": "insulin again"}).json()["passages"]
    assert "I take insulin again now." in {each["text"] for each in found}
    [why] = client.get(f"/v1/facts/{fact_id(client, 'Takes insulin')}/why").json()["said"]
    assert why["quote"] == "I take insulin again now"


def test_a_question_that_is_answered_meanwhile_has_no_answer(
    answering: Served, user: str, client: Any, model: Scripted, forget: Any
) -> None:
    def reply() -> str:
        if texts(client) != ["Plays the oboe"]:
            forget()
        return 'ANSWER: You take insulin.\nFROM 1: "I take insulin"'

    model.answers.clear()
    model.answers["Which drug"] = reply
    asked = {"question": "Which drug, insulin?"}
    with answering.client(user) as asker:
        assert asker.post("/v1/answer", json=asked).json()["answer"] is None
    assert texts(client) == ["Plays the oboe"]


def test_a_model_that_lists_is_not_given_it(
    served: Served, user: str, client: Any, forget: Any
) -> None:
    client.post("/v1/knowledge", json={"id": "k1", "text": "The user takes insulin."})
    client.put("/v1/diary/2026-03-01", json={"text": "I take insulin."})
    client.post("/v1/knowledge", json={"id": "k2", "text": "The user likes tea."})
    forget()

    async def act(mcp: Client) -> None:
        said = (await told(mcp, "list_messages"))["messages"]
        assert [each["content"] for each in said] == []
        known = (await told(mcp, "list_knowledge"))["knowledge"]
        assert [each["id"] for each in known] == ["k2"]
        assert (await told(mcp, "list_diary"))["entries"] == []
        assert "no such" in await refused(mcp, "get_knowledge", knowledge="k1")
        assert "no entry" in await refused(mcp, "get_diary", day="2026-03-01")

    with_client(served, user, act, key=key_with(served, "read"))
    assert len(client.get("/v1/messages").json()["messages"]) == 4, "whoever has the key asks"


def test_a_model_is_not_given_a_quote_of_a_message_that_is_withheld(
    served: Served, user: str, client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    said = "i'm in a wheelchair and i keep bees in porto"
    say(said)
    model.answers["wheelchair"] = answer(
        edit("add", "i'm in a wheelchair", "Uses a wheelchair"),
        edit("add", said, "Keeps bees in Porto", section="Interests"),
    )
    learn()
    client.delete(f"/v1/facts/{fact_id(client, 'Uses a wheelchair')}")
    bees = fact_id(client, "Keeps bees in Porto")

    async def act(mcp: Client) -> None:
        assert [each["quote"] for each in (await told(mcp, "why_facts", fact=bees))["said"]] == [""]

    with_client(served, user, act, key=key_with(served, "read"))
    assert client.get(f"/v1/facts/{bees}/why").json()["said"][0]["quote"] == said


def test_a_model_is_not_given_a_fact_that_ended_and_says_it(
    served: Served, user: str, client: Any, learner: Context, forget: Any
) -> None:
    new = {"section": "Personal Information", "text": "Takes insulin daily"}
    ended = client.post("/v1/facts", json=new).json()["id"]
    with database.transaction(learner.pool, user) as db:
        db.execute("update facts set state = 'ended' where id = %s", [ended])
    forget()

    async def act(mcp: Client) -> None:
        assert (await told(mcp, "list_facts", state="ended"))["facts"] == []
        for tool in ("get_facts", "why_facts"):
            assert "no such" in await refused(mcp, tool, fact=ended)

    with_client(served, user, act, key=key_with(served, "read"))
    assert client.get(f"/v1/facts/{ended}").json()["text"] == "Takes insulin daily"


def test_a_message_whose_clock_was_ahead_is_no_word_said_again(
    model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    ahead = (datetime.now(timezone.utc) + timedelta(minutes=5)).isoformat()
    say("I take insulin, and I sail.", session="s2", said_at=ahead)
    say("Sail on.", session="s2", role="assistant", said_at=ahead)
    forget()
    learn()
    assert "sail" not in given(model)


def test_what_is_said_again_counts_again(
    model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    forget()
    later = datetime.now(timezone.utc).isoformat()
    say("I take insulin again.", session="s2", said_at=later)
    say("As you should.", session="s2", role="assistant", said_at=later)
    learn()
    asked = given(model)
    assert "I take insulin again." in asked and "As you should." in asked


def test_answers_after_it_are_not_found(client: Any, say: Any, forget: Any) -> None:
    say("Rice is what I cook.", session="s2")
    say("Rice it is.", session="s2", role="assistant")

    def found(query: str) -> set[str]:
        answered = client.post("/v1/search", json={"query": query}).json()
        return {each["text"] for each in answered["passages"]}

    others = {"Rice is what I cook.", "Rice it is."}

    def context() -> str:
        return str(client.post("/v1/context", json={"prompt": "Is rice fine for me?"}).text)

    assert found("rice") >= {TOLD, REPEATED, *others} and REPEATED in context()
    forget()
    assert found("rice") == others
    assert REPEATED not in context()


def test_they_stay_withheld_when_the_message_is_deleted(
    client: Any, model: Scripted, learn: Any, forget: Any
) -> None:
    forget()
    for message in ("m0", "m2"):
        assert client.delete("/v1/messages", params={"id": message}).status_code == 200
    found = client.post("/v1/search", json={"query": "rice"}).json()["passages"]
    assert found == []
    learn()
    assert given(model) == ""


def test_another_fact_that_is_added_again_brings_none_of_them_back(
    client: Any, model: Scripted, say: Any, learn: Any, forget: Any
) -> None:
    say("Rice for cellists, perhaps?", session="s2", role="assistant")
    forget()
    client.delete(f"/v1/facts/{fact_id(client, 'Plays the oboe')}")
    for message in ("m0", "m2"):
        client.delete("/v1/messages", params={"id": message})
    fact = {"section": "Interests", "text": "Plays the oboe"}
    assert client.post("/v1/facts", json=fact).status_code == 201
    found = client.post("/v1/search", json={"query": "rice"}).json()["passages"]
    assert [each["text"] for each in found] == ["Rice for cellists, perhaps?"]
    say("I sail.")
    learn()
    asked = given(model)
    assert "I sail." in asked and REPEATED not in asked


def test_a_fact_that_is_forgotten_twice_withholds_what_was_after_deleted_messages(
    client: Any, forget: Any
) -> None:
    forget()
    for message in ("m0", "m2"):
        client.delete("/v1/messages", params={"id": message})
    client.post("/v1/facts", json={"section": "Personal Information", "text": "Takes insulin"})
    assert client.post("/v1/search", json={"query": "rice"}).json()["passages"]
    client.delete(f"/v1/facts/{fact_id(client, 'Takes insulin')}")
    assert client.post("/v1/search", json={"query": "rice"}).json()["passages"] == []


def test_a_fact_that_is_added_in_another_form_is_whole_again(client: Any, forget: Any) -> None:
    forget()
    client.post("/v1/facts", json={"section": "Personal Information", "text": "I take insulin"})
    found = client.post("/v1/search", json={"query": "rice"}).json()["passages"]
    assert {TOLD, REPEATED} <= {each["text"] for each in found}


def test_a_fact_that_says_more_than_a_forgotten_one_is_found(client: Any, forget: Any) -> None:
    forget()
    fact = {"section": "Personal Information", "text": "Takes insulin with lunch"}
    client.post("/v1/facts", json=fact)
    found = client.post("/v1/search", json={"query": "insulin lunch"}).json()["records"]
    assert [each["text"] for each in found] == [fact["text"]]


def test_a_fact_that_says_less_or_more_than_a_forgotten_one_brings_nothing_back(
    client: Any, forget: Any
) -> None:
    forget()
    for text in ("Does not take insulin", "Used to take insulin", "Insulin"):
        client.post("/v1/facts", json={"section": "Personal Information", "text": text})
    found = str(client.post("/v1/search", json={"query": "rice"}).json()["passages"])
    assert TOLD not in found and REPEATED not in found


def test_of_a_fact_that_was_edited_each_wording_is_forgotten(
    client: Any, model: Scripted, say: Any, learn: Any
) -> None:
    fact = {"section": "Personal Information", "text": "Works at Siemens"}
    url = f"/v1/facts/{client.post('/v1/facts', json=fact).json()['id']}"
    for firm in ("Bosch", "Aldi"):
        client.patch(url, json={"text": f"Works at {firm}"})
    say("I work at Siemens.")
    client.delete(url)
    model.answers["Siemens"] = answer(edit("add", "I work at Siemens", "Works at Siemens"))
    learn()
    assert texts(client) == [] and given(model) == ""


def test_nor_does_a_session_that_is_deleted_and_begins_anew(
    client: Any, say: Any, forget: Any
) -> None:
    forget()
    client.delete("/v1/messages", params={"session": "s1"})
    say("Rice is still fine.", role="assistant")
    assert client.post("/v1/search", json={"query": "rice"}).json()["passages"] == []


def test_an_answer_whose_clock_is_behind_stays_withheld(client: Any, say: Any, forget: Any) -> None:
    say(f"{SAID} And which bread?", session="s2", said_at="2026-03-01T11:00:30Z")
    say("Rye bread.", session="s2", role="assistant", said_at="2026-03-01T11:00:00Z")
    forget()
    client.delete("/v1/messages", params={"id": "m4"})
    assert client.post("/v1/search", json={"query": "bread"}).json()["passages"] == []


def test_they_are_told_by_their_times_too(client: Any, say: Any, forget: Any) -> None:
    """A client that was offline may send the answer first."""
    say("Rye bread is fine for you.", session="s2", role="assistant")
    say("Which bread?", session="s2", said_at="2026-03-01T11:00:00Z")
    say(SAID, session="s2", said_at="2026-03-01T11:30:00Z")
    forget()
    found = client.post("/v1/search", json={"query": "bread"}).json()["passages"]
    assert [each["text"] for each in found] == ["Which bread?"]


def test_the_quote_of_another_fact_does_not_say_it(client: Any, forget: Any) -> None:
    def quotes() -> list[str]:
        why = client.get(f"/v1/facts/{fact_id(client, 'Plays the oboe')}/why").json()
        return [each["quote"] for each in why["said"]]

    assert "insulin" in quotes()[0]
    forget()
    assert quotes() == [""]


def test_what_is_added_again_is_given_again(
    client: Any, say: Any, learn: Any, model: Scripted, forget: Any
) -> None:
    def found() -> str:
        return str(client.post("/v1/search", json={"query": "insulin rice"}).json()["passages"])

    before = found()
    forget()
    assert SAID not in found() and TOLD not in found()
    fact = {"section": "Personal Information", "text": "Takes insulin"}
    assert client.post("/v1/facts", json=fact).status_code == 201
    assert found() == before
    say("I sail.")
    learn()
    assert "I sail." in given(model)


def test_a_message_that_it_was_learned_from_may_say_it_in_other_words(
    client: Any, say: Any, learn: Any, model: Scripted
) -> None:
    """So is what follows it in its session; what is said later, or elsewhere, is not withheld."""
    said = "i'm in a wheelchair so which of these 3 airbnbs in porto works?"
    say(said)
    say("The one in Porto that has a lift works.", role="assistant")
    say("Is porto sunny in may?", session="s2")
    fact = edit("add", "i'm in a wheelchair", "Uses a wheelchair")
    model.answers["wheelchair"] = answer(fact, summary="Porto, without stairs.")
    learn()

    def found() -> str:
        passages = client.post("/v1/search", json={"query": "airbnbs porto"}).json()["passages"]
        context = client.post("/v1/context", json={"prompt": "airbnbs in porto"}).json()
        return f"{passages} {context}"

    before = found()
    assert said in before and "has a lift" in before
    assert client.delete(f"/v1/facts/{fact_id(client, 'Uses a wheelchair')}").status_code == 200
    assert "airbnbs in porto works" not in found() and "has a lift" not in found()
    assert "sunny" in found()
    model.requests.clear()
    model.answers.clear()
    say("And porto in june?")
    learn()
    asked = given(model)
    assert "june" in asked and "wheelchair" not in asked and "stairs" not in asked
    fact_again = {"section": "Personal Information", "text": "Uses a wheelchair"}
    assert client.post("/v1/facts", json=fact_again).status_code == 201
    assert said in found() and "has a lift" in found()


def test_a_refused_edit_withholds_no_message_on_which_a_fact_rests(
    client: Any, say: Any, learn: Any, model: Scripted
) -> None:
    say(SAID)
    say(TOLD, role="assistant")
    model.answers["I take insulin"] = answer(
        edit("add", "I take insulin", "Takes insulin"),
        edit("add", "I take insulin", "Uses insulin every day"),
    )
    learn()
    [waits] = client.get("/v1/review").json()["waiting"]
    client.post(f"/v1/review/{waits['id']}", json={"accept": False})
    found = str(client.post("/v1/search", json={"query": "insulin rice"}).json()["passages"])
    assert SAID in found and TOLD in found
    why = client.get(f"/v1/facts/{fact_id(client, 'Takes insulin')}/why").json()
    assert [each["quote"] for each in why["said"]] == ["I take insulin"]


@pytest.mark.parametrize("is_learned", [False, True])
def test_a_waiting_edit_whose_fact_is_known_by_now_waits_no_more(
    client: Any, say: Any, learn: Any, model: Scripted, is_learned: bool
) -> None:
    """To refuse it is not to forget the fact."""
    say("My sister says I take insulin, so what may I eat?")
    model.answers["My sister"] = answer(edit("add", "I take insulin", "Takes insulin"))
    learn()
    [waits] = client.get("/v1/review").json()["waiting"]
    if is_learned:
        say("I take insulin. Which rice is good?")
        model.answers.clear()
        model.answers["Which rice"] = answer(edit("add", "I take insulin", "Takes insulin"))
        learn()
    else:
        fact = {"section": "Personal Information", "text": "takes insulin"}
        assert client.post("/v1/facts", json=fact).status_code == 201
    assert client.get("/v1/review").json()["waiting"] == []
    refusal = client.post(f"/v1/review/{waits['id']}", json={"accept": False})
    assert refusal.status_code == 404
    found = str(client.post("/v1/search", json={"query": "insulin"}).json()["passages"])
    assert "My sister" in found


def test_a_refused_edit_waits_no_more_however_often_it_was_proposed(
    client: Any, say: Any, learn: Any, model: Scripted
) -> None:
    for number in range(3):
        said = f"My sister says I take insulin, so what may I eat on day {number}?"
        say(said, session=f"s{number}")
        model.answers[f"day {number}"] = answer(edit("add", "I take insulin", "Takes insulin"))
    learn()
    waiting = client.get("/v1/review").json()["waiting"]
    assert waiting
    client.post(f"/v1/review/{waiting[0]['id']}", json={"accept": False})
    assert client.get("/v1/review").json()["waiting"] == []


def test_it_is_not_embedded(
    embedding: Served,
    user: str,
    meanings: ScriptedEmbeddings,
    embed: Any,
    say: Any,
    forget: Any,
) -> None:
    say("Which tea is good?", session="s2")
    with embedding.client(user) as client:
        forget()
        client.post("/v1/messages", json={"messages": [
            {"id": "n", "session": "s3", "role": "user", "content": "Hello there"}]})  # fmt: skip
        client.patch("/v1/user", json={"language": "german"})
        client.post("/v1/search", json={"query": "tea"})
        meanings.given.clear()
        embed()
        asked = "\n".join(meanings.given)
        assert "tea" in asked and "insulin" not in asked and REPEATED not in asked
        fact = {"section": "Personal Information", "text": "Takes insulin"}
        assert client.post("/v1/facts", json=fact).status_code == 201
        embed()
        assert "insulin" in "\n".join(meanings.given)
