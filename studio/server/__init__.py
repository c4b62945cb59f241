"""The running server: Daphne and its limits, several processes, the clock, and what the outside asks of it."""
