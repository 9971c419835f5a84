"""Files in and out, for the command line: TRF, CSV, PGN, prizes, ratings, a log's reports.

Not here: what is in them (``results``), the hall's own files (``storage``). May import ``config``,
``storage``, ``host``, ``errors``.
"""
