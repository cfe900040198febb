"""What captains are asked, by chapter."""
