"""ML-2.2, ML-6: packs, and what is wrong with broken ones."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.engine import PLAIN
from pbem.games.metallum.pack import check_pack, programs, read_pack, usual
from pbem.games.metallum.texts import TEXTS, module_phase, module_text

PACK = Path(__file__).parents[3] / "pbem/games/metallum/cards.toml"
Where = tuple[str, ...]


def put(value: object, *path: str) -> Callable[[Any], None]:
    """A pack in which something else stands at one place; None takes it away."""

    def change(pack: Any) -> None:
        for name in path[:-1]:
            pack = pack[name]
        if value is None:
            del pack[path[-1]]
        else:
            pack[path[-1]] = value

    change.__name__ = f"{'.'.join(path)}={value}"
    return change


def all_right_edges_blank(pack: Any) -> None:
    for token in ("move-1", "move-2", "move-3"):
        pack["tokens"][token]["right"] = ""


BROKEN: list[tuple[Callable[[Any], None], Where, str]] = [
    (put(None, "tokens"), (), "two parts"),
    (put([], "modules"), (), "two parts"),
    (put(None, "tokens", "deep"), ("tokens",), "'deep' is missing"),
    (put({}, "tokens", "hover"), ("tokens", "hover"), "no token 'hover'"),
    (put(3, "tokens", "deep"), ("tokens", "deep"), "a table of its own"),
    (put("special", "tokens", "buy", "kind"), ("tokens", "buy", "kind"), "kind is 'extension'"),
    (put(0, "tokens", "move-1", "amount"), ("tokens", "move-1", "amount"), "from 1 to 3"),
    (put(4, "tokens", "move-3", "amount"), ("tokens", "move-3", "amount"), "from 1 to 3"),
    (put(7, "tokens", "deploy-3", "amount"), ("tokens", "deploy-3", "amount"), "from 1 to 6"),
    (put(True, "tokens", "deep", "amount"), ("tokens", "deep", "amount"), "from 1 to 6"),
    (put(-1, "tokens", "deep", "complexity"), ("tokens", "deep", "complexity"), "from 0 to 9"),
    (put("x", "tokens", "deep", "complexity"), ("tokens", "deep", "complexity"), "from 0 to 9"),
    (put("red", "tokens", "move-1", "right"), ("tokens", "move-1", "right"), "right edge"),
    (put("red 4", "tokens", "move-1", "right"), ("tokens", "move-1", "right"), "right edge"),
    (put("pink 1", "tokens", "deep", "top"), ("tokens", "deep", "top"), "top edge"),
    (put(1, "tokens", "buy", "left"), ("tokens", "buy", "left"), "left edge"),
    (put(None, "tokens", "deploy-1", "bottom"), ("tokens", "deploy-1", "bottom"), "bottom edge"),
    (put("red 1", "tokens", "move-1", "top"), ("tokens", "move-1", "top"), "has no 'top'"),
    (put("gold 3", "tokens", "mark", "top"), ("tokens", "mark"), "No program can hold"),
    (all_right_edges_blank, ("tokens", "deploy-3"), "No program can hold"),
    (put(None, "modules", "factory"), ("modules",), "11 modules of kind 'planet' instead of 12"),
    (put("action", "modules", "factory", "kind"), ("modules",), "10 modules of kind 'action'"),
    (put(5, "modules", "factory"), ("modules", "factory"), "a table of its own"),
    (put({}, "modules", "Big Bomb"), ("modules", "Big Bomb"), "lower case"),
    (put("moon", "modules", "factory", "kind"), ("modules", "factory", "kind"), "or 'action'"),
    (put(["planet"], "modules", "factory", "kind"), ("modules", "factory", "kind"), "or 'action'"),
    (put(["builds"], "modules", "factory", "effect"), ("modules", "factory", "effect"), "one of"),
    (put(["red 1"], "tokens", "move-1", "right"), ("tokens", "move-1", "right"), "right edge"),
    (put("jumps", "modules", "factory", "effect"), ("modules", "factory", "effect"), "one of"),
    (put(10, "modules", "factory", "cost"), ("modules", "factory", "cost"), "from 0 to 9"),
    (put(0, "modules", "factory", "amount"), ("modules", "factory", "amount"), "from 1 to 6"),
    (put(4, "modules", "factory", "phase"), ("modules", "factory", "phase"), "from 1 to 3"),
    (put(2, "modules", "survey", "phase"), ("modules", "survey", "phase"), "has no 'phase'"),
    (put("red", "modules", "survey", "colour"), ("modules", "survey", "colour"), "no 'colour'"),
]


@pytest.mark.parametrize(
    ("change", "path", "said"), BROKEN, ids=lambda x: getattr(x, "__name__", "")
)
def test_ML_6_a_broken_pack_is_told_where_and_why(
    change: Callable[[Any], None], path: Where, said: str
) -> None:
    pack = copy.deepcopy(usual())
    change(pack)
    found = [(flaw.path, PLAIN.say(flaw.text)) for flaw in check_pack(pack)]
    assert any(where == path and said in text for where, text in found), found


def test_ML_6_of_a_module_of_no_kind_nothing_else_is_said() -> None:
    pack = copy.deepcopy(usual())
    pack["modules"]["factory"] = {"kind": "moon", "effect": "shines"}
    assert [flaw.path for flaw in check_pack(pack)] == [
        ("modules",),
        ("modules", "factory", "kind"),
    ]


def test_ML_6_the_usual_pack_is_sound() -> None:
    assert check_pack(usual()) == []


@pytest.mark.parametrize("nonsense", [None, [], "pack", {"tokens": {}, "modules": 3}])
def test_ML_6_nonsense_is_no_pack(nonsense: object) -> None:
    assert len(check_pack(nonsense)) == 1


def test_ML_2_2_other_edges_make_other_programs() -> None:
    pack = copy.deepcopy(usual())
    pack["tokens"]["move-3"]["bottom"] = "blue 2"
    assert not check_pack(pack)
    read = read_pack(pack)
    assert ("move-3", "deep") in programs(read, read.tokens)


def test_ML_6_the_order_of_a_pack_says_nothing() -> None:
    """An export writes a pack in another order than its file; the shuffles must be the same."""
    pack = usual()
    turned = {part: dict(reversed(pack[part].items())) for part in ("modules", "tokens")}
    turned["modules"]["atom-smasher"] = turned["modules"].pop("survey")
    other = copy.deepcopy(pack)
    other["modules"]["atom-smasher"] = other["modules"].pop("survey")
    one, two = read_pack(turned), read_pack(other)
    assert (list(one.modules), list(one.tokens)) == (list(two.modules), list(two.tokens))
    assert set(read_pack(pack).modules) == set(pack["modules"])


def test_ML_2_2_cards_check_tells_the_line_of_an_edge(tmp_path: Path) -> None:
    text = PACK.read_text("utf-8")
    assert CliRunner().invoke(main, ["cards", "check", str(PACK)]).exit_code == 0
    broken = text.replace('right = "red 1"', 'right = "red 9"', 1)
    line = broken[: broken.index("red 9")].count("\n") + 1
    (tmp_path / "cards.toml").write_text(broken, "utf-8")
    words = ["cards", "check", str(tmp_path / "cards.toml"), "--game", "metallum"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code != 0
    assert f"{line}" in result.output
    assert "right edge" in result.output


def test_ML_6_2_every_effect_has_words_for_one_and_for_several() -> None:
    pack = read_pack(usual())
    assert {module.effect for module in pack.modules.values()} == set(TEXTS)
    for words in TEXTS.values():
        for amount in (1, 3):
            assert PLAIN.say(words(amount)).endswith(".")
    factory, survey = pack.modules["factory"], pack.modules["survey"]
    assert PLAIN.say(module_text(factory)).startswith("When programming begins, 1 robot goes")
    assert PLAIN.say(module_phase(factory)) == "works when programming begins"
    assert PLAIN.say(module_phase(survey)) == "played in your action phase"
