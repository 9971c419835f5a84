"""PURE. A stage and its rounds as the log has them: progress, numbers, knock-out, its crosstable.

Not here: counting and ranking. May import ``meetings``, ``tournament``, ``crosstable``, ``errors``.
"""
