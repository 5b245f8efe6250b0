# SPDX-License-Identifier: Apache-2.0
# Sphinx: the HTML of the documents. docs/site/stage.py has made the folder of sources from the Markdown of the tree.
project = "hartrace"
author = "the hartrace authors"
copyright = "the hartrace authors, Apache-2.0"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "index"
html_theme = "furo"
html_title = "hartrace"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_last_updated_fmt = None
html_extra_path = []
pygments_style = "default"
highlight_language = "none"
myst_heading_anchors = 6
myst_all_links_external = False
# Headings of generated pages begin where they like. A word of an unknown language in a fence is no fault of the page.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
nitpicky = True
