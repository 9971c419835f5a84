"""PURE. One tournament as the log tells it: its fold, entries, claims, and how claims are judged.

Not here: counting. May import nothing of ``results`` but ``errors``.
"""
