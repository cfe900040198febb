"""The families of commands; each module here lists its own in `COMMANDS`."""
