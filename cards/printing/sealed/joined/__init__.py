"""The fast way from card pages to the PDF of their sheets (`plain_sheets.py` is the plain one): pages are taken apart,
written into sheets and given one font for all. Nothing here needs to be read to know what a print is."""
