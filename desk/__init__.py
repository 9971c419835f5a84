"""The running hall, its configuration, the arbiter's server and the command line.

Not here: what boards say (``boardlink``), what counts (``results``), what spectators get
(``broadcast``). Imports all of them. The way of a command: ``arbiter`` → ``hall/desk.py`` →
``commands`` → facts in ``storage`` → ``state`` → ``views``. Doors: ``running`` (a hall
from its configuration until Ctrl-C), ``cli``, ``errors``.
"""

__version__ = "0.1.0"
