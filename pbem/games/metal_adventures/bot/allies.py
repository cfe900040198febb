"""Whom a captain calls, whom a captain helps, and who is betrayed."""

# ruff: noqa: ARG001 All answers are asked for with the same arguments.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine import Question, Seat

from ..deals import CREDITS, HELP
from ..prompts.battle import NOBODY_, TAKE
from ..prompts.challenge import CHALLENGED, CHALLENGER, NEITHER
from . import stakes, trophies
from .look import Look, View
from .odds import chance
from .record import word_of
from .stakes import Stake
from .worth import INFAMY, judgment_cost, worth_of

ENOUGH = 0.9
"""At these odds a captain needs nobody."""
ASK, PAY = "ask", "later credits"
SHARE, MOST_PAY = 0.3, 3
"""How much of what help brings is paid for it, and at most how many credits."""
WORTH_ASKING = 0.6
"""A helper has to bring so much for each captain who hears of it before anybody is asked."""
CONTESTED = 0.6
HOPELESS = 0.2
"""At better odds than these a challenge needs no allies, at worse ones none will come."""


def lead(look: Look) -> int:
    """By how much the attacker leads before the dice, helpers counted."""
    battle = look.view["battle"]
    return int(battle["attack"] - battle["defence"])


def hurt(look: Look) -> int:
    """MA-6.10, MA-6.11, MA-7.4: what losing this battle does to a helper."""
    ship = look.view["battle"]["ship"]
    return int(ship["damage"]) if ship else 1


def helper_stake(look: Look) -> Stake:
    """What this battle is about for somebody who helps in it."""
    battle = look.view["battle"]
    if look.seat == battle["traitor"]:
        return Stake(traitor_prize(look), look.damage(1))
    won = trophies.for_deed(look, "helped_win") + hoped(look)
    return Stake(won + 0.5, look.damage(hurt(look)))


def traitor_prize(look: Look) -> float:
    """MA-6.12: what a traitor who wins gets, and what the betrayed captain misses."""
    battle = look.view["battle"]
    prize = battle["ship"]["credits"] if battle["ship"] else battle["planet"]["treasure"]
    missed = prize + (look.glory * battle["ship"]["glory"] + 1.5 if battle["ship"] else 1.0)
    spite = look.who.spite + look.threat(battle["attacker"])
    own = look.credit * prize + trophies.for_deed(look, "won_as_traitor")
    return float(own + spite * missed)


# Asking for help, MA-6.4.


def seek_help(look: Look, question: Question) -> Any:
    """Everybody whose help makes a difference, and a share of it for each, due after a win."""
    battle = look.view["battle"]
    if battle is None:
        return ()
    alone = chance(lead(look), look.faces)
    if alone >= ENOUGH:
        return ()
    stake = stakes.stake_of(look, look.seat)
    gains = {seat: gain_by(look, seat, alone, stake) for seat in question.values()}
    enough = WORTH_ASKING * len(look.others)
    asked = sorted((seat for seat in gains if gains[seat] > enough), key=lambda s: -gains[s])
    lines: list[tuple[str, str, int]] = []
    for seat in asked:
        lines.append((str(int(seat)), ASK, 1))
        pay = min(MOST_PAY, int(SHARE * gains[seat] / look.credit))
        if pay and not look.me["infamous"]:
            lines.append((str(int(seat)), PAY, pay))
    if question.fits(tuple(lines)) is not None:  # Too many promises lie open already.
        lines = [line for line in lines if line[1] == ASK]
    return tuple(lines)


def paid(look: Look, principal: Seat, ally: Seat) -> float:
    """MA-6.4: what an ally gets is worth so much to this captain, who gives it or gets it."""
    return price(look, terms_of(look, principal, ally), principal)


def terms_of(look: Look, principal: Seat, ally: Seat) -> list[View]:
    """What an ally has been offered, or has asked for; the last terms count."""
    for terms in reversed(look.view["battle"]["terms"]):
        if terms["principal"] == principal and terms["ally"] == ally:
            return list(terms["goods"])
    return []


def price(look: Look, goods: Sequence[View], giver: Seat) -> float:
    """What these goods are worth to this captain, credits at their face."""
    coins: int = sum(good["n"] for good in goods if good["what"] == CREDITS)
    others = [good for good in goods if good["what"] != CREDITS]
    return look.credit * coins + sum(worth_of(look, good, giver) for good in others)


def hoped(look: Look) -> float:
    """What the own help will probably be paid with, by the word of whoever asked."""
    attacker = look.view["battle"]["attacker"]
    return paid(look, attacker, look.seat) * word_of(look.captains[attacker])


def gain_by(look: Look, seat: Seat, alone: float, stake: Stake) -> float:
    """What a captain's help would bring, if it is honest as often as may be expected."""
    helper = look.captains[seat]
    power = helper["support"]
    helped = chance(lead(look) + power, look.faces)
    betrayed = chance(lead(look) - power, look.faces, 0, 1)
    risk = betrayal_risk(look, helper)
    return ((1 - risk) * helped + risk * betrayed - alone) * stake.whole


def betrayal_risk(look: Look, helper: View) -> float:
    """How likely a helper turns: by the Judgments against them; never against a Hunter."""
    ship = look.view["battle"]["ship"]
    if ship and ship["hunter"]:
        return 0.0
    known = look.betrayals(helper["seat"])
    return min(0.8, 0.2 + 0.3 * known + 0.05 * float(helper["judgment"]))


