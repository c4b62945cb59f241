"""The site with one page more, small enough to measure: for tests and benchmarks with real server processes."""
