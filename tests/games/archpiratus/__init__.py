"""ArchPiratus by rule number, chapter by chapter."""