def pick_ally(look: Look, question: Question) -> Any:
    """Of those who would help, whoever is expected to help most; or nobody."""
    alone, stake = chance(lead(look), look.faces), stakes.stake_of(look, look.seat)
    best, choice = 0.0, NOBODY_
    for value in question.values():
        if value.startswith(TAKE):
            seat = Seat(int(value.removeprefix(TAKE)))
            gain = gain_by(look, seat, alone, stake) - cost_of(look, seat)
            if gain > best:
                best, choice = gain, value
    return choice


def cost_of(look: Look, ally: Seat) -> float:
    """What an ally costs: what changes hands at once, and what is promised, if it comes to that."""
    goods = terms_of(look, look.seat, ally)
    at_once = [good for good in goods if not good["later"]]
    promised = [good for good in goods if good["later"]]
    won = chance(lead(look) + 3, look.faces)
    return price(look, at_once, look.seat) + price(look, promised, look.seat) * won


def lend_help(look: Look, question: Question) -> Any:
    """MA-6.4: help where it pays or can be betrayed; else name a price, if it is a small one."""
    if owes_help(look):
        return True
    loyal, false = loyal_worth(look, joined=False), betrayal_worth(look, joined=False)
    if max(loyal, false - look.who.conscience) > 0:
        return True
    battle = look.view["battle"]
    odds = chance(lead(look) + look.me["support"], look.faces)
    offered = paid(look, battle["attacker"], look.seat)
    wanted = int(offered + 1 - loyal / max(0.2, odds))
    lines = (("answer", HELP, 1), ("for", PAY, wanted))
    friendly = look.threat(battle["attacker"]) < 0.5 and not look.captains[look.seat]["infamous"]
    if friendly and 0 < wanted <= MOST_PAY and question.fits(lines) is None:
        return lines
    return False


def owes_help(look: Look) -> bool:
    """MA-8.7: has help been promised to the attacker, and is that word worth keeping?"""
    battle = look.view["battle"]
    owed = [p for p in look.mine["owe"] if p["promisee"] == battle["attacker"]]
    bound = any(
        p["good"]["what"] == HELP and p["good"]["name"] in ("", battle["kind"]) for p in owed
    )
    return bound and loyal_worth(look, joined=False) > -judgment_cost(look) - look.who.conscience


def loyal_worth(look: Look, *, joined: bool) -> float:
    """What standing by the attacker is worth."""
    battle = look.view["battle"]
    power = 0 if joined else look.me["support"]
    odds = chance(lead(look) + power, look.faces)
    alone = odds if joined else chance(lead(look), look.faces)
    threat = look.threat(battle["attacker"])
    friendly = look.who.goodwill if threat < 0.5 else -look.who.spite * look.glory
    mine = (trophies.for_deed(look, "helped_win") + hoped(look)) * odds
    return mine + friendly - (1 - odds) * look.damage(hurt(look)) - threat * (odds - alone) * 4


def betrayal_worth(look: Look, *, joined: bool) -> float:
    """MA-6.5, MA-6.12: what betraying the attacker is worth; nothing against a Hunter."""
    battle = look.view["battle"]
    if battle["ship"] and battle["ship"]["hunter"]:
        return -INFAMY
    power = look.me["support"]
    turned = lead(look) - power * (2 if joined else 1)
    die = 0 if look.me["faktor"] else 1
    odds = 1 - chance(turned, look.faces, 1, die)
    loss = (1 - odds) * look.damage(1)
    return odds * traitor_prize(look) - loss - judgment_cost(look)


def betray(look: Look, question: Question) -> Any:
    """MA-6.5: change sides if it is worth more than the own conscience and staying true."""
    stay = loyal_worth(look, joined=True)
    return betrayal_worth(look, joined=True) > max(stay, 0.0) + look.who.conscience


# Challenges, MA-7.1.


def call_allies(look: Look, question: Question) -> Any:
    """While it hangs in the balance, call those who should fear the other more than us."""
    battle = look.view["battle"]
    odds = chance(lead(look), look.faces, 1, 1)
    attacking = look.seat == battle["attacker"]
    ours, foe = (odds, battle["defender"]) if attacking else (1 - odds, battle["attacker"])
    if ours > CONTESTED or ours < HOPELESS or look.threat(foe) < look.threat(look.seat):
        return ()
    return tuple(question.values())


def take_side(look: Look, question: Question) -> Any:
    """Stand by the side that gains by it, or by neither."""
    battle = look.view["battle"]
    worth = {NEITHER: 0.0}
    for value in question.values():
        if value == NEITHER:
            continue
        power = look.me["support"]
        ours = chance(lead(look) + power, look.faces, 1, 1)
        if value == CHALLENGED:
            ours = 1 - chance(lead(look) - power, look.faces, 1, 1)
        friend = battle["attacker"] if value == CHALLENGER else battle["defender"]
        foe = battle["defender"] if value == CHALLENGER else battle["attacker"]
        gain = trophies.for_deed(look, "helped_win") * ours - (1 - ours) * look.damage(1)
        balance = (look.threat(foe) - look.threat(friend)) * look.glory * power * stakes.MARGIN
        worth[value] = gain + balance + look.who.goodwill * (ours > 0.5)
    return max(worth, key=lambda value: worth[value])
