"""Making games: `new-game`, `check`, `fuzz` and `cards check`."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem import games
from pbem.services import drawing

from .conftest import Plug, Run, change, forget

# A new game.


def test_a_new_game_is_found_passes_the_suite_and_can_be_played(
    plug: Plug, run: Run, tmp_path: Path
) -> None:
    made = run("new-game", "sea_wolf", "--into", tmp_path / "site")
    assert made.exit_code == 0, made.output
    assert '[project.entry-points."pbem.games"]\n  sea_wolf = "sea_wolf"' in made.output
    plug("sea_wolf", {})
    assert "sea_wolf: Sea Wolf, seats: 2, 3, 4, 5, 6" in run("games").output
    checked = run("check", "sea_wolf", "--games", 2)
    assert checked.exit_code == 0, checked.output
    assert checked.output.startswith("Sea Wolf:\n")
    played = run("play", "sea_wolf", "--seed", "7", typed="1\n" * 200)
    assert "alone has dice left and wins." in played.output


def test_a_new_game_has_all_the_files_under_its_own_name(run: Run, tmp_path: Path) -> None:
    run("new-game", "kraken", "--into", tmp_path)
    ours = Path(games.__file__).parent / "dudo"

    def names(folder: Path) -> set[str]:
        files = (path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))
        return {name for name in files if "__pycache__" not in name}

    assert names(tmp_path / "kraken") == names(ours)
    for path in (tmp_path / "kraken").rglob("*.*"):
        text = path.read_text("utf-8")
        if path.name in ("__init__.py", "rules.md"):  # These say what it was copied from.
            assert text.count("Dudo") == 1
            text = text.replace("Dudo", "")
        assert not re.search(r"dudo|\bDU-", text, re.I), path
    rules = (tmp_path / "kraken" / "rules.md").read_text("utf-8")
    assert rules.startswith("# Kraken\n\nThese are still the rules of Dudo under a new name.")
    assert "**KR-1.1**" in rules
    assert "class KrakenGame(Game[Kraken]):" in (tmp_path / "kraken" / "game.py").read_text()


@pytest.mark.parametrize(
    "slug",
    ["", "x", "Kraken", "sea-wolf", "9lives", "_sea", "sea_", "a__b", "class", "x" * 31, "é"],
)
def test_a_bad_name_is_refused(slug: str, refused: Callable[..., str], tmp_path: Path) -> None:
    said = refused("new-game", "--into", tmp_path, "--", slug)
    assert said.startswith(f"'{slug}' cannot be a game's short name. Write 2 to 30 small letters")
    assert not list(tmp_path.iterdir())


def test_a_taken_name_a_taken_folder_and_a_clash_are_refused(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    assert refused("new-game", "dudo", "--into", tmp_path) == (
        "There is a game 'dudo' already. Choose another name."
    )
    (tmp_path / "kraken").mkdir()
    said = refused("new-game", "kraken", "--into", tmp_path)
    assert said == f"{tmp_path / 'kraken'} is there already. Nothing was written."
    said = refused("new-game", "bid", "--into", tmp_path)
    assert said.startswith("'bid' would name a class Bid, which the copied code has")
    assert not (tmp_path / "bid").exists()


def test_a_folder_that_cannot_be_written_is_refused(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    said = refused("new-game", "kraken", "--into", tmp_path / "file")
    assert said == f"{tmp_path / 'file' / 'kraken'} cannot be written: Not a directory."


# The conformance suite.


def test_check_tells_every_promise_and_which_is_broken(wolf: Path, run: Run) -> None:
    change(wolf / "prompts.py", "return DOUBT if s.bid", "return DOUBT if s.dice")
    result = run("check", "wolf", "--games", 1)
    assert result.exit_code == 1
    broken = [line for line in result.stdout.splitlines() if line.startswith("  BROKEN")]
    assert "  BROKEN   Whatever is asked, doing nothing is a legal answer." in broken
    assert "  kept     States and events survive being stored as JSON." in result.stdout
    assert result.stderr.splitlines()[-1] == f"{len(broken)} promises are broken."
    assert "Traceback" not in result.output


def test_a_changed_rule_shows_in_the_golden_games_until_they_are_written_anew(
    wolf: Path, run: Run
) -> None:
    change(wolf / "events.py", "%(seat)s bids %(bid)s.", "%(seat)s shouts %(bid)s.")
    result = run("check", "wolf", "--games", 1)
    assert "1 promise is broken." in result.stderr
    assert re.search(
        r"2-seats-1\.txt goes another way: line \d+ was .* bids .* shouts ", result.stderr
    )
    result = run("check", "wolf", "--games", 1, "--write-golden")
    assert result.exit_code == 0, result.output
    assert f"  written  {wolf / 'golden' / '2-seats-1.txt'}" in result.output
    assert " shouts " in (wolf / "golden" / "2-seats-1.txt").read_text("utf-8")


def test_golden_games_may_be_missing_only_before_they_are_written(wolf: Path, run: Run) -> None:
    shutil.rmtree(wolf / "golden")
    result = run("check", "wolf", "--games", 1)
    assert "There is no golden game. Write some: pbem check GAME --write-golden" in result.stderr
    assert run("check", "wolf", "--games", 1, "--write-golden").exit_code == 0
    assert len(list((wolf / "golden").iterdir())) == 2


def test_check_goes_on_with_the_next_game(wolf: Path, run: Run) -> None:
    change(wolf / "events.py", " bids ", " shouts ")
    result = run("check", "wolf", "dudo", "--games", 1)
    assert result.exit_code == 1
    assert "\nDudo:\n" in result.stdout


def test_check_wants_games_or_all_of_them(refused: Callable[..., str]) -> None:
    for words in ([], ["dudo", "--all"]):
        assert refused("check", *words) == "Name the games to check, or write --all for every one."


# Unruly games.


def test_fuzz_says_what_it_played(raid: str, run: Run) -> None:
    result = run("fuzz", raid, "--seconds", 60, "--games", 5, "--seed", 11)
    assert result.exit_code == 0, result.output
    assert re.fullmatch(
        r"Raid withstood 5 unruly games with \d+ entries, seeds 11 to 15\.\n", result.output
    )


def test_fuzz_stops_when_time_is_up(run: Run) -> None:
    result = run("fuzz", "dudo", "--seconds", 0.2)
    assert result.exit_code == 0
    assert "Dudo withstood" in result.output


def test_what_breaks_is_written_down_and_breaks_again(
    wolf: Path, run: Run, refused: Callable[..., str], tmp_path: Path
) -> None:
    change(wolf / "game.py", "assert s.bid is not None", 'assert s.round != 3, "no third round"')
    result = run("fuzz", "wolf", "--seconds", 60, "--seed", 1, "--into", tmp_path)
    assert result.exit_code == 1
    found = re.search(r"breaks with seed (\d+): AssertionError: no third round", result.stderr)
    assert found, result.stderr
    seed = found.group(1)
    path = tmp_path / f"fuzz-wolf-{seed}.jsonl"
    assert f"pbem verify {path}" in result.stderr
    assert f"Once more: pbem fuzz wolf --seed {seed} --games 1" in result.stderr
    again = run("fuzz", "wolf", "--seed", seed, "--games", 1, "--into", tmp_path)
    assert "no third round" in again.stderr
    said = refused("verify", path)
    assert re.search(r"entry \d+: The rules break: .*no third round.* \(in .*settle", said), said


def test_what_was_mended_verifies_with_a_note(wolf: Path, run: Run, tmp_path: Path) -> None:
    sound, broken = "assert s.bid is not None", 'assert s.round != 3, "no third round"'
    change(wolf / "game.py", sound, broken)
    run("fuzz", "wolf", "--seconds", 60, "--into", tmp_path)
    (path,) = tmp_path.glob("fuzz-wolf-*.jsonl")
    change(wolf / "game.py", broken, sound)
    forget("wolf")
    result = run("verify", path)
    assert result.exit_code == 0, result.output
    assert "broke the rules when this was written. Now it does not." in result.output
    assert "The game is not over." in result.output


# Card packs.

PACK = """
[cards.one]
power = 1

