"""The running hall: configuration, log on disk, wiring, arbiter's pages, command line."""

__version__ = "0.1.0"
