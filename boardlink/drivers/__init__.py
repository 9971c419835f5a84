"""Devices of one family: handshake, polling, supervision of a port.

Not here: what readings mean for a game (``sensing``), how bytes travel (``links``). May import
``links``, ``captures``, ``protocols``, ``readings``, ``errors``.
"""
