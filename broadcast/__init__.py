"""Facts and views → spectators."""
