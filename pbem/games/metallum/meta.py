"""What Metallum is, readable without loading it."""

from pbem.engine import Meta, _

META = Meta(
    slug="metallum",
    title="Metallum",
    blurb=_(
        "Two corporations program their factory ships in secret and fight over a row of planets,"
        " robot by robot."
    ),
    seats=(2,),
)
