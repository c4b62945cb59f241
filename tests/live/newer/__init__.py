"""The site as the release after this one might be: for two of them side by side on one database."""
