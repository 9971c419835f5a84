"""PURE. Who gets which prize, and why: shares, thresholds, categories, receipts."""
