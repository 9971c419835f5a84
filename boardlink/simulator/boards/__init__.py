"""PURE, but for ``pegasus``. Virtual boards and clocks: sensors, memory, answers, misbehaviour.

Not here: time passing, ports. May import ``hands``, ``ports``' pure ends, ``protocols``,
``readings``.
"""
