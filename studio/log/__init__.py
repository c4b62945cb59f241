"""The numbered log of every stream: what stands in an entry, and what it says."""
