"""Games that another program has written down: where they are found, and what is new in them.

Not here: boards behind LiveChess that we read ourselves (``drivers/livechess_source.py``). May
import ``account`` and ``errors``.
"""
