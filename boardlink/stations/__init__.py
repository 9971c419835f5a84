"""One device in a running hall: its task, its health, its recovery; and which devices there are.

Not here: what is sent to boards (``drivers``), what readings mean (``sensing``). May import all
rooms but ``simulator`` and ``other_programs``.
"""
