"""The processes that tests start as forks can be ended as programs can."""

import os
from pathlib import Path

import pytest
from support.product import Product

pytestmark = [pytest.mark.product, pytest.mark.once]


def test_a_fork_leads_its_group_as_soon_as_its_pid_is_known(tmp_path: Path) -> None:
    product = Product(tmp_path / "base")
    for _ in range(10):
        with product.terminal("prompt") as screen:  # it reads the terminal until it is killed
            assert os.getpgid(screen.process.pid) == screen.process.pid
