import { MAX_NOTE_LENGTH, MAX_NOTE_LINES } from './note-rules.js';
import { type Numbering, numberingOf, numeral } from './note-vocabulary.js';

/*
 * The text of notes is stored as sanitised HTML with the tags in `NOTE_TAGS`. Only internal notes mention people: `<span
 * data-mention="{user id}">@{name}</span>`.
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

/** Sanitised HTML as a reader sees it: without tags, with each paragraph and list item on a line of its own, empty ones included. */
function linesOf(html: string): string {
  const lines = html.replaceAll(BLOCK_END, '\n').replaceAll(/<[^>]*>/g, '');
  return lines
    .replaceAll(/&(#39|\w+);/g, (whole, name: string) =>
      Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? '') : whole,
    )
    .replace(/\n$/, '');
}

/** Like `linesOf`, without empty lines at the beginning and the end. */
export const wordsOf = (html: string): string => linesOf(html).trim();

const LIST_TAG = /<(ul|ol|li|\/ul|\/ol)((?: [^>]*)?)>/g;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

/**
 * `wordsOf` for places that show no formatting, such as a list of notes and the audit. Formatting that changes the meaning is written out:
 * `10⁶`, `x^(n+1)`, `~~struck out~~`, `4. ` before the fourth item of a numbered list and `• ` before an item of any other list.
 */
export function plainOf(html: string): string {
  const lists: { readonly type: Numbering['type']; next: number | null }[] = [];
  const marked = html.replaceAll(LIST_TAG, (tag, name: string, attributes: string) => {
    if (name.startsWith('/')) lists.pop();
    else if (name !== 'li') lists.push(listOf(name, attributes));
    else {
      const list = lists.at(-1);
      return list?.next == null ? `${tag}• ` : `${tag}${numeral(list.next++, list.type)}. `;
    }
    return tag;
  });
  return lineOf(marked);
}

/** Like `plainOf`, without the numbers and bullets of lists, for a single line. */
export const lineOf = (html: string): string => wordsOf(scriptsOf(html).replaceAll(/<\/?s>/g, '~~'));

/** `lineOf` without its line breaks: the text of a note on one line. */
export const oneLineOf = (html: string): string => lineOf(html).replaceAll(/\s+/g, ' ').trim();

function listOf(name: string, attributes: string) {
  const of = (attribute: string) => new RegExp(` ${attribute}="(\\w*)"`).exec(attributes)?.[1];
  const { start, type } = numberingOf(of('start'), of('type'));
  return { type, next: name === 'ol' ? start : null };
}

/** Replaces superscripts and subscripts in HTML with characters. */
function scriptsOf(html: string): string {
  const open = [{ name: '', inner: '' }];
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    const isEnd = open.length > 1 && /^<\/su[bp]>$/.test(token);
    const script = isEnd ? open.pop() : undefined;
    const last = open[open.length - 1];
    if (/^<su[bp]>$/.test(token)) open.push({ name: token.slice(1, -1), inner: '' });
    else if (last) last.inner += script ? scriptOf(script) : token;
  }
  return open.map(({ inner }) => inner).join('');
}

function scriptOf({ name, inner }: { readonly name: string; readonly inner: string }): string {
  const words = inner.replaceAll(/<[^>]*>/g, '');
  if (/^\d+$/.test(words)) {
    return words.replaceAll(/\d/g, (digit) => (name === 'sup' ? SUPERSCRIPTS : SUBSCRIPTS).charAt(Number(digit)));
  }
  const sign = name === 'sup' ? '^' : '_';
  return words.trim() === '' ? words : [...words].length === 1 ? `${sign}${words}` : `${sign}(${words})`;
}

export interface NoteSize {
  /** Unicode code points, so that an emoji counts as one everywhere. A line break counts as one as well. */
  readonly characters: number;
  readonly lines: number;
}

/** The visible size of a note. */
export function sizeOfNote(html: string): NoteSize {
  const lines = linesOf(html);
  return { characters: [...lines].length, lines: lines.split('\n').length };
}

export const NOTE_REQUIRED = 'Note text is required';
export const NOTE_TOO_LONG = `Note text is limited to ${MAX_NOTE_LENGTH} characters.`;
const NOTE_TOO_MANY_LINES = `Note text is limited to ${MAX_NOTE_LINES} lines.`;

/** What is wrong with the HTML of a note; null: nothing. */
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
