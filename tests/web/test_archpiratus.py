"""ArchPiratus in a browser: the counter, the desk, and a whole turn on one sheet."""

from __future__ import annotations

from pbem.services.tongues import tongue
from pbem.web import forms
from tests.games.archpiratus.scene import ONE, Scene
from tests.web.conftest import House, Visitor
from tests.web.pages import Page


def table(house: House, seats: int = 2) -> tuple[str, list[Visitor]]:
    """A table; the first browser is the one that is asked."""
    house.wait(hours=1)  # Only so many links may be looked at in an hour.
    people = [house.person(name) for name in ("Ann", "Bela")][:seats]
    slug = house.table(*people, game="archpiratus")
    browsers = [house.visitor(who) for who in people]
    for browser in browsers:
        browser.get(f"/t/{slug}")
    browsers.sort(key=lambda browser: not browser.page.has_form("/answer"))
    return slug, browsers


def affordable(browser: Visitor) -> list[tuple[str, str]]:
    """Store cards that the counter offers, each with what buying it sends."""
    choices = browser.page.form("/answer").choices
    return [
        (name, value)
        for name, values in choices.items()
        for value in values
        if value.startswith('"buy ') and " from " in value
    ]


def richest(house: House) -> tuple[str, Visitor, list[tuple[str, str]]]:
    """Tables until one captain's first hand can pay for something in the Store."""
    for _try in range(20):
        slug, (browser, *_others) = table(house)
        if offers := affordable(browser):
            return slug, browser, offers
    raise AssertionError("No hand in twenty could pay for anything.")


def test_AP_2_2_a_card_is_bought_at_the_counter_and_its_deck_chosen(house: House) -> None:
    _slug, browser, offers = richest(house)
    name, value = offers[0]
    browser.press("/answer", **{name: value})
    assert browser.status == 200, browser.page.text
    assert "Contract: what do you place" in browser.page.text


def test_AP_2_2_too_many_purchases_are_refused_and_stay_picked(house: House) -> None:
    _slug, browser, offers = richest(house)
    picked = dict(offers)
    for name, values in browser.page.form("/answer").choices.items():
        if name == "answer[hire]":
            picked[name] = values[-1]
    if len(picked) == 1:
        browser.press("/answer", **{"answer.said": "buy 1, buy 2, buy 3, buy 4, buy 5"})
    else:
        browser.press("/answer", **picked)
    assert browser.status == 422
    assert "missing" in browser.page.text or "costs" in browser.page.text


def with_contract(house: House) -> tuple[str, Visitor]:
    """Tables until one captain's first hand holds a Contract; nothing was bought."""
    for _try in range(20):
        slug, (browser, *_others) = table(house)
        browser.press("/answer")
        if "answer[z-contract]" in browser.page.form("/answer").choices:
            return slug, browser
    raise AssertionError("No hand in twenty held a Contract.")


def test_AP_2_3_a_contract_is_picked_at_the_desk(house: House) -> None:
    slug, browser = with_contract(house)
    browser.press("/answer", **{"answer[z-contract]": '"contract easy"'})
    assert browser.status == 200
    assert "Easy station · 1 point" in browser.get(f"/t/{slug}").text


def test_AP_3_2_in_the_solo_game_the_counter_offers_to_send_a_card_under(house: House) -> None:
    _slug, (browser,) = table(house, seats=1)
    values = browser.page.form("/answer").choices["answer[rotate]"]
    assert len(values) == 6
    assert values[1].startswith('"rotate ')
    assert "The automatic ship, as it stands" in browser.page.text


def test_AP_4_1_a_purchase_written_out(house: House) -> None:
    _slug, browser, _offers = richest(house)
    browser.press("/answer", **{"answer.said": "buy the moon"})
    assert browser.status == 422
    assert "is not a choice here" in browser.page.text
    browser.press("/answer", **{"answer.said": "none"})
    assert browser.status == 200


