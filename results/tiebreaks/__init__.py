"""Tie-breaks of C.07 and those that tournaments define themselves: one small file each."""
