"""PURE. The judgement of a whole game: its end, its record, how certain it is, and why.

Not here: how explanations grow (``lines``). May import everything below the tracker.
"""