def test_AP_4_1_a_whole_turn_on_one_sheet_and_the_other_captain_is_asked(house: House) -> None:
    slug, browser, _offers = richest(house)
    browser.get(f"/t/{slug}/sheet")
    form = browser.page.form("/sheet")
    assert any("archpiratus" in source for source in browser.page.sources)  # Its own style.
    assert "followed to the end of your turn" in browser.page.text
    assert not [name for name in form.choices if name.endswith(".blind")]
    name, values = next((n, v) for n, v in form.choices.items() if n.startswith("buy.0[") and v[1:])
    contracts = form.choices.get("outfit.0[z-contract]", [])
    picked = {"outfit.0[z-contract]": contracts[1]} if contracts else {"outfit.0.none": "on"}
    before = house.stored(slug).seq
    browser.press(
        "/sheet",
        **{name: values[1], **picked, "go.0": '"hard"', "turn_in.0": '"best"', "do": "lay"},
    )
    assert browser.status == 200, browser.page.text
    assert not browser.page.has_form("/answer")
    assert house.stored(slug).seq == before + 4  # The sheet, and three answers that it gave.
    with house.shelf.looking(house.stored(slug).id) as sitting:
        (asking,) = sitting.match.waiting()
        mover = sitting.match.state.rival(asking.prompt.seat)
        ship = sitting.match.state.ships[mover]
    assert asking.prompt.kind == "buy"
    assert ship.station == "hard"
    assert len(ship.missions) == bool(contracts)
    assert value_of(values[1]) in ship.discard


def value_of(sent: str) -> str:
    """The card that a purchase names."""
    return sent.strip('"').split()[1]


def test_AP_4_1_a_sheet_that_cannot_stand_keeps_what_was_picked(house: House) -> None:
    slug, browser, _offers = richest(house)
    browser.get(f"/t/{slug}/sheet")
    form = browser.page.form("/sheet")
    dear = {n: v[1] for n, v in form.choices.items() if n.startswith("buy.0[") and v[1:]}
    everything = {**dear, "go.0": '"medium"', "do": "lay"}
    everything["buy.0[hire]"] = '"buy fourth contact"'
    browser.press("/sheet", **everything)
    assert browser.status == 422
    assert "1 answer cannot stand" in browser.page.text
    fields = browser.page.form("/sheet").fields
    assert all((name, value) in fields for name, value in dear.items())
    assert ("go.0", '"medium"') in fields


def test_AP_2_3_under_a_card_stands_what_becomes_of_it() -> None:
    scene = Scene()
    scene.hand(ONE, "comet-tap", "sable-wick", "old-josefa", "midnight-cargo", "galley")
    scene.fit(ONE, "kettle-drive", "rivet", "squint", "splice", "pockets")
    scene.say("none")
    form = forms.make(
        scene.question,
        tongue("en", ("Ann", "Bela")),
        game="archpiratus",
        view=scene.match.view(ONE),
    )
    words = Page(f"<!doctype html><title>x</title><form>{form.own}</form>").text
    for card, said in (
        ("Comet Tap", "not now place it, replacing Kettle Drive"),
        ("Sable Wick", "not now place it, replacing Rivet place it, replacing Squint"),
        ("Old Josefa", "not now place it, replacing Rivet"),
        ("Midnight Cargo", "not now play it"),
        ("Galley", "not now place it"),
    ):
        assert said in words.split(card, 1)[1], card


def test_AP_4_1_a_list_with_nothing_on_it_is_ticked_off_on_the_sheet(house: House) -> None:
    for _try in range(20):
        slug, (browser, *_others) = table(house)
        with house.shelf.looking(house.stored(slug).id) as sitting:
            state = sitting.match.state
            bare = "contract" not in state.ships[state.active].hand
        browser.get(f"/t/{slug}/sheet")
        ticked = [name for name, _value in browser.page.form("/sheet").fields]
        assert ("outfit.0.none" in ticked) == bare
        if bare:
            return
    raise AssertionError("Every hand of twenty held a Contract.")
