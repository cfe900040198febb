"""Metallum: two corporations program factory ships and mine a row of planets."""
