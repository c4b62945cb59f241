"""What every page and view of the site shares: answers, redirects, paces, dates."""
