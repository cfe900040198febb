"""The rules of Metallum, one file a chapter."""
