"""Text in any language. Pure, and imports nothing else of the package.

* `words` compares texts: folding, content words, sentences;
* `pasted` separates what was typed in a prompt from what was pasted;
* `speakers` tells who says a line of a transcript;
* `redact` finds and removes secrets;
* `fingerprints` recognizes forgotten facts without storing them;
* `base_forms` takes irregular forms of English words back to their base, and `verb_forms` forms of
  verbs in other languages; `nouns_of_verbs` adds the verb to a noun that says it ("your job");
* `vocabulary` has the words that mean the same, `prompt_words` those that most prompts share;
* `trivial` recognizes prompts that say nothing, such as "thanks";
* `plurals` counts things in a sentence; `languages` has the tables that several of them need.
"""
