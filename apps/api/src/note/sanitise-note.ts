import { hasUnshowableInLines, MAX_MARKUP_LENGTH, shown, unshowable } from '@throughline/contracts';
import {
  isNoteLink,
  MAX_NOTE_LIST_DEPTH,
  NOTE_REQUIRED,
  NOTE_TAG_ALIASES,
  NOTE_TAGS,
  NOTE_TOO_LONG,
  noteFault,
  numberingAttributes,
  numberingOf,
  wordsOf,
} from '@throughline/domain';
import sanitizeHtml from 'sanitize-html';
import { HttpError } from '../http/http-error.js';

/** User id → name. */
export type Colleagues = ReadonlyMap<string, string>;
const NOBODY: Colleagues = new Map();

/** Of a tag that becomes this one, the words alone are kept. */
const DROPPED: sanitizeHtml.Tag = { tagName: 'font', attribs: {} };

/** A mention with anything inside but the name. */
const ODD_MENTION = /<span [^>]*>[^<]*<(?!\/span>)/;

/** What keeps words apart and is in no note: it becomes a paragraph, so that they do not run together. */
const APART = Object.fromEntries(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'caption', 'dt', 'dd', 'pre', 'blockquote', 'section', 'article'].map(
    (tag) => [tag, 'p'],
  ),
);
/** The end of a table's cell that has another beside it. */
const END_OF_CELL = /<\/t[dh]\s*>(?=\s*<t[dh][\s>])/gi;

/** What `libs/domain/src/note/note-vocabulary.ts` states, as the editor of notes makes it. */
const allowedWith = (colleagues: Colleagues): sanitizeHtml.IOptions => ({
  allowedTags: [...NOTE_TAGS],
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start', 'type'], span: ['data-mention'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    ...APART,
    ...NOTE_TAG_ALIASES,
    ol: (tagName, { start, type }) => ({ tagName, attribs: numberingAttributes(numberingOf(start, type)) }),
    // Of an address that is not one of these schemes, or is relative, the words alone are kept.
    a: (tagName, { href = '' }) =>
      isNoteLink(href)
        ? { tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer nofollow' } }
        : DROPPED,
    // The name is ours: the client may have written another one beside the id.
    span: (tagName, { 'data-mention': userId = '' }) => {
      const name = colleagues.get(userId);
      return name === undefined ? DROPPED : { tagName, attribs: { 'data-mention': userId }, text: `@${name}` };
    },
  },
});

/** Sanitised HTML without paragraphs in one another, and whose lists are not nested too deep: each level takes width, until no room is left for the words. */
function flattened(html: string): string {
  let depth = 0;
  const isTooDeep = (closing: string) => (closing === '' ? ++depth : depth--) > MAX_NOTE_LIST_DEPTH;
  return html
    .replaceAll(/<(\/?)[uo]l(?: [^>]*)?>/g, (tag, closing: string) => (isTooDeep(closing) ? '' : tag))
    .replaceAll(/<(li|p)>(?:<\1>)+/g, '<$1>')
    .replaceAll(/<\/p>(?:<\/p>)+/g, '</p>');
}

/**
 * The text of a note as it is stored and shown: HTML with the allowed tags alone. Throws 400 when no word is left, when a reader would see too
 * many characters or lines or some that cannot be shown, or when the tags are too many: sanitising closes tags, so that it can lengthen a text.
 * `field`: its name in the request. `colleagues`: whom it may mention.
 */
export function sanitiseNote(html: string, field: string, colleagues = NOBODY): string {
  const allowed = allowedWith(colleagues);
  // A second time, because items of a list that was flattened still stand in one another.
  const text = sanitizeHtml(flattened(sanitizeHtml(html.replaceAll(END_OF_CELL, ' | $&'), allowed)), allowed).trim();
  const words = wordsOf(text);
  const fault =
    (shown(words) === '' ? NOTE_REQUIRED : noteFault(text)) ??
    (text.length > MAX_MARKUP_LENGTH ? NOTE_TOO_LONG : null) ??
    (hasUnshowableInLines(words) ? unshowable('Note text') : null) ??
    (ODD_MENTION.test(text) ? 'A mention holds a name alone.' : null);
  if (fault !== null) throw new HttpError(400, 'request/invalid', fault, { errors: { [field]: fault } });
  return text;
}
