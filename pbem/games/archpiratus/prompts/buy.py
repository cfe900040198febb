"""AP-2.2: what to spend and what to buy, as a list of small steps in order."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, Ordered, Text, _, n_

from ..events.words import deck_name
from ..pack import CREW, TECH, called
from ..state import Pirates
from ..texts import SHORT, text_of, worth

CONTACTS = ("buy contact", "buy second contact", "buy third contact", "buy fourth contact")
SPEND, BUY, SALVAGE, ROTATE, HIRE = "spend", "buy", "salvage", "rotate", "hire"
MOST_STEPS = 12
LOOK = "look"
"""AP-4.1: 'let me look': ask again when something new lies in the Store."""


@dataclass(frozen=True)
class Wish:
    """One step of shopping, read from its typed form."""

    verb: str
    card: str = ""
    deck: str = ""


def read(value: str) -> Wish:
    """'buy long-lens from crew', 'buy contact', 'salvage tin-ear', 'spend pockets', 'rotate …'."""
    if value in CONTACTS:
        return Wish(HIRE)
    if value == LOOK:
        return Wish(LOOK)
    words = value.split()
    return Wish(words[0], words[1], words[3] if len(words) > 3 else "")


class _Steps(Ordered[Pirates, str]):
    """An ordered list of steps: any legal one is found by adding steps while they fit."""

    def sample(self, s: Pirates, rng: random.Random) -> tuple[str, ...]:
        values = list(self.values(s))
        chosen: tuple[str, ...] = ()
        for value in rng.sample(values, rng.randint(0, len(values))):
            if self.fits(s, (*chosen, value)) is None:
                chosen = (*chosen, value)
        return chosen


@dataclass
class Buy(_Steps):
    """AP-2.2: spend cards, buy cards; each Store purchase names the deck that refills it."""

    rule = "AP-2.2"

    def values(self, s: Pirates) -> Sequence[str]:
        most = self._most(s)
        found = [value for value in self.every(s) if self.cost(s, read(value)) <= most]
        wares = [value for value in found if read(value).verb not in (SPEND, LOOK)]
        contacts = most // s.contact_price(self.seat)
        dear = CONTACTS[contacts:]
        return [value for value in found if value not in dear] if wares else []

    def every(self, s: Pirates) -> Sequence[str]:
        """All that lies there, paid for or not; a typed wish is refused with its price."""
        found = [f"buy {card} from {deck}" for card in s.store if card for deck in refills(s, card)]
        found += CONTACTS[: len(s.contacts)]
        found += [f"salvage {card}" for card in s.salvage]
        found += [f"spend {card}" for card in s.spendable(self.seat)]
        if s.solo and not s.rotated:
            found += [f"rotate {card}" for card in s.store if card]
        return [*found, LOOK]

    def _most(self, s: Pirates) -> int:
        """What the captain has if every card in hand is spent."""
        return s.purse(self.seat) + sum(s.card(c).credit for c in s.spendable(self.seat))

    def at_most(self, s: Pirates) -> int:
        return min(len(self.values(s)), MOST_STEPS)

    def cost(self, s: Pirates, wish: Wish) -> int:
        """What a step takes from the purse; spending a card adds to it."""
        match wish.verb:
            case "spend":
                return -s.card(wish.card).credit
            case "buy":
                return s.price(self.seat, wish.card)
            case "salvage":
                return s.salvage_price(self.seat)
            case "hire":
                return s.contact_price(self.seat)
        return 0

    def fits(self, s: Pirates, chosen: tuple[str, ...]) -> Text | None:
        purse = s.purse(self.seat)
        wishes = [read(value) for value in chosen]
        for wish in wishes:
            purse -= self.cost(s, wish)
            if purse < 0:
                return _(
                    "Your credits do not reach that far: %(n)d are missing. Spend more cards"
                    " first, or buy less.",
                    n=-purse,
                )
        if sum(wish.verb == ROTATE for wish in wishes) > 1:
            return _("Only one Store card a turn can be sent under its deck. Name one.")
        cards = [wish.card for wish in wishes if wish.card]
        if len(set(cards)) < len(cards):
            return _("The same card stands there twice. Name each card once.")
        return None

    def label(self, s: Pirates, value: str) -> Text | str:
        wish = read(value)
        name = called(wish.card)
        match wish.verb:
            case "spend":
                n = s.card(wish.card).credit
                return _("spend %(card)s as credits (+%(n)d)", card=name, n=n)
            case "buy":
                return _(
                    "buy %(card)s (%(worth)s) for %(price)d, refill from %(deck)s",
                    card=name,
                    worth=worth(s.card(wish.card)),
                    price=s.price(self.seat, wish.card),
                    deck=deck_name(wish.deck),
                )
            case "salvage":
                return _(
                    "buy %(card)s (%(worth)s) out of Salvage for %(price)d",
                    card=name,
                    worth=worth(s.card(wish.card)),
                    price=s.salvage_price(self.seat),
                )
            case "rotate":
                return _("send %(card)s under its deck and replace it", card=name)
            case "look":
                return _("let me look: ask me again when something new lies in the Store")
        n = CONTACTS.index(value) + 1
        price = s.contact_price(self.seat)
        return _("hire Local Contact no. %(n)d for %(price)d", n=n, price=price)

    def hint(self, s: Pirates, value: str) -> Text | None:
        """What the card says; once, though a Store card is on the list for either deck."""
        wish = read(value)
        again = wish.verb == ROTATE or (wish.deck and wish.deck != refills(s, wish.card)[0])
        return text_of(s.card(wish.card)) if wish.card and not again else None

    def also(self, s: Pirates, value: str) -> Iterable[Text | str]:
        wish = read(value)
        if wish.verb == HIRE:
            first = ("contact", "hire contact", _("buy contact"))
            return first if value == CONTACTS[0] else ()
        if wish.verb == LOOK:
            return (_("let me look"), _("look"))
        if wish.verb == SALVAGE:
            return (f"buy {wish.card} from salvage", wish.card.replace("-", " "))
        if wish.card not in s.store:
            return ()
        place = s.store.index(wish.card) + 1
        if wish.verb == ROTATE:
            return (f"rotate {place}",)
        names = (f"{place}", wish.card, wish.card.replace("-", " "))
        forms: list[Text | str] = [
            _("buy %(what)s from %(deck)s", what=name, deck=SHORT[wish.deck]) for name in names
        ]
        forms += [f"{name} from {wish.deck}" for name in names]
        if wish.deck == refills(s, wish.card)[0]:
            forms += [_("buy %(what)s", what=name) for name in names]
            forms += names[1:]
        return forms

    def sentence(self, s: Pirates) -> Text:
        return n_(
            "Buy: you have %(n)d credit, and more if you spend other cards. What do you buy?",
            "Buy: you have %(n)d credits, and more if you spend other cards. What do you buy?",
            s.purse(self.seat),
        )

    def otherwise(self, s: Pirates) -> Text:
        return _("If you do nothing, you buy nothing.")

    def how(self, s: Pirates) -> Text:
        """AP-4.1: a reply may hold the whole turn."""
        return whole_turn(_("buy 3 from crew, place engine, contract medium, go hard, mission"))

    def why_not(self, s: Pirates, value: object) -> Text:
        if value in self.every(s):
            price = self.cost(s, read(str(value)))
            return _(
                "That costs %(price)d, and all that you hold is worth %(n)d. You can choose:"
                " %(list)s.",
                price=price,
                n=self._most(s),
                list=self._shown(s) or [_("none")],
            )
        return super().why_not(s, value)

    def facts(self, s: Pirates) -> Mapping[str, int]:
        """For standing orders: the credits at hand, and the turn."""
        return {"credits": s.purse(self.seat), "turn": s.ships[self.seat].turns}


def whole_turn(example: Text) -> Text:
    """How a reply can say everything that is still to come in this turn."""
    return _(
        "Reply with numbers or words, with commas between. One reply may hold the whole turn, for"
        " example: %(example)s",
        example=example,
    )


@dataclass
class BuyMore(Buy):
    """AP-4.1: something new came into the Store while credits are left."""

    def sentence(self, s: Pirates) -> Text:
        return n_(
            "Something new lies in the Store, and you have %(n)d credit left. Do you buy more?",
            "Something new lies in the Store, and you have %(n)d credits left. Do you buy more?",
            s.purse(self.seat),
        )

    def otherwise(self, s: Pirates) -> Text:
        return _("If you do nothing, you buy nothing more.")


@dataclass
class Restock(ChooseOne[Pirates, str]):
    """AP-4.4: an empty place of the Store, and both decks have cards again."""

    rule = "AP-4.4"

    def values(self, s: Pirates) -> Sequence[str]:
        return (TECH, CREW)

    def label(self, s: Pirates, value: str) -> Text:
        return deck_name(value)

    def sentence(self, s: Pirates) -> Text:
        return _("A place in the Store is empty. From which deck is it filled?")


def refills(s: Pirates, card: str) -> list[str]:
    """AP-2.2, AP-18: the decks that may refill a place, the bought card's own first."""
    own = s.card(card).type
    decks = [own, TECH if own == CREW else CREW]
    held = {TECH: s.tech_deck, CREW: s.crew_deck}
    return [deck for deck in decks if held[deck]] or [own]
