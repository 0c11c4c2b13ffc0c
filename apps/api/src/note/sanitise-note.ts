import {
  hasUnshowableInLines,
  MAX_MARKUP_LENGTH,
  NOTE_TOO_LONG,
  noteFault,
  shown,
  unshowable,
} from '@throughline/contracts';
import { wordsOf } from '@throughline/domain';
import sanitizeHtml from 'sanitize-html';
import { HttpError } from '../http/http-error.js';

/** With a host or an address after the scheme. */
const LINK = /^(https?:\/\/[^/\s]|mailto:\S|tel:\S)/i;

/** The tags that the editor of notes makes. `libs/domain/src/note/note-text.ts` reads them. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    div: 'p',
    // Of an address that is not one of these schemes, or is relative, the words alone are kept.
    a: (tagName, { href = '' }) =>
      LINK.test(href)
        ? { tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer nofollow' } }
        : { tagName: 'span', attribs: {} },
  },
};

/**
 * The text of a note as it is stored and shown: HTML with the allowed tags alone. Throws 400 when no word is left, when a reader would see too
 * many characters or some that cannot be shown, or when the tags are too many: sanitising closes tags, so that it can lengthen a text.
 * `field`: its name in the request.
 */
export function sanitiseNote(html: string, field: string): string {
  const text = sanitizeHtml(html, ALLOWED).trim();
  const words = wordsOf(text);
  const fault =
    noteFault(shown(words)) ??
    (text.length > MAX_MARKUP_LENGTH ? NOTE_TOO_LONG : null) ??
    (hasUnshowableInLines(words) ? unshowable('Note text') : null);
  if (fault !== null) throw new HttpError(400, 'request/invalid', fault, { errors: { [field]: fault } });
  return text;
}
