"""The command line, through click and through a real terminal."""
