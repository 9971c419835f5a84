"""PURE. FIDE's rating tables, and rating changes by them (Rating Regulations B.02 8).

Not here: tie-breaks on ratings (``standings/tiebreaks``). May import ``crosstable``.
"""
