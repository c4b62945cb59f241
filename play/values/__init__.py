"""What the pages of a table are given: finished, frozen, drawn for one sight (a seat's, or everybody else's).

Addresses are finished strings, words finished sentences, faces finished markup (`SafeString`, cards/_face.html).
An `Act` is one press: a button of the page's form `act` with `formaction` = its address.
"""
