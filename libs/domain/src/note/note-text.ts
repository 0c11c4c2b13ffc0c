/*
 * The text of notes is stored as sanitised HTML: `p`, `br`, `strong`, `em`, `ul`, `ol`, `li` and `a`, in internal notes also
 * `<span data-mention="{user id}">@{name}</span>`, and no other tag.
 */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};
const BLOCK_END = /(?:<\/p>)?<\/li>|<\/p>|<br ?\/?>/g;

/** Sanitised HTML as a reader sees it: without tags, each paragraph and list item on a line of its own. */
export function wordsOf(html: string): string {
  const lines = html.replaceAll(BLOCK_END, '\n').replaceAll(/<[^>]*>/g, '');
  return lines
    .replaceAll(/&(#39|\w+);/g, (whole, name: string) =>
      Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? '') : whole,
    )
    .trim();
}

const MENTION = /<span data-mention="([^"<>]*)">/g;

/** The user ids that a sanitised internal note mentions, each once. */
export const mentionsIn = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(MENTION)].map(([, userId = '']) => userId)),
];

/** Plain text as HTML: a paragraph for each line. */
export function htmlOf(plain: string): string {
  const escaped = plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return escaped
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${line}</p>`)
    .join('');
}
