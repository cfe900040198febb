"""`pbem verify`: a true export is believed, and a changed one is not, wherever it was changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem import export
from pbem.engine import commitment_of

from .conftest import Run

Bodies = list[dict[str, Any]]
Change = Callable[[Bodies], object]


@pytest.fixture
def bodies(true_lines: list[str]) -> Bodies:
    return [json.loads(line) for line in true_lines]


@pytest.fixture
def told(raid: str, bodies: Bodies, tmp_path: Path, refused: Callable[..., str]) -> Any:
    """Change an export, write it and say how it is refused, without the file's name."""

    def tell(change: Change, *, sealed: bool = True) -> str:
        change(bodies)
        if sealed:
            seal(bodies)
        path = tmp_path / "game.jsonl"
        path.write_text("".join(f"{export.lines.as_text(body)}\n" for body in bodies))
        said = refused("verify", path)
        assert said.startswith(f"{path}: "), said
        return said.removeprefix(f"{path}: ")

    return tell


def seal(bodies: Bodies) -> None:
    """What a forger would do: make the checksum fit again."""
    lines = [export.lines.as_text(body) + "\n" for body in bodies[:-1]]
    bodies[-1]["checksum"] = hashlib.sha256("".join(lines).encode()).hexdigest()


def first(bodies: Bodies, wanted: Callable[[dict[str, Any]], object]) -> int:
    """Where the first such line stands, counting from 0."""
    return next(i for i, body in enumerate(bodies) if wanted(body))


def last(bodies: Bodies, wanted: Callable[[dict[str, Any]], object]) -> int:
    return next(i for i in reversed(range(len(bodies))) if wanted(bodies[i]))


def is_answer(body: dict[str, Any]) -> bool:
    return bool(body["line"] == "entry" and body["kind"] == "answer")


def is_sealed(body: dict[str, Any]) -> bool:
    return any(event["is"] == "Sealed" for event in body.get("events", ()))


# What is true.


def test_a_true_export_is_believed_with_all_its_branches(
    raid: str, run: Run, true_lines: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(true_lines) + "\n")
    result = run("verify", path)
    assert result.exit_code == 0, result.output
    entries = sum('"line":"entry"' in line for line in true_lines)
    assert f"{path}: all true. {entries} entries (15 of them undone later)" in result.output
    start = json.loads(true_lines[0])
    assert f"committed to as {start['commitment']}." in result.output


def test_the_commitment_that_was_published_is_compared(
    raid: str, run: Run, refused: Callable[..., str], true_lines: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(true_lines))
    commitment = json.loads(true_lines[0])["commitment"]
    assert run("verify", path, "--commitment", f" {commitment.upper()} ").exit_code == 0
    assert refused("verify", path, "--commitment", "0" * 64) == (
        f"{path}: The commitment is {commitment}, not the one you gave: this is another game,"
        " or its secret was exchanged."
    )


