"""What models learn from conversations: right facts, false facts, and none where there is none.

    python benchmarks/profile_quality.py [-m MODEL ...] [--write docs/profile-quality.md]

Without -m, the base model of `make demo` is served and asked (DEMO_FOLDER as there); with -m, any
models that `llm` has, with your keys. The conversations and the right facts are in
profile_quality_cases.json. Everything from the typed text to the checked profile is the product's
own code. Exits with 1 if a turn that has a fact would be skipped without a request.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import product
from pathlib import Path
from statistics import mean
from typing import get_args

OWN = dict(os.environ)  # importing harness changes the home, and -m needs the models of the user

from harness import ROOT, arguments, clean, publish, say, table  # noqa: E402
from profile_quality_cases import SPLITS, Case, Outcome, load  # noqa: E402

from llm_user_memory.checks import guard  # noqa: E402
from llm_user_memory.checks.guard import CheckContext  # noqa: E402
from llm_user_memory.checks.quotes import TypedText  # noqa: E402
from llm_user_memory.errors import ModelError  # noqa: E402
from llm_user_memory.model import client  # noqa: E402
from llm_user_memory.model.answer import parse_answer  # noqa: E402
from llm_user_memory.model.forms import Form  # noqa: E402
from llm_user_memory.model.request import Message, request  # noqa: E402
from llm_user_memory.profile.document import facts  # noqa: E402
from llm_user_memory.store import ledger  # noqa: E402
from llm_user_memory.text import pasted, redact  # noqa: E402
from llm_user_memory.text.words import fold  # noqa: E402

sys.path.insert(0, str(ROOT / "demo"))
import prepare  # noqa: E402

SAID_AT = datetime(2025, 6, 4, 12)  # every conversation; a Wednesday
SAID_BEFORE = datetime(2025, 3, 5)  # every fact that the profile has already


def main() -> None:
    """Ask each model about every conversation and print the tables."""
    parser = arguments(__doc__)
    parser.add_argument("-m", "--model", action="append", help="a model that llm knows; repeatable")
    parser.add_argument(
        "--form", action="append", choices=get_args(Form), help="default: the product's own choice"
    )
    parser.add_argument("--verbose", action="store_true", help="print what went wrong, too")
    given = parser.parse_args()
    try:
        with _models(given.model) as models:
            asked = [(name, form) for name in models for form in _forms(name, given.form)]
            outcomes = {each: _all_outcomes(*each) for each in asked}
        publish("quality-models" if given.model else "quality", _sections(outcomes), given.write)
    except (ModelError, prepare.Failed) as error:
        raise SystemExit(str(error)) from error
    finally:
        clean()
    if given.verbose:
        print(*(line for each in outcomes.values() for line in _mistakes(each)), sep="\n")
    if any(outcome.wrongly_skipped for each in outcomes.values() for outcome in each):
        raise SystemExit("A turn that holds a fact would be skipped without a request.")


def outcome_of(case: Case, model_id: str, form: Form) -> Outcome:
    """Ask the model about one conversation, and check its answer, as an update does."""
    turns = [turn for turn in case.said if not ledger.skip_reason(turn.typed)]
    skipped = [turn.typed for turn in case.said if turn not in turns]
    if not turns:
        return Outcome(case, skipped)
    secrets = frozenset[str]().union(*(redact.secrets_in(turn.typed) for turn in turns))
    prompts = [redact.redacted(turn.typed, secrets) for turn in turns]
    messages = [
        Message(pasted.without_pasted(prompt), redact.redacted(turn.reply, secrets))
        for prompt, turn in zip(prompts, turns, strict=True)
    ]
    profile = redact.redacted(case.profile, secrets)
    said = {fold(fact.text): f"{SAID_BEFORE:%Y-%m}" for fact in facts(profile)}
    text = request(form, profile, messages, SAID_AT.date(), said=said)
    reply = client.ask(model_id, form, text)
    answer = parse_answer(reply.text, case.profile)
    typed = [
        TypedText(str(number), words, SAID_AT.timestamp())
        for number, prompt in enumerate(prompts)
        for words in pasted.typed_parts(prompt)
    ]
    known = CheckContext({fold(fact.text): "" for fact in facts(case.profile)})
    profile, verdicts = guard.check(answer.edits, case.profile, typed, known)
    tokens = (reply.input_tokens, reply.output_tokens)
    understood = answer.understood or form == "completion"
    return Outcome(case, skipped, reply.text, answer.edits, verdicts, profile, tokens, understood)


@contextmanager
def _models(named: Sequence[str] | None) -> Iterator[Sequence[str]]:
    """Yield the models to ask: the named ones, or else the demo's, which is served meanwhile."""
    if named:
        os.environ.clear()
        os.environ.update(OWN)
        yield named
        return
    folder = Path(os.environ.get("DEMO_FOLDER") or ROOT / ".demo").resolve()
    home = Path(os.environ["HOME"])
    with prepare.alone_in(folder):
        venv = prepare.make_venv(folder)
        prepare.install(venv, "model", prepare.LOCAL_PACKAGES)
        with prepare.local_server(venv, folder) as base:
            os.environ["LLM_USER_PATH"] = str(prepare.user_path(home))
            prepare.user_path(home).mkdir(parents=True)
            prepare.use_local_model(home, base)
            yield [prepare.LOCAL_MODEL]


