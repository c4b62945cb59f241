"""How a site of an earlier release becomes one of this: which release its data is of, the copy, the steps."""
