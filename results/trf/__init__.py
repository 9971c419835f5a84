"""FIDE's tournament report files (TRF16, TRF25, TRF26, C.02.03 Annex A): read and write."""
