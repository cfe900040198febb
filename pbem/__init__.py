"""pbem serves slow tabletop games, played turn by turn over e-mail and the web.

Start reading at pbem/README.md; the rules of every game stand on `pbem.engine`.
"""

__version__ = "0.1.0"
