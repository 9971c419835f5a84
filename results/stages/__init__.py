"""PURE. Stages and how they follow on one another: entrants, places, final list, live standings.

Not here: one stage's tie-breaks (``standings``). May import ``standings``, ``rounds``,
``meetings``, ``tournament``, ``crosstable``, ``errors``.
"""
