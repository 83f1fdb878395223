"""Results of searches: values, trees and strategies, with their texts and drawings.

`wording.py` formats numbers; `tree_rows.py` is a searched tree's data, `tree_drawing.py` its pictures, `tree.py` the
public class. `strategy.py` is a proof. `result_data.py` is a result's data, `result_text.py` its text, `result.py` the
public class. Each module imports only those named before it.
"""
