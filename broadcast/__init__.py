"""Facts and views → spectators: what an audience may see at its cut, as messages, PGN and pages.

Not here: results and pairings as such, the arbiter's pages. Imports ``facts`` (and the pages'
files). The way of the data: log → ``known`` → ``cut`` → ``messages`` and ``pgn`` → ``serving``.
Doors: ``view`` (what an audience sees, as values), ``errors``.
"""
