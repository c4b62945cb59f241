"""From a bare Python to a running site: `.venv`, the system's packages, the surroundings. Standard library only."""
