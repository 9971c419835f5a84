"""Whether this computer is ready for boards: facts are gathered, judged and printed apart.

Not here: looking at the boards themselves. May import ``config``, ``storage``, ``host``.
"""
