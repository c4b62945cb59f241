"""Open pages kept up to date: the hub, its sockets, and the regions it draws."""
