"""What ArchPiratus is, readable without loading it."""

from pbem.engine import Choice, Meta, _

META = Meta(
    slug="archpiratus",
    title="ArchPiratus",
    blurb=_(
        "A deckbuilding race of space pirates: hire crew, fit tech, take contracts, and turn in"
        " the final mission before the other captain, or before the automatic ship, does."
    ),
    seats=(1, 2),
    forfeit_after=3,
    options=(
        Choice(
            "admirals",
            ("none", "random", "choose"),
            _("Admirals: none, one each at random, or one each to choose."),
        ),
        Choice("events", (False, True), _("Events hide in the Tech deck.")),
    ),
)
