"""PURE. A round before it is published: the pairing job, boards, a second look, staleness.

Not here: running the engine (``desk/hall/pairing_worker.py``). May import ``kinds``, ``situation``.
"""
