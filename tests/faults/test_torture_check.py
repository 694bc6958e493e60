"""`torture.check_invariants` finds each kind of loss, so it cannot always pass."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from support import torture
from support.product import Product

from llm_user_memory.daemon import control as daemon

pytestmark = [pytest.mark.product, pytest.mark.once]

_SPOILT = {
    "a turn that is not accounted for": "update counts set turns = 0",
    "a fact that was lost": """
        delete from edits;
        delete from version_parts;
        delete from parts;
        update versions set digest = x'cae66941d9efbd404e4d88758ea67670', written = 1
    """,
    "a fact that was noted twice": """
        insert into edits (update_id, op, section, old, new, quote, turn_id, refusal)
        select update_id, op, section, old, new, quote, turn_id, refusal from edits
    """,
    "a version that is gone": """
        update version_parts set version = 9 where version = (select max(n) from versions);
        update versions set n = 9 where n = (select max(n) from versions)
    """,
    "a version of which a part is gone": "delete from parts where id = (select max(id) from parts)",
    "a part that no version has": "insert into parts values (999, x'00', 1, x'00')",
}


def test_the_check_finds_what_is_wrong(product: Product) -> None:
    product.answer({"Oslo": 'ADD Personal Information | Lives in Oslo | "I live in Oslo"'})
    product.type("I live in Oslo")
    product.wait_for_fact("Lives in Oslo")
    torture.heal(product)
    torture.check_invariants(product, "nothing", ["Lives in Oslo"])
    daemon.stop(product.folder)
    sound = shutil.copytree(product.folder.path, product.base / "sound")
    for what, script in _SPOILT.items():
        with closing(sqlite3.connect(product.folder.state)) as db:
            db.executescript(script)
        if "lost" in what:
            product.folder.profile.write_text("")
        with pytest.raises(AssertionError):
            torture.check_invariants(product, what, ["Lives in Oslo"])
            pytest.fail(f"it did not find {what}")
        shutil.rmtree(product.folder.path)
        shutil.copytree(sound, product.folder.path)
