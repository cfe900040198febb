"""The steps, oldest first; each goes up and down."""