def test_the_first_false_file_of_several_is_named(
    raid: str, run: Run, true_lines: list[str], tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("\n".join(true_lines))
    bad.write_text("\n".join(true_lines[:-1]))
    result = run("verify", good, bad)
    assert result.exit_code == 1
    assert f"{good}: all true." in result.stdout
    assert result.stderr.startswith(f"{bad}: ")


# What was changed, and made to fit as well as somebody without the secret's help can.


def set_in(where: Callable[[Bodies], int], **facts: Any) -> Change:
    """Change facts of the line that is found."""
    return lambda bodies: bodies[where(bodies)].update(facts)


def an_answer(bodies: Bodies) -> int:
    return first(bodies, is_answer)


def a_late_answer(bodies: Bodies) -> int:
    """An answer with options, near the end."""
    return last(bodies, lambda b: is_answer(b) and ".target." in b["key"])


def an_undone_answer(bodies: Bodies) -> int:
    """Entry 15, which the second rewind undid."""
    return first(bodies, lambda b: b.get("seq") == 15)


def a_state(bodies: Bodies) -> int:
    return first(bodies, lambda b: b["line"] == "state")


def the_start(bodies: Bodies) -> int:
    return 0


def the_end(bodies: Bodies) -> int:
    return -1


def change_event(bodies: Bodies) -> None:
    bodies[1]["events"][1]["coins"] = 6


def drop_event(bodies: Bodies) -> None:
    bodies[1]["events"].pop()


def add_event(bodies: Bodies) -> None:
    bodies[1]["events"].append({"is": "TurnEnded"})


def change_event_of_an_undone_branch(bodies: Bodies) -> None:
    bodies[first(bodies, lambda b: b.get("seq") == 10)]["events"][1]["count"] = 2


def change_commitment_to_a_sealed_answer(bodies: Bodies) -> None:
    bodies[first(bodies, is_sealed)]["events"][0]["commitment"] = "0" * 64


def change_sealed_answer(bodies: Bodies) -> None:
    at = first(bodies, is_sealed)
    bodies[at]["value"] = 0 if bodies[at]["value"] else 1


def change_nonce(bodies: Bodies) -> None:
    nonces = bodies[-1]["nonces"]["6"]
    nonces.update(dict.fromkeys(nonces, "0" * 32))


def drop_nonce(bodies: Bodies) -> None:
    del bodies[-1]["nonces"]["6"]


def add_nonce(bodies: Bodies) -> None:
    bodies[-1]["nonces"]["5"] = {"0.1.0.betray.1.0": "0" * 32}


def change_digest(bodies: Bodies) -> None:
    bodies[-1]["digests"]["9"] = "0" * 64


def drop_digest(bodies: Bodies) -> None:
    del bodies[-1]["digests"]["9"]


def add_digest(bodies: Bodies) -> None:
    bodies[-1]["digests"]["9999"] = "0" * 64


def change_state(bodies: Bodies) -> None:
    bodies[a_state(bodies)]["body"]["state"]["bank"] = 24


def drop_state(bodies: Bodies) -> None:
    del bodies[a_state(bodies)]


def repeat_state(bodies: Bodies) -> None:
    bodies.insert(a_state(bodies), bodies[a_state(bodies)])


def move_state(bodies: Bodies) -> None:
    bodies.insert(a_state(bodies) + 1, bodies.pop(a_state(bodies)))


def drop_entry(bodies: Bodies) -> None:
    del bodies[an_answer(bodies)]


def swap_entries(bodies: Bodies) -> None:
    at = an_answer(bodies)
    bodies[at], bodies[at + 1] = bodies[at + 1], bodies[at]


def swap_and_renumber(bodies: Bodies) -> None:
    swap_entries(bodies)
    at = first(bodies, is_answer)
    bodies[at]["seq"], bodies[at + 1]["seq"] = bodies[at + 1]["seq"], bodies[at]["seq"]


def rewind_elsewhere(bodies: Bodies) -> None:
    """The second rewind goes to 5 instead, which the first one undid."""
    bodies[first(bodies, lambda b: b.get("seq") == 18)]["value"] = {"to": 5}


def rewind_less_far(bodies: Bodies) -> None:
    bodies[first(bodies, lambda b: b.get("seq") == 18)]["value"] = {"to": 3}


def cut_off(bodies: Bodies) -> None:
    """As if the game had been given up early, with an end made to fit."""
    at = last(bodies, is_answer)
    seq = bodies[at]["seq"]
    del bodies[at:-1]
    for claims in (bodies[-1]["digests"], bodies[-1]["nonces"]):
        for key in [key for key in claims if int(key) >= seq]:
            del claims[key]


def other_secret(bodies: Bodies) -> None:
    """Another secret with its own commitment: everything but the dice fits."""
    secret = b"mine"
    bodies[-1]["secret"] = secret.hex()
    bodies[0]["commitment"] = commitment_of(secret)


CHANGES: dict[str, tuple[Change, str]] = {
    "event": (
        change_event,
        'Line 2, entry 1: Event 2 says {"coins": 6, "giver": null, "is": "Paid", "taker": 0},'
        ' but the rules lead to {"is": "Paid", ',
    ),
    "event dropped": (drop_event, "Line 2, entry 1: It tells 6 events, but the rules lead to 7."),
    "event added": (add_event, "Line 2, entry 1: It tells 8 events, but the rules lead to 7."),
    "event of an undone branch": (change_event_of_an_undone_branch, "entry 10: Event 2 says"),
    "answer": (set_in(a_late_answer, value="mill"), "but the rules lead to"),
    "illegal answer": (set_in(an_answer, value="moon"), "Line 4, entry 2: The rules refuse this: "),
    "answer of somebody else": (set_in(an_answer, seat=2), "entry 2: The rules refuse this: "),
    "answer to what nobody asked": (set_in(an_answer, key="0.1.0.x.0.0"), "The rules refuse this"),
    "answer of an undone branch": (set_in(an_undone_answer, value=True), "entry 15: "),
    "kind of an entry": (set_in(an_answer, kind="migrate"), "Line 4, entry 2: "),
    "commitment to a sealed answer": (
        change_commitment_to_a_sealed_answer,
        "entry 6: Event 1 says",
    ),
    "sealed answer": (change_sealed_answer, "entry 6: Event 1 says"),
    "nonce": (change_nonce, "entry 6: The nonce does not open the sealed answer"),
    "nonce dropped": (drop_nonce, "entry 6: The nonce does not open the sealed answer"),
    "nonce added": (add_nonce, "entry 5: The nonce does not open the sealed answer"),
    "digest": (change_digest, "entry 9: The digest is another one than the events lead to."),
    "digest dropped": (drop_digest, "entry 9: The digest is another one"),
    "digest added": (add_digest, "It names entries that are not in the log."),
    "state": (change_state, "Line 3, entry 1: The state is another one than the rules lead to."),
    "state dropped": (drop_state, "Line 2, entry 1: It has 0 states behind it"),
    "state repeated": (repeat_state, "Line 2, entry 1: It has 2 states behind it"),
    "state moved": (move_state, "A state must stand behind the entry that led to it."),
    "entry dropped": (drop_entry, "Line 4: Entry 3 stands where entry 2 should stand: a line is"),
    "entries swapped": (swap_entries, "Line 4: Entry 3 stands where entry 2 should stand"),
    "entries swapped and renumbered": (swap_and_renumber, "entry 2: The rules refuse this: "),
    "rewind to what was undone": (rewind_elsewhere, "entry 18: It goes back to an entry that did"),
    "rewind less far": (rewind_less_far, "entry 18: The digest is another one than"),
    "rewind to nowhere": (
        set_in(lambda b: first(b, lambda x: x.get("seq") == 14), value=None),
        "entry 14: It goes back to an entry that did not count any more.",
    ),
    "game cut off": (cut_off, "The outcome is said to be "),
    "outcome": (set_in(the_end, outcome=None), "The outcome is said to be null, but the rules"),
    "secret": (set_in(the_end, secret="00"), "The secret is not the one that was committed to"),
    "commitment": (set_in(the_start, commitment="0" * 64), "The secret is not the one that was"),
    "secret and commitment": (other_secret, "Line 2, entry 1: Event "),
    "phrases": (set_in(the_start, phrases=["ab"]), "Line 2, entry 1: Event "),
    "seats": (set_in(the_start, seats=4), "Line 2, entry 1: "),
    "seats out of range": (set_in(the_start, seats=1), "Line 1: No table can be set up like"),
    "unknown option": (set_in(the_start, options={"x": 1}), "Line 1: No table can be set up like"),
    "unknown game": (set_in(the_start, game="chess"), "Line 1: There is no game 'chess'."),
    "later rules": (set_in(the_start, rules=9), "Line 1: It was played by version 9 of the rules"),
    "broken": (set_in(the_end, broken=5), "Only the last entry can be the one the rules broke at."),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_export_is_rejected(what: str, told: Callable[[Change], str]) -> None:
    change, wanted = CHANGES[what]
    said = told(change)
    assert wanted in said
    assert len(said.splitlines()) == 1


def test_what_the_rules_never_see_is_held_by_the_checksum(told: Any) -> None:
    change = set_in(an_answer, at="2026-01-01T00:00:00Z")
    assert "The checksum does not fit the lines above" in told(change, sealed=False)
