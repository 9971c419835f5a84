"""This computer and its terminal: clock, addresses, Ctrl-C, what is printed, exit codes.

Not here: the hall itself. ``live_table`` shows one. May import ``hall``, ``views``, ``commands``,
``state``, ``errors``.
"""
