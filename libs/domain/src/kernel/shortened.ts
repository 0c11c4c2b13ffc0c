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
