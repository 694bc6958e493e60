"""What a search does whose time for updating the index is over."""

import pytest
from support.llm_log import START, Log

from llm_user_memory.recall import lookup
from llm_user_memory.recall.search import Query
from llm_user_memory.settings import read_settings
from llm_user_memory.store.state import Store

pytestmark = pytest.mark.once


def test_an_update_without_time_keeps_no_lock(
    store: Store, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.say("The accordion stands in the attic", START + 1)
    monkeypatch.setattr(lookup, "PATIENCE", -1.0)
    cut_short = lookup.find(store, read_settings({}), Query("accordion"))
    assert lookup.INCOMPLETE in cut_short.remarks
    assert not [remark for remark in cut_short.remarks if "Another process" in remark]
    monkeypatch.undo()
    found = lookup.find(store, read_settings({}), Query("accordion"))
    assert found.hits[0].text == "The accordion stands in the attic"
