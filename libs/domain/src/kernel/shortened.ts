/**
 * The text, or its beginning and an ellipsis: at most `length` UTF-16 code units. A surrogate pair is never cut in two, because PostgreSQL
 * refuses half of one in JSON.
 */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

/** A message quotes at most this many UTF-16 code units of a changed value. */
export const MAX_EXCERPT_LETTERS = 120;

/** What a message quotes of a changed value. */
export const excerptOf = (text: string): string => shortened(text, MAX_EXCERPT_LETTERS);
