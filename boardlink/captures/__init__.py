"""PURE. Recorded bytes: the capture file, and its taking apart into one board's readings.

Not here: reading files from disk (``links/recorded.py`` writes them, ``desk/storage`` finds them),
nor playing them into a tracker (``replaying``). May import ``protocols``, ``readings``, ``errors``.
"""
