"""The running hall: boards, log, the arbiter's door, pairing, wired together.

Not here: servers and terminal (``arbiter``, ``host``), how facts are decided (``commands``). May
import ``commands``, ``state``, ``config``, ``storage``, ``errors``.
"""
