"""What Metal Adventures is, readable without loading it."""

from pbem.engine import Choice, Meta, _

META = Meta(
    slug="metal_adventures",
    title="Metal Adventures",
    blurb=_(
        "Space pirates: raid ships and planets, challenge the others, call for help,"
        " and decide whether to keep faith before the dice fall."
    ),
    seats=(2, 3, 4, 5, 6),
    options=(
        Choice(
            "last_captain_wins",
            (False, True),
            _("When all others have resigned, the last captain wins at once."),
        ),
    ),
)
