"""PURE. Points and tie-breaks of one crosstable: the order of its players, with the working.

Not here: places of a stage that others feed on (``stages/places.py``). May import ``crosstable``,
``ratings``, ``errors``.
"""
