"""How a captain looks at the table: what things are worth, counted in credits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pbem.engine import Seat

from ..state import GLORY_TO_END, MOST_DAMAGE, MOST_IMPROVEMENTS, MOST_TROPHIES
from ..words import WHY
from .character import Character

View = Mapping[str, Any]

WHOLE_DECK = 66
"""So many Space cards are turned up in a long game."""
CREDIT = 1.0
WRECK = 1.0
SUPPORT = 2.0
DAMAGE = 1.2
TOOL = {
    "event_credit": 0.5,
    "trophy_choice": 0.8,
    "cheaper_purchase": 1.2,
    "cheaper_karokum": 1.0,
    "spoils": 2.5,
    "support_bonus": 1.2,
    "against_nation": 1.5,
    "against_planets": 2.0,
    "against_hunters": 1.5,
    "when_challenged": 1.2,
    "plating": 1.5,
}
"""What a lasting effect is worth, for the whole game."""
SINGLE = {
    "reroll_all": 2.5,
    "add_power": 3.0,
    "weaken": 2.5,
    "turn_die": 2.5,
    "forgive_debt": 1.2,
    "repair": 1.5,
    "hit": 1.0,
    "shield": 1.0,
}
"""What a support card is worth in the hand."""
TITLE_NATIONS = ("solar", "imperial", "barrens")


class Look:
    """The table from one seat."""

    def __init__(self, view: View, seat: Seat, who: Character) -> None:
        self.view = view
        self.seat = seat
        self.who = who
        self.captains: Sequence[View] = view["captains"]
        self.me: View = self.captains[seat]
        self.mine: View = view["mine"]
        self.faces: tuple[int, ...] = tuple(view["faces"])

    @property
    def others(self) -> list[View]:
        return [captain for captain in self.captains if captain["seat"] != self.seat]

    @cached_property
    def spent(self) -> float:
        """How much of the game is over, from 0 to 1."""
        deck = 1 - self.view["space_deck"] / WHOLE_DECK
        most = max(captain["glory"] for captain in self.captains) / GLORY_TO_END
        return float(min(1.0, max(deck, most, 0.0)))

    @property
    def left(self) -> float:
        """How much of the game is still to come, from 0 to 1."""
        return 1.0 - self.spent

    @cached_property
    def nations(self) -> Counter[str]:
        """The own wrecks by nation."""
        return Counter(wreck["nation"] for wreck in self.mine["wrecks"])

    def threat(self, seat: Seat) -> float:
        """How much of a captain's gain is this seat's loss, from 0 to 1."""
        glory = self.captains[seat]["glory"]
        lead = glory - max(c["glory"] for c in self.captains if c["seat"] != seat)
        return float(min(1.0, max(0.05, 0.4 + 0.1 * lead + 0.4 * self.spent * (glory >= 4))))

    def ship(self, name: str) -> View | None:
        """A wreck that an offer names."""
        return next((s for s in self.mine["wrecks_offered"] if s["name"] == name), None)

    def betrayals(self, seat: Seat) -> int:
        """How often a captain has betrayed somebody; everybody remembers."""
        lines = self.view["ledger"]
        return sum(line["seat"] == seat and line["text"] == WHY["betrayal"] for line in lines)

    # What things are worth.

    @property
    def glory(self) -> float:
        """A point of glory."""
        return self.who.glory

    @property
    def credit(self) -> float:
        """A credit; when the game is nearly over it buys little."""
        return CREDIT * (1.0 if self.left > 0.15 else 0.6)

    def wreck(self, ship: View) -> float:
        """A wreck; more if it brings a Glory Title nearer."""
        if ship["nation"] not in TITLE_NATIONS:
            return WRECK
        held = self.nations[ship["nation"]] % 3
        return WRECK + (0.8, 1.8, 4.5)[held]

    def keep_wreck(self, ship: View) -> float:
        """What an own wreck is worth to hold on to."""
        if ship["nation"] not in TITLE_NATIONS:
            return WRECK
        pardon = 0.3 * self.me["judgment"] if ship["hunter"] else 0.0
        return float(WRECK + (0.0, 0.8, 1.8, 4.0)[min(self.nations[ship["nation"]], 3)] + pardon)

    def damage(self, amount: int, captain: View | None = None) -> float:
        """What damage costs."""
        room: int = MOST_DAMAGE - (captain or self.me)["damage"]
        return DAMAGE * min(amount, room) * (0.4 + 0.6 * self.left)

    def damage_now(self, amount: int) -> float:
        """What repairing is worth: power in the battles to come, and room for more damage."""
        return 1.6 * amount * (0.3 + 0.7 * self.left) + 0.5

    def improvement(self, card: View) -> float:
        """What an improvement is worth to own from now on."""
        effect = card["effect"][0] if card["effect"] else ""
        if card["kind"] == "support":
            return SINGLE.get(effect, SUPPORT) * (0.5 + 0.5 * self.left)
        lasting: float = self.who.power * card["power"] + TOOL.get(effect, 0.0)
        return lasting * (0.15 + 0.85 * self.left)

    def gain_of(self, card: View) -> float:
        """What another improvement would add, if the worst has to make room."""
        worth = self.improvement(card)
        own = self.me["improvements"]
        if len(own) < MOST_IMPROVEMENTS:
            return worth
        return worth - min(self.improvement(other) for other in own)

    @property
    def has_room(self) -> bool:
        """Is there room for another trophy?"""
        return len(self.mine["trophies"]) < MOST_TROPHIES

    def bonus(self, captain: View, effects: Mapping[str, str]) -> int:
        """What a captain's cards add in a battle of this sort: names of effects, and of what."""
        cards = [captain["base"], *captain["improvements"]]
        found = 0
        for card in cards:
            if card.get("when") or not card["effect"]:
                continue
            name, amount, of = card["effect"]
            if name in effects and effects[name] in ("", of):
                found += amount
        return int(found)
