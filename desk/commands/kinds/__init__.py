"""PURE. Every command there is, as an arbiter gives it: one module a subject, ``every`` for all.

A command is what is asked: it may be refused, or ask back, and its fields change with the page.
A fact is what was decided, and is kept for ever in the log's format; one command may become none,
one or several. So the two stand apart, even where their fields are the same today.
Not here: what becomes of them. May import nothing of ``desk``.
"""
