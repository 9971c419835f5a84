"""PURE. Who meets whom: each pairing system behind one answer, and its legality.

Not here: drafts and publishing (``desk/commands``). May import ``crosstable``, ``trf/write.py``
(the engine reads TRF), ``errors``.
"""
