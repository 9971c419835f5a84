"""PURE. Wire protocols, both ways: bytes ↔ frames → readings. Nothing is ever sent from here.

Not here: timing, retries, ports. May import ``readings`` and ``errors``.
"""
