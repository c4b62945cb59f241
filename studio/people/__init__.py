"""Who is who: browsers, groups and memberships, invitations, names and seals, and what pages show of them."""
