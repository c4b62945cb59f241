"""How numbers look in each language. Those in templates are measures for machines (CSS, attributes), so a decimal point
stays a point everywhere; numbers for people are put into sentences by studio/web/words.py."""
