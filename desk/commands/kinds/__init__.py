"""PURE. Every command there is, as an arbiter gives it; ``every`` has them all.

Not here: what becomes of them. May import nothing of ``desk``.
"""
