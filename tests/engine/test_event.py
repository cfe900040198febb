"""Facts say who may know them and whether anybody could foresee them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pbem.engine import NOBODY, PUBLIC, Event, Reopened, Sealed, Seat, Unsealed, only
from pbem.engine.event import check_events, fingerprint

from .small import A, B, C, Spent, Stacked, Threw, Told, Whispered


def test_an_event_must_name_its_audience() -> None:
    with pytest.raises(TypeError, match="Careless must say who may know it"):

        class Careless(Event):
            pass


def test_an_audience_that_is_not_one_is_refused() -> None:
    with pytest.raises(TypeError, match="must say who may know it"):

        class Vague(Event):
            audience = "everybody"  # type: ignore[assignment]


def test_a_public_fact_is_seen_by_all_and_by_spectators() -> None:
    assert all(Told("x").seen_by(viewer) for viewer in (A, B, None))


def test_a_private_fact_is_seen_by_those_it_names_only() -> None:
    fact = Whispered(B, "x")
    assert [fact.seen_by(viewer) for viewer in (A, B, C, None)] == [False, True, False, False]


def test_a_fact_may_name_several_seats_in_several_fields() -> None:
    @dataclass(frozen=True)
    class Plotted(Event):
        audience = only("leader", "others")
        leader: Seat
        others: tuple[Seat, ...]

    fact = Plotted(A, (C,))
    assert fact.knowers() == (A, C)
    assert [fact.seen_by(viewer) for viewer in (A, B, C, None)] == [True, False, True, False]


def test_a_fact_for_nobody_is_seen_by_nobody() -> None:
    fact = Stacked(("salt",))
    assert fact.audience is NOBODY
    assert not any(fact.seen_by(viewer) for viewer in (A, B, None))


def test_only_what_says_so_reveals() -> None:
    assert Threw((1,)).reveals
    assert not Told("x").reveals
    assert Told("x").sentence() is not None
    assert Spent(A, 1).sentence() is None


def test_an_audience_that_names_a_missing_field_is_refused() -> None:
    @dataclass(frozen=True)
    class Misnamed(Event):
        audience = only("who")
        seat: Seat

    with pytest.raises(TypeError, match="Misnamed is told to 'who'"):
        check_events((Told, Misnamed))
    check_events((Told, Whispered))


def test_a_fact_that_could_change_is_refused() -> None:
    @dataclass
    class Loose(Event):
        audience = NOBODY
        seat: Seat

    class Bare(Told):
        """Says more than `Told`, without being a dataclass of its own."""

    for kind in (Loose, Bare):
        with pytest.raises(TypeError, match=f"{kind.__name__} must be a frozen dataclass"):
            check_events((Told, kind))


def test_a_fingerprint_holds_the_name_and_every_fact() -> None:
    prints = {
        fingerprint(fact)
        for fact in (
            Spent(A, 1),
            Spent(B, 1),
            Spent(A, 2),
            Told("1"),
            Whispered(A, "1"),
            Whispered(B, "1"),
        )
    }
    assert len(prints) == 6
    assert fingerprint(Spent(A, 1)) == fingerprint(Spent(Seat(0), 1))


def test_the_engines_own_facts_about_seals() -> None:
    assert Sealed.audience is PUBLIC
    assert not Sealed.reveals
    assert Unsealed.audience is PUBLIC
    assert Unsealed.reveals
    assert not Reopened.reveals
    told = Reopened(B, "k")
    assert [told.seen_by(viewer) for viewer in (A, B, None)] == [False, True, False]
