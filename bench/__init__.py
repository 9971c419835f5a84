"""Benchmarks: figures that are printed, never asserted."""
