"""`pbem play`: whole games at the keyboard, and what each person gets to see."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbem.cli.asking import options_in_full
from pbem.engine import PLAIN, ChooseSome, Ordered, Question, Seat

from .conftest import Run

CLEAR = "\x1b[2J"


def test_a_whole_game_against_a_bot(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    result = run("play", "dudo", "--seed", "7", "--out", out, typed="1\n" * 200)
    assert result.exit_code == 0, result.output
    assert "alone has dice left and wins." in result.output
    assert "Under your cup" in result.output
    assert "If you do nothing, this is your answer" in result.output
    assert "Hand over" not in result.output
    assert run("verify", out).exit_code == 0


def test_a_whole_game_of_people_hands_the_keyboard_on(run: Run) -> None:
    typed = "\n1\n" * 200
    result = run("play", "dudo", "--seats", 3, "--bots", "none", "--seed", "7", typed=typed)
    assert result.exit_code == 0, result.output
    assert "Hand over to Bela, and press Enter." in result.output
    assert "wins." in result.output


def test_every_seat_sees_its_own_dice_only(run: Run) -> None:
    result = run("play", "dudo", "--bots", "none", "--seed", "7", typed="\n1x1\n\n1x2\nquit\n")
    one, other = re.split(r"Hand over to \w+, and press Enter\.", result.output)[1:3]
    names = [re.search(r"(\w+)> ", part) for part in (one, other)]
    assert {name.group(1) for name in names if name} == {"Ada", "Bela"}
    for part in (one, other):
        assert part.count("Under your cup") == 1
        assert len(re.findall(r"^  \w+ +(?:[1-6] ){4}[1-6]", part, re.M)) == 1
        assert len(re.findall(r"^  \w+ +(?:□ ){4}□", part, re.M)) == 1


def test_the_story_tells_what_happened_since_the_seat_last_looked(run: Run) -> None:
    typed = "\n1x1\n\n1x2\n\n1x3\n\nquit\n"
    result = run("play", "dudo", "--bots", "none", "--seed", "7", typed=typed)
    looks = re.split(r"Hand over to \w+, and press Enter\.", result.output)[1:]
    assert "The cups are shaken" not in looks[2].split("Do you bid more")[0]
    assert looks[2].count(" bids 1 two.\n") == 1
    assert " bids 1 one.\n" in looks[2]


def test_help_wrong_answers_and_nothing_to_do_unasked(run: Run) -> None:
    typed = "?\nfoo\n99x9\nacts\n\nquit\n"
    result = run("play", "dudo", "--seed", "3", typed=typed)
    assert "take back your last answer" in result.output
    assert "doubt — All cups are lifted" in result.output
    assert "'foo' is not a choice here." in result.output
    assert "There is nothing that you may do unasked now." in result.output
    assert result.output.count("Do you bid more, or doubt it?") == 2
    assert "You leave the table." in result.output
    assert result.exit_code == 0


def test_an_answer_is_taken_back_at_the_hand_over(run: Run) -> None:
    typed = "\n2x2\nundo\n3x3\n\nquit\n"
    result = run("play", "dudo", "--bots", "none", "--seed", "7", typed=typed)
    assert "Your last answer is taken back." in result.output
    looks = re.split(r"Hand over to \w+, and press Enter\.", result.output)
    assert "bids 3 threes. Do you bid more" in looks[-1]
    assert "bids 2 twos" not in looks[-1]
    assert "takes the last answer back." in looks[-1]


def test_what_is_known_now_cannot_be_taken_back(run: Run) -> None:
    typed = "\n2x2\n\ndoubt\nundo\nquit\n"
    result = run("play", "dudo", "--bots", "none", "--seed", "7", typed=typed)
    assert "Something new has come out since. You cannot take that back." in result.output


def test_the_end_of_what_is_typed_is_leaving(run: Run) -> None:
    result = run("play", "dudo", typed="")
    assert result.exit_code == 0
    assert "You leave the table." in result.output


def test_acts_amounts_orders_and_words_can_be_typed(raid: str, run: Run) -> None:
    typed = "acts\n1\n2\nkeep\ngrain, gold\n2\nnone\nFarewell, my lovely\nquit\n"
    result = run("play", raid, "--seed", "4", typed=typed)
    said = result.output
    assert "Give coins to Bela." in said
    assert "A number from 1 to 5." in said
    assert "From 1 to 3 of them, in order, with commas between." in said
    assert "Up to 280 characters of your own, or 'none' for nothing." in said
    assert "Ada marches on the keep." in said
    assert "Ada says: Farewell, my lovely" in said


def test_it_says_how_many_to_choose_and_whether_their_order_counts() -> None:
    class Four(ChooseSome[Any, str]):
        least, most = 1, 3

        def values(self, s: Any) -> Sequence[str]:
            return ("a", "b", "c", "d")

        def at_least(self, s: Any) -> int:
            return self.least

        def at_most(self, s: Any) -> int:
            return self.most

    class FourInOrder(Ordered[Any, str]):
        values, at_least, at_most = Four.values, Four.at_least, Four.at_most
        least, most = 1, 3

    said = []
    for kind in (Four, FourInOrder):
        for least in (1, 3):
            prompt = kind(Seat(0))
            prompt.least = least
            *_options, line = options_in_full(Question("", prompt, None), PLAIN)
            said.append(line)
    assert said == [
        "  From 1 to 3 of them, with commas between.",
        "  Exactly 3 of them, with commas between.",
        "  From 1 to 3 of them, in order, with commas between.",
        "  Exactly 3 of them, in order, with commas between.",
    ]


def test_people_and_bots_must_fit_the_seats(refused: Callable[..., str]) -> None:
    for words in (["--humans", 3], ["--humans", 0], ["--bots", "none", "--humans", 1]):
        assert refused("play", "dudo", "--seats", 2, *words) == (
            "Of 2 seats, from 1 to 2 are for people; without bots all are."
        )
    assert "has no bot 'hal'" in refused("play", "dudo", "--bots", "hal")


def test_in_a_real_terminal_the_screen_is_cleared_before_it_is_handed_on(root: Path) -> None:
    terminal = Terminal(root, "play", "dudo", "--bots", "none", "--seed", "7")
    terminal.until("and press Enter.")
    terminal.until("> ")
    terminal.type("")
    shown = terminal.until("> ")
    assert shown.index(CLEAR) < shown.index("Under your cup")
    terminal.type("1x1")
    shown = terminal.until("and press Enter.")
    assert CLEAR in shown
    assert "□" not in shown[shown.index(CLEAR) :]
    terminal.until("> ")
    terminal.type("")
    terminal.until("> ")
    terminal.type("quit")
    assert terminal.ends() == 0


class Terminal:
    """A person at a pseudo terminal."""

    def __init__(self, root: Path, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pbem", *words],
            cwd=root,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"},
        )
        os.close(slave)
        self.rest = b""

    def until(self, wanted: str, seconds: float = 20) -> str:
        """Read on until this has been shown; what was shown after it is for the next time."""
        end = time.monotonic() + seconds
        while wanted.encode() not in self.rest and time.monotonic() < end:
            ready, _out, _bad = select.select([self.master], [], [], 0.2)
            if ready:
                self.rest += os.read(self.master, 4096)
        shown, found, self.rest = self.rest.partition(wanted.encode())
        text = (shown + found).decode(errors="replace")
        assert found, text
        return text

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def ends(self) -> int:
        try:
            return self.process.wait(20)
        finally:
            os.close(self.master)
