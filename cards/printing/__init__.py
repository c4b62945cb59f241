"""From faces to sheets of paper. Folders, and what each may know:

choices/    what somebody wants printed and how, and how that stands in addresses, forms, rows and files: pure
geometry/   where cards, cut guides and words lie on a paper: pure
sealed/     draws and lays the sheets in a process of its own, without database, settings and network
shared/     what both ends of the pipe to that process need
queue/      prints that were asked for, and the press that has them carried out: Django, threads, files
tools/      run by hand when a font or a measure changes
"""
