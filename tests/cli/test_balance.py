"""`pbem balance`: what many games were like, in figures that can be wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from pbem.cli.balance_report import chart, report
from pbem.cli.balancing import Scales, Share, Weighing, weigh_some
from pbem.cli.speech import find_game

from .conftest import Run


def rates(text: str, heading: str) -> dict[str, float]:
    """A table of the report, by its first heading."""
    body = text.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
    return {m[1]: float(m[2]) for m in re.finditer(r"^\| ([^|]+?) \| ([\d.]+)", body, re.M)}


def weighed(*hits: float) -> Weighing:
    """A weighing of 100 games in which the seats won so many."""
    found = Weighing(len(hits), games=100, entries=[10] * 100, reasons=Counter(last=100))
    for n, won in enumerate(hits, 1):
        found.by_seat[str(n)] = Share(100, won)
    return found


def test_rates_of_victory_by_seat_and_bot_add_up_and_the_report_is_written(
    run: Run, tmp_path: Path
) -> None:
    out = tmp_path / "dudo.md"
    bots = "careful,random"
    result = run("balance", "dudo", "--table", "3:40", "--bots", bots, "--out", out)
    assert result.exit_code == 0, result.output
    text = out.read_text(encoding="utf-8")
    assert text in result.output
    assert abs(sum(rates(text, "seat").values()) - 100) < 0.2
    by_bot = rates(text, "bot")
    assert by_bot["careful"] > 2 * by_bot["random"]
    assert "![Rates of victory and shares](dudo.svg)" in text
    ElementTree.parse(tmp_path / "dudo.svg")


def test_the_bots_move_on_by_a_seat_with_each_game() -> None:
    scales = Scales(find_game("dudo"), 2, ["careful", "random"])
    for k in range(1, 41):
        scales.play("turned", k)
    seats = scales.found.by_seat
    assert abs(seats["1"].rate - 50) < 20  # With the strong bot always in one seat it were 80.
    assert scales.found.by_bot["careful"].rate > 65


def test_several_processes_find_the_same_as_one(run: Run) -> None:
    one, two = (
        run("balance", "dudo", "--table", "2:60", "--table", "3:30", "--jobs", jobs).output
        for jobs in (1, 2)
    )
    assert "## 2 players, 60 games" in one
    assert "## 3 players, 30 games" in one
    seconds = re.compile(r"[\d.]+ s of computing")
    assert seconds.sub("", one) == seconds.sub("", two)


def test_a_game_tells_its_starts_counts_and_offers() -> None:
    found = weigh_some("metal_adventures", 3, ["greedy"], "told", range(1, 4))
    assert sum(share.of for share in found.by_start["base starship"].values()) == 9
    assert sum(found.counts["battles"].values()) == found.counts["turns"]["travel"]
    assert sum(found.turns) == sum(found.counts["turns"].values())
    dealt = found.offers["trophies"]
    assert sum(share.of for share in dealt.values()) >= 3 * 3 * 3
    assert all(0 <= share.hits <= share.of for share in dealt.values())


def test_what_is_not_even_is_marked_and_what_is_even_is_not() -> None:
    text = report("Test", [weighed(44.0, 56.0)], ["random"], "1")
    assert text.count("(too far)") == 2
    assert "(too far)" not in report("Test", [weighed(46.0, 54.0)], ["random"], "1")


def test_cards_that_nobody_takes_and_things_that_hardly_happen_are_marked() -> None:
    found = weighed(50.0, 50.0)
    found.offers["cards"] = weighed(0).by_seat
    found.offers["cards"].clear()
    found.offers["cards"]["Dull"].add(Share(100, 1))
    found.offers["cards"]["Fine"].add(Share(100, 2))
    found.counts["battles"] = Counter(often=96, seldom=4)
    text = report("Test", [found], ["random"], "1")
    assert re.search(r"\| Dull \| 100 \| 1\.0 \(not wanted\)", text)
    assert re.search(r"\| Fine \| 100 \| 2\.0 \|", text)
    assert re.search(r"\| seldom \| 4\.0 \(rare\)", text)
    assert re.search(r"\| often \| 96\.0 \|", text)


def test_the_chart_shows_every_rate_and_marks_the_far_ones() -> None:
    drawing = ElementTree.fromstring(chart("A & B", [weighed(30.0, 70.0)]))
    space = "{http://www.w3.org/2000/svg}"
    bars = [rect.get("class") for rect in drawing.iter(f"{space}rect")]
    assert bars.count("far") == 2
    texts = [text.text for text in drawing.iter(f"{space}text")]
    assert "Balance of A & B" in texts
    assert "30.0" in texts
    assert "70.0" in texts


def test_a_table_that_is_not_understood_or_not_possible_is_refused(
    run: Run, refused: Callable[..., str]
) -> None:
    assert "is not like 4:2000" in run("balance", "dudo", "--table", "four").output
    assert "is not like 4:2000" in run("balance", "dudo", "--table", "3:0").output
    assert "players, not for 9" in refused("balance", "dudo", "--table", "9:1")
    assert "has no bot 'hal'" in refused("balance", "dudo", "--bots", "hal")


def test_alone_at_a_table_there_is_nothing_to_be_even_with() -> None:
    found = weighed(56.0)
    found.by_start["turn order"] = {"begins": Share(100, 56)}  # type: ignore[assignment]
    text = report("Test", [found], ["random"], "1")
    assert "| 1 | 56.0 |\n" in text
    assert "even" not in text
    drawing = ElementTree.fromstring(chart("Test", [found]))
    space = "{http://www.w3.org/2000/svg}"
    bars = [rect.get("class") for rect in drawing.iter(f"{space}rect")]
    assert (bars.count("bar"), bars.count("far"), bars.count("band")) == (2, 0, 0)
