"""The profile as a document. Pure: text in, text out.

* `document` parses its sections and facts, `edits` changes them; `line_marks` has their marks;
* `split` separates the archive from the rest; `archive` moves facts between the two, by their
  weight, which `fact_weight` computes;
* `merge` is the three-way merge, by lines, and `fact_merge` by facts; `comparison` compares two
  versions, and `differences` shows how they differ;
* `shareable` leaves out what may not go to a destination, `reach` tells which lines a mark covers;
* `render` makes the fragment for a prompt, and escapes text;
* `expiry` reads from a fact the last day on which it holds; `expiry_dates` finds its dates,
  `expiry_words` and `expiry_cjk` have the words.

Imports only `errors` and `text`.
"""
