"""Where bytes come from and go to: serial ports, USB, Bluetooth, TCP, memory; their recording.

Not here: what the bytes mean. May import ``captures`` and ``protocols`` for what a chip or an
address wants, and ``errors``.
"""
