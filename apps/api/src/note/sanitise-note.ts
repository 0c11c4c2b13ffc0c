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

/** Keeps only the words of a tag that is transformed to this one. */
const DROPPED: sanitizeHtml.Tag = { tagName: 'font', attribs: {} };

/** Matches a mention with something inside other than the name. */
const ODD_MENTION = /<span [^>]*>[^<]*<(?!\/span>)/;

/** Tags that separate words and that notes do not have: they become paragraphs, so that the words do not run together. */
const APART = Object.fromEntries(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'caption', 'dt', 'dd', 'pre', 'blockquote', 'section', 'article'].map(
    (tag) => [tag, 'p'],
  ),
);
/** Matches the end of a table cell that is followed by another cell. */
const END_OF_CELL = /<\/t[dh]\s*>(?=\s*<t[dh][\s>])/gi;

/** The rules of `libs/domain/src/note/note-vocabulary.ts`, for HTML in the form that the editor of notes produces. */
const allowedWith = (colleagues: Colleagues): sanitizeHtml.IOptions => ({
  allowedTags: [...NOTE_TAGS],
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start', 'type'], span: ['data-mention'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    ...APART,
    ...NOTE_TAG_ALIASES,
    ol: (tagName, { start, type }) => ({ tagName, attribs: numberingAttributes(numberingOf(start, type)) }),
    // Keeps only the words of a link with another scheme, or with a relative address.
    a: (tagName, { href = '' }) =>
      isNoteLink(href)
        ? { tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer nofollow' } }
        : DROPPED,
    // The name comes from the account, because the client may have written another one beside the id.
    span: (tagName, { 'data-mention': userId = '' }) => {
      const name = colleagues.get(userId);
      return name === undefined ? DROPPED : { tagName, attribs: { 'data-mention': userId }, text: `@${name}` };
    },
  },
});

/**
 * Sanitised HTML without nested paragraphs, and with lists that are not nested too deeply: each level takes width, until no room is left
 * for the words.
 */
function flattened(html: string): string {
  let depth = 0;
  const isTooDeep = (closing: string) => (closing === '' ? ++depth : depth--) > MAX_NOTE_LIST_DEPTH;
  return html
    .replaceAll(/<(\/?)[uo]l(?: [^>]*)?>/g, (tag, closing: string) => (isTooDeep(closing) ? '' : tag))
    .replaceAll(/<(li|p)>(?:<\1>)+/g, '<$1>')
    .replaceAll(/<\/p>(?:<\/p>)+/g, '</p>');
}

/**
 * The text of a note as it is stored and shown: HTML with the allowed tags only. Throws 400 if no visible character is left, if a reader
 * would see too many characters or lines or some that cannot be shown, or if there are too many tags: sanitising closes tags, so it can
 * lengthen a text. `field`: its name in the request. `colleagues`: the people whom it may mention.
 */
export function sanitiseNote(html: string, field: string, colleagues = NOBODY): string {
  const allowed = allowedWith(colleagues);
  // Sanitised a second time, because items of a flattened list may still be nested.
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
