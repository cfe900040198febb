"""The conformance suite, tried on a good game and on broken ones."""
