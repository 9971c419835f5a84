"""PURE. TRF, FIDE's tournament report file: read, understood, written, exported.

Not here: files on disk (``desk/files``). May import ``standings``, ``rounds``, ``meetings``,
``tournament``, ``crosstable``, ``errors``.
"""
