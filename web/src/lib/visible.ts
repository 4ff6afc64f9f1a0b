// Words of a document in which nothing turns the direction of writing, so that "009" is not read as "900".

/** Each control of direction becomes one visible sign: places in the text stay the same. */
export function visible(words: string): string {
  return words.replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
