"""The print shop: its page, the page of a print, and what is printed, as values.

`page` and `job_page` are the two pages; `printable` makes of a deck and its choices the job that the press is given;
`controls`, `asked` and `holds` are the form (its rows: cards/printing/choices/rows.py), the rest are parts of the page.
"""
