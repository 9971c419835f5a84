"""The spectators' server: pages, PGN, the socket, one channel an audience.

Not here: any decision about what shows. May import every room of ``broadcast``.
"""
