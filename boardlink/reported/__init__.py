"""Games that another program records: what it tells of them becomes facts."""
