"""The settings of Sphinx; docs/build.py runs it."""

import boardai
from site_builder.sources import source_link

project = "boardai"
version = release = boardai.__version__
copyright = "the authors of boardai"
root_doc = "README"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.linkcode",
    "site_builder.docstrings",
    "site_builder.sidebar",
    "site_builder.sources",
]

myst_heading_anchors = 6
linkcode_resolve = source_link
# Fences without a language are formulas and the output of programs.
highlight_language = "none"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autoclass_content = "both"
# `State` of an annotation is boardai's; each game has one of its own besides.
suppress_warnings = ["ref.python"]
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
toc_object_entries_show_parents = "hide"
napoleon_custom_sections = [("Attributes", "params_style")]

html_theme = "furo"
html_title = "boardai"
html_copy_source = False
html_show_sphinx = False
