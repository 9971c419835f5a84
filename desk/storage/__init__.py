"""What a hall keeps on disk: the log in SQLite, and which captures belong to which game.

Not here: what the facts mean. May import ``errors``.
"""