[cards.two]
power = 2
"""
CARDED = """
from pbem.engine import Flaw, _
from pbem.games.dudo.game import DudoGame

from .meta import META


class Carded(DudoGame):
    meta = META

    def pack(self):
        return {"cards": {"one": {"power": 1}}}

    def check_pack(self, pack):
        if not isinstance(pack.get("cards"), dict):
            return [Flaw(("cards",), _("There are no cards."))]
        return [
            Flaw(("cards", name, "power"), _("%(name)s is too strong.", name=name))
            for name, card in pack["cards"].items()
            if card.get("power", 0) > 5
        ]


GAME = Carded()
"""


@pytest.fixture
def carded(plug: Plug) -> Path:
    return plug(
        "carded",
        {
            "__init__": "",
            "meta": "from dataclasses import replace\n\nfrom pbem.games.dudo.meta import META\n\n"
            'META = replace(META, slug="carded")',
            "game": CARDED,
        },
    )


def test_a_sound_pack_is_praised(carded: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(PACK)
    result = run("cards", "check", path, "--game", "carded")
    assert (result.exit_code, result.output) == (0, f"{path} is a sound pack for Dudo.\n")


def test_every_flaw_is_told_with_its_line(
    carded: Path, refused: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(PACK.replace("= 1", "= 10").replace("= 2", "= 20"))
    assert refused("cards", "check", path, "--game", "carded").splitlines() == [
        f"{path}:3: one is too strong.",
        f"{path}:6: two is too strong.",
        "There are 2 flaws.",
    ]
    path.write_text("cards = 3")
    assert refused("cards", "check", path, "--game", "carded").splitlines() == [
        f"{path}:1: There are no cards.",
        "There is 1 flaw.",
    ]


def test_a_pack_in_a_games_folder_is_that_games(
    carded: Path, run: Run, refused: Callable[..., str], tmp_path: Path
) -> None:
    path = carded / "cards.toml"
    path.write_text(PACK)
    assert run("cards", "check", path).exit_code == 0
    other = tmp_path / "cards.toml"
    other.write_text(PACK)
    said = refused("cards", "check", other)
    assert said.startswith("Say whose cards these are, with --game. There are: ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[cards\n", ":1: This is not TOML: "),
        (b"a = 1\nb = = 2\n", ":2: This is not TOML: "),
        (b"a = 1\nb = [", ":2: This is not TOML: "),
        (b"a = 1\n\xff", ":2: This is not text."),
        (b"a = " + b"[" * 100_000, ":1: This is nested too deeply."),
        (b"#" * (2 * 1024 * 1024 + 1), " has more than 2 megabytes. That is too much for a pack."),
    ],
    ids=["head", "line", "cut off", "bytes", "deep", "huge"],
)
def test_a_file_that_is_no_pack_is_refused(
    content: bytes, said: str, carded: Path, refused: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "cards.toml"
    path.write_bytes(content)
    told = refused("cards", "check", path, "--game", "carded")
    assert told.startswith(f"{path}{said}"), told
    assert len(told.splitlines()) == 1


def test_a_game_without_cards_and_a_missing_file_are_refused(
    carded: Path, refused: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "absent.toml"
    assert refused("cards", "check", path, "--game", "dudo") == "Dudo is played without cards."
    assert refused("cards", "check", path, "--game", "carded") == (
        f"{path} cannot be read: No such file or directory."
    )


def test_a_template_that_shows_what_is_not_there_breaks_a_promise(wolf: Path, run: Run) -> None:
    def broken() -> str:
        forget("wolf")
        drawing.game_template.cache_clear()
        drawing._environment.cache_clear()
        result = run("check", "wolf", "--games", "3")
        told = "BROKEN" if result.stderr else "kept  "
        assert f"{told}   Whatever a seat is shown can be drawn" in result.output
        return result.stderr

    assert broken() == ""
    folder = wolf / "templates"
    (folder / "told_bade.html").write_text("{{ event.nothing }}")
    assert "templates/told_bade.html, line 1: UndefinedError" in broken()
    (folder / "told_bade.html").unlink()
    for name, there in (("letter.html", "view.round"), ("board.html", "view.first")):
        whole = (folder / name).read_text("utf-8")
        change(folder / name, there, "view.elsewhere")
        assert f"templates/{name}, line " in broken()
        (folder / name).write_text(whole, "utf-8")
    assert broken() == ""
