"""Tells whether an answer without edits says that nothing changes. Pure.

A model that has nothing to propose says so in many ways, and in the language of the conversation.
Only a whole sentence without other words counts, at the beginning or end of the answer or alone on
a line. So an apology, an error, or an answer to the user's question does not count.
"""

import re
from typing import NamedTuple

from ..text.patterns import regex
from ..text.words import fold, sentences

# The answer that the request asks for. It counts wherever it is in the answer.
_NO_UPDATE = regex(r"\bNO_UPDATE\b", re.I)
_FENCE = regex(r"^[ \t]*(?:```|~~~)\w*[ \t\r]*$", re.M)
_CODE = regex(r"[{}\[\]<>=]")
_EMPTY_VALUES = frozenset({"", "{}", "[]", "[{}]", "null", '""'})


class _Words(NamedTuple):
    """The folded words of sentences that say that nothing changes, in one language.

    Such a sentence has no other words, and has either one of `nothing`, or one of `negations` and
    one of `changes`.
    """

    nothing: frozenset[str]
    negations: frozenset[str]
    changes: frozenset[str]
    others: frozenset[str]


def _words(nothing: str, negations: str, changes: str, others: str) -> _Words:
    return _Words(*(frozenset(words.split()) for words in (nothing, negations, changes, others)))


_ENGLISH = _words(
    "nothing none unchanged",
    "no not doesnt dont isnt arent without",
    "change changes changed edit edits edited update updates updated add added addition additions"
    " replace replaced remove removed modification modifications modify modified fact facts"
    " information remember remembered record recorded save saved store stored",
    "there theres is are was were has have been be being here the a any this that to of in from"
    " for or and new further more other lasting relevant personal found made make do does need"
    " needs needed require requires required necessary proposed profile user users conversation"
    " message remains stays at time now answer result",
)
_GERMAN = _words(
    "nichts keine unverändert",
    "keinen keiner kein nicht ohne",
    "ändern geändert änderung änderungen aktualisieren aktualisierung aktualisierungen ergänzen"
    " ergänzung ergänzungen hinzufügen hinzuzufügen entfernen ersetzen fakt fakten merken",
    "es gibt ist sind war waren da hier zu oder und am im das dem der diesem dieser neue neuen"
    " weitere weiteren profil bleibt gespräch unterhaltung muss müssen werden wird nötig notwendig"
    " erforderlich",
)
_SPANISH = _words(
    "nada ninguno ninguna",
    "no ningún sin",
    "cambia cambiar cambio cambios actualizar actualización actualizaciones añadir agregar"
    " modificar modificación modificaciones eliminar reemplazar dato datos hecho hechos recordar",
    "hay que es son ni o y en el la los las de del al se necesario necesaria necesarios necesarias"
    " necesita necesitan requiere requieren nuevo nueva nuevos nuevas para por perfil conversación"
    " esta este",
)
_FRENCH = _words(
    "rien aucun aucune inchangé",
    "pas ny sans",
    "changer changement changements modifier modification modifications ajouter ajout ajouts"
    " mettre mise mises jour supprimer remplacer fait faits retenir",
    "il ny a nest est sont à au de du dans le la les cette ce ou ni et nouveau nouveaux nouvelle"
    " nouvelles autre profil conversation reste nécessaire nécessaires requis requise requises",
)
_RUSSIAN = _words(
    "ничего нечего",
    "нет никаких не без",
    "изменений изменения изменение изменять изменить менять меняется обновлений обновления"
    " обновлять обновить добавлять добавить удалять удалить заменять фактов факты запоминать"
    " правок",
    "в и или здесь из этом этого профиль профиле разговоре новых других нужно надо нужны требуется"
    " требуются остаётся остается",
)
# Folding makes a word of each Chinese letter.
_CHINESE = _words(
    "",
    "没 無 无 不",
    "更 改 变 變 修 添 增 删 录 息",
    "有 任 何 什 么 需 须 要 必 可 以 进 行 新 的 动 化 加 除 记 内 容 信 事 实 地 方 这 里 目 前"
    " 本 次 对 话 中 用 户 个 人 档 案 资 料 保 持",
)
_LANGUAGES = (_ENGLISH, _GERMAN, _SPANISH, _FRENCH, _RUSSIAN, _CHINESE)
# Whole folded sentences that the tables lack, and those that they would misread ("you're welcome").
_ALONE = frozenset({"无", "没 有", "нет"})
_IDIOMS = frozenset({"de nada", "de rien"})


def means_nothing(text: str) -> bool:
    """Tell whether an answer without edits says that nothing changes."""
    unfenced = _FENCE.sub("", text).strip().removeprefix("```json").strip("`~ \t\r\n")
    if "".join(unfenced.split()).lower() in _EMPTY_VALUES or _NO_UPDATE.search(text):
        return True
    said = sentences(unfenced)
    return any(map(_says_nothing, {*unfenced.splitlines(), *said[:1], *said[-1:]}))


def _says_nothing(sentence: str) -> bool:
    folded = fold(sentence) if not _CODE.search(sentence) else ""
    words = set(folded.split()) if folded not in _IDIOMS else set()
    return folded in _ALONE or any(_fits(words, known) for known in _LANGUAGES)


def _fits(words: set[str], known: _Words) -> bool:
    says = words & known.nothing or (words & known.negations and words & known.changes)
    return bool(says) and words <= frozenset().union(*known)
