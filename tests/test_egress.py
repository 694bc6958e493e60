"""`egress.may`: every origin, every destination."""

from typing import NamedTuple

import pytest

from llm_user_memory.egress import CLOUD, USER, Destination, Place, is_local, may


class Known(NamedTuple):
    local: bool


PLACES: tuple[Place, ...] = ("here", "elsewhere", "unknown")


@pytest.mark.parametrize("destination", PLACES)
@pytest.mark.parametrize("origin", PLACES)
def test_what_was_said_here_goes_only_where_is_certainly_here(
    origin: Place, destination: Place
) -> None:
    expected = origin == "elsewhere" or destination == "here"
    assert may(Known(is_local(origin)), Destination(destination, "model")) is expected


def test_a_model_of_an_unknown_place_may_hear_again_what_it_heard() -> None:
    assert may(Known(True), Destination("unknown", "bedrock"), {"bedrock"})
    assert not may(Known(True), Destination("unknown", "other"), {"bedrock"})
    assert not may(Known(True), Destination("unknown"), {"bedrock"})


def test_a_name_that_is_elsewhere_now_was_not_certainly_there_before() -> None:
    assert not may(Known(True), Destination("elsewhere", "renamed"), {"renamed"})


def test_the_user_sees_everything_and_the_cloud_nothing_local() -> None:
    assert may(Known(True), USER) and may(Known(False), USER)
    assert not may(Known(True), CLOUD) and may(Known(False), CLOUD)
