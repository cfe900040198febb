"""AP-1.2: the choice of an admiral."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, Text, _

from ..pack import called
from ..state import Pirates
from ..texts import text_of


@dataclass
class ChooseAdmiral(ChooseOne[Pirates, str]):
    """AP-1.2: an admiral that nobody has yet."""

    rule = "AP-1.2"

    def values(self, s: Pirates) -> Sequence[str]:
        taken = {ship.admiral for ship in s.ships}
        return [card for card in s.pack.of("admiral") if card not in taken]

    def every(self, s: Pirates) -> Sequence[str]:
        return s.pack.of("admiral")

    def label(self, s: Pirates, value: str) -> Text | str:
        return called(value)

    def hint(self, s: Pirates, value: str) -> Text | None:
        return text_of(s.card(value))

    def sentence(self, s: Pirates) -> Text:
        return _("Which admiral do you sail under?")

    def why_not(self, s: Pirates, value: object) -> Text:
        return _("That admiral is taken. You can choose: %(list)s.", list=self._shown(s))
