"""Between the values of a deck and its rows: loading, projecting facts, the log's vocabulary, the audit."""
