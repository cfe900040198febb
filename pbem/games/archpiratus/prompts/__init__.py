"""What is asked in ArchPiratus, step by step."""
