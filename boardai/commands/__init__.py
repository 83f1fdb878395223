"""The commands: argument lists and printing.

`python -m boardai.NAME`, or `boardai NAME`, runs the module of that name here (`boardai.__path__` finds it), or the
`__main__.py` of a package.
"""
