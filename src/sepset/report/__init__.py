"""The report page: a result as one HTML file that explains itself.

Python writes everything that can be read without a script; the page's own JavaScript (`page`) lets readers
choose k, drag nodes and ask about pairs. It loads nothing from elsewhere, and no name in the data can become
markup.
"""
