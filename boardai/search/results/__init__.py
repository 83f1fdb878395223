"""What a search found: results, trees and strategies, and their words and drawings.

`wording.py` formats numbers; `tree_rows.py` is a searched tree's data, `tree_drawing.py` its pictures, `tree.py` the
tree that people hold. `strategy.py` is a proof. `result_data.py` is a result's data, `result_text.py` its words,
`result.py` the result that people hold. Arrows point from each to those named before it.
"""
