"""PURE. Facts → results, standings, tie-breaks, pairings, prizes, report files.

Not here: files on disk, processes, time. Imports ``facts`` alone. The way of the data: log →
``tournament`` → ``meetings`` → ``rounds`` → ``crosstable`` → ``standings`` → ``stages`` →
``pairing``, ``prizes``; ``trf`` is the same table as a file. Door: ``errors``.
"""
