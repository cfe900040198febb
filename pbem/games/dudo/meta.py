"""What Dudo is, readable without loading it."""

from pbem.engine import Meta, _

META = Meta(
    slug="dudo",
    title="Dudo",
    blurb=_("Liar's dice: five dice under every cup, bids that only go up, and one doubter."),
    seats=(2, 3, 4, 5, 6),
)
