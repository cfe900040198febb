"""The verbs: what people, bots and the clock can do. The web, mail and the worker call these."""
