"""The whole site in one file, back again, and whether what came back agrees with itself."""
