"""Answers that say that nothing changes, and prose that does not."""

import pytest
from support.rows import for_each

from llm_user_memory.model.answer import parse_answer
from llm_user_memory.model.no_change import means_nothing
from llm_user_memory.profile.document import EMPTY

pytestmark = pytest.mark.once

NOTHING = {
    "values": ["", " \n", "{}", "{ }", "[]", "[{}]", "null", '""', "```json\n{}\n```", "```\n```"],
    "English": [
        "NO_UPDATE",
        "No updates are necessary",
        "There is nothing to change.",
        "There's nothing to add or remove.",
        "No changes.",
        "**No changes**",
        "No changes needed.",
        "No change is required.",
        "No changes were made to the profile.",
        "There are no changes to be made.",
        "No new facts to add.",
        "No new facts were found in this conversation.",
        "No new information to remember.",
        "No edits.",
        "Nothing.",
        "Nothing new.",
        "None.",
        "The profile is unchanged.",
        "The profile does not need to be changed.",
        "The user asked about tides. There is nothing to change.",
        "Nothing to change. The user only asked how tides work.",
        "The user asked about tides.\n\nNo changes.",
    ],
    "German": [
        "Keine Änderungen.",
        "Keine Änderung erforderlich.",
        "Es sind keine Änderungen notwendig.",
        "Es gibt nichts zu ändern.",
        "Nichts hinzuzufügen oder zu ändern.",
        "Keine neuen Fakten.",
        "Das Profil bleibt unverändert.",
        "Keine.",
        "Nichts.",
    ],
    "Spanish": [
        "Sin cambios.",
        "No hay cambios.",
        "No hay nada que cambiar.",
        "No se requieren cambios.",
        "Nada que añadir o modificar.",
        "Ninguno.",
        "Nada.",
    ],
    "French": [
        "Aucun changement.",
        "Aucune modification nécessaire.",
        "Il n'y a rien à changer.",
        "Rien à ajouter.",
        "Pas de changement.",
        "Le profil reste inchangé.",
        "Aucun.",
        "Rien.",
    ],
    "Russian": [
        "Нет изменений.",
        "Изменений нет.",
        "Изменения не требуются.",
        "Нечего менять.",
        "Ничего не нужно добавлять.",
        "Без изменений.",
        "Ничего.",
        "Нет.",
    ],
    "Chinese": [
        "没有变化。",
        "没有需要更改的内容。",
        "没有任何变化。",
        "没有新的信息。",
        "无需更改。",
        "不需要更新。",
        "無變化",
        "没有",
        "无。",
    ],
}
SOMETHING = {
    "code": ["function f() {}", "()=>{}", "{}; // nothing", '{"edits": "none"}'],
    "English": [
        "I'm sorry, but I can't help with that.",
        "There should be an update, I think.",
        "The profile has changes.",
        "No.",
        "Not now.",
        "No problem!",
        "No idea.",
        "No, that is not right.",
        "Nothing is faster than light.",
        "Nothing to worry about.",
        "None of the moons cause tides.",
        "No changes in the tides were seen since 1900.",
        "No information is available about that topic.",
        "I have nothing to add.",
    ],
    "German": ["Nichts ist unmöglich.", "Keine Ahnung.", "Es gibt keine Lösung.", "Kein Problem."],
    "Spanish": ["Nada es imposible.", "No hay problema.", "No hay de qué", "Sin duda.", "De nada."],
    "French": ["Rien ne va plus.", "Aucune idée.", "De rien.", "Pas de problème."],
    "Russian": ["Ничего страшного.", "Нет проблем.", "Не за что."],
    "Chinese": ["没有问题。", "没关系。", "不是。", "不客气。", "不要。", "不可以。"],
}


@for_each(
    "answer",
    [pytest.param(text, id=f"{kind}: {text!r}") for kind in NOTHING for text in NOTHING[kind]],
)
def test_an_answer_that_changes_nothing_is_understood(answer: str) -> None:
    found = parse_answer(answer, EMPTY)
    assert found.understood and not found.edits


@for_each(
    "answer",
    [pytest.param(text, id=f"{kind}: {text!r}") for kind in SOMETHING for text in SOMETHING[kind]],
)
def test_other_prose_is_not_understood(answer: str) -> None:
    assert not means_nothing(answer)
    assert not parse_answer(answer, EMPTY).understood
