"""Between a table's log and its value: the log is the truth, snapshots and a cache make loading cheap."""
