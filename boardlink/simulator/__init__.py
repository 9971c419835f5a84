"""Virtual boards, and hands that play at them, for demos, tests and benches.

Not here: anything that a hall with real boards needs. May import ``protocols``, ``links``,
``readings``, ``errors``; no driver and nothing of ``sensing``, so that each tests the other.
"""
