"""Devices of one family: handshake, polling, supervision."""
