"""The rules of ArchPiratus, chapter by chapter."""