def _forms(model_id: str, named: Sequence[Form] | None) -> Sequence[Form]:
    return named or [client.best_form(model_id)]


def _all_outcomes(model_id: str, form: Form) -> list[Outcome]:
    cases = load()
    say(f"asking {model_id} for {form} about {len(cases)} conversations")
    return [outcome_of(case, model_id, form) for case in cases]


def _sections(outcomes: dict[tuple[str, Form], list[Outcome]]) -> Iterator[str]:
    groups = {
        (f"{name}, {form}, {split}"): [each for each in found if each.case.split == split]
        for ((name, form), found), split in product(outcomes.items(), SPLITS)
    }
    headings = ("conversations", "precision", "recall", "silence kept")
    yield table(
        ["learned, after the checks", *headings, "old facts gone", "tokens in, out"],
        [
            [name, len(each), *_rates(each, checked=True), _gone(each), _tokens(each)]
            for name, each in groups.items()
        ],
    )
    yield table(
        [
            "proposed, before them",
            *headings,
            "wrong edits refused",
            "right facts refused",
            "unread",
        ],
        [
            [name, len(each), *_rates(each, checked=False), *_refused(each), _unread(each)]
            for name, each in groups.items()
        ],
    )
    yield _by_kind({f"{name}, {form}": found for (name, form), found in outcomes.items()})
    every = next(iter(outcomes.values()))
    turns = sum(len(each.case.said) for each in every)
    skipped = sum(len(each.skipped) for each in every)
    wrongly = sum(len(each.wrongly_skipped) for each in every)
    yield f"Skipped without a request: {skipped} of {turns} turns, wrongly {wrongly}."


def _rates(outcomes: Sequence[Outcome], *, checked: bool) -> tuple[str, str, str]:
    """Precision of edits, recall of facts, and the share of correctly unchanged profiles."""
    edits = [(each.case, each.taken if checked else each.proposed) for each in outcomes]
    right = sum(case.allows(edit) for case, made in edits for edit in made)
    silent = [not made for case, made in edits if not case.expect]
    return (
        _share(right, sum(len(made) for _case, made in edits)),
        _share(sum(case.found(made) for case, made in edits), _expected(outcomes)),
        _share(sum(silent), len(silent)),
    )


def _refused(outcomes: Sequence[Outcome]) -> tuple[str, str]:
    """How many of the wrong edits, and of the right facts, the checks refused."""
    wrong = [sum(not each.case.allows(edit) for edit in each.proposed) for each in outcomes]
    taken = [sum(not each.case.allows(edit) for edit in each.taken) for each in outcomes]
    proposed = sum(each.case.found(each.proposed) for each in outcomes)
    learned = sum(each.case.found(each.taken) for each in outcomes)
    return f"{sum(wrong) - sum(taken)} of {sum(wrong)}", f"{proposed - learned} of {proposed}"


def _by_kind(outcomes: dict[str, list[Outcome]]) -> str:
    kinds = dict.fromkeys((bool(case.expect), case.kind) for case in load())
    rows = [
        [
            kind if told else f"{kind} (silence)",
            *(_cell(each, told, kind) for each in outcomes.values()),
        ]
        for told, kind in kinds
    ]
    return table(["kind: facts found, false ones", *outcomes], rows)


def _cell(outcomes: Sequence[Outcome], told: bool, kind: str) -> str:
    of_kind = [
        each for each in outcomes if (bool(each.case.expect), each.case.kind) == (told, kind)
    ]
    false = sum(not each.case.allows(edit) for each in of_kind for edit in each.taken)
    if not told:
        return f"{false} false in {len(of_kind)}"
    found = sum(each.case.found(each.taken) for each in of_kind)
    return f"{found} of {_expected(of_kind)}, {false} false"


def _expected(outcomes: Sequence[Outcome]) -> int:
    return sum(len(each.case.expect) for each in outcomes)


def _gone(outcomes: Sequence[Outcome]) -> str:
    all_of_them = sum(len(each.case.gone) for each in outcomes)
    return f"{all_of_them - sum(each.left for each in outcomes)} of {all_of_them}"


def _tokens(outcomes: Sequence[Outcome]) -> str:
    asked = [each.tokens for each in outcomes if each.tokens]
    counted = [(put, got) for put, got in asked if put is not None and got is not None]
    if not counted:
        return "not told"
    return ", ".join(f"{mean(column):.0f}" for column in zip(*counted, strict=True))


def _unread(outcomes: Sequence[Outcome]) -> int:
    """The number of answers in no known form."""
    return sum(not each.understood for each in outcomes)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} % ({part} of {whole})" if whole else "none"


def _mistakes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for each in outcomes:
        missed = len(each.case.expect) - each.case.found(each.taken)
        false = [edit for edit in each.taken if not each.case.allows(edit)]
        if missed or false or each.left:
            said = " / ".join(turn.typed for turn in each.case.said)
            yield f"\n{each.case.id} ({each.case.split}): {said[:160]!r}"
            yield f"  answer: {each.answer[:300]!r}"
            yield from (f"  {v.refusal or 'taken'}: {v.edit.new or v.edit}" for v in each.verdicts)
            yield f"  missed {missed}, false {len(false)}, old facts left {each.left}"


if __name__ == "__main__":
    main()
