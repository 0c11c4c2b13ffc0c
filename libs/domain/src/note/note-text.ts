import { MAX_NOTE_LENGTH, MAX_NOTE_LINES } from './note-rules.js';

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
const BLOCK_END = /(?:<\/p>)?(?:<\/li>(?:<\/[uo]l>)*)+|<\/p>|<br ?\/?>/g;

/** Sanitised HTML as a reader sees it: without tags, each paragraph and list item on a line of its own, the empty ones too. */
function linesOf(html: string): string {
  const lines = html.replaceAll(BLOCK_END, '\n').replaceAll(/<[^>]*>/g, '');
  return lines
    .replaceAll(/&(#39|\w+);/g, (whole, name: string) =>
      Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? '') : whole,
    )
    .replace(/\n$/, '');
}

/** The same without empty lines at the beginning and the end. */
export const wordsOf = (html: string): string => linesOf(html).trim();

export interface NoteSize {
  /** Unicode code points, so that an emoji counts as one everywhere. A line end counts as one as well. */
  readonly characters: number;
  readonly lines: number;
}

/** How much of a note a reader sees. */
export function sizeOfNote(html: string): NoteSize {
  const lines = linesOf(html);
  return { characters: [...lines].length, lines: lines.split('\n').length };
}

export const NOTE_REQUIRED = 'Note text is required';
export const NOTE_TOO_LONG = `Note text is limited to ${MAX_NOTE_LENGTH} characters.`;
const NOTE_TOO_MANY_LINES = `Note text is limited to ${MAX_NOTE_LINES} lines.`;

/** What is wrong with the text of a note, as HTML; null: nothing. */
export function noteFault(html: string): string | null {
  if (wordsOf(html) === '') return NOTE_REQUIRED;
  const { characters, lines } = sizeOfNote(html);
  if (characters > MAX_NOTE_LENGTH) return NOTE_TOO_LONG;
  return lines > MAX_NOTE_LINES ? NOTE_TOO_MANY_LINES : null;
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
