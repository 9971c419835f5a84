"""The arbiter's server: who is signed in, pages, commands as they come, prints.

Not here: what a page shows (``views``), what a command does (``commands``), scripts (``pages``).
May import ``hall``, ``views``, ``commands``, ``state``, ``files``, ``config``, ``host``.
"""
