"""What the pages ask: each query answers with finished frozen values and says how many SQL statements it takes."""
