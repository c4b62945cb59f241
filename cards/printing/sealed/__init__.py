"""What runs in the sealed process: drawing card pages, laying them on sheets, reading the sheets again."""
