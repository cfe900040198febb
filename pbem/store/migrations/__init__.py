"""The history of the database's shape, one file in versions/ for each step."""
