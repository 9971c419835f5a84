"""PURE. Who gets which prize, by which rule.

Not here: places (``stages``). May import ``stages``, ``tournament``, ``crosstable``, ``errors``.
"""
