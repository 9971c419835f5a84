"""PURE. The arbiters' registers: things handed in, sanctions, byes asked for, protests."""
