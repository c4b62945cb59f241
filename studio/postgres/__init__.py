"""Django's PostgreSQL, which gives no connection back that failed."""
