import { noteFault } from '@throughline/contracts';
import { wordsOf } from '@throughline/domain';
import sanitizeHtml from 'sanitize-html';
import { HttpError } from '../http/http-error.js';

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
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
  },
};

/**
 * The text of a note as it is stored and shown: HTML with the allowed tags alone. Throws 400 when no word is left, or when a reader would see too
 * many characters. `field`: its name in the request.
 */
export function sanitiseNote(html: string, field: string): string {
  const text = sanitizeHtml(html, ALLOWED).trim();
  const fault = noteFault(wordsOf(text));
  if (fault !== null) throw new HttpError(400, 'request/invalid', fault, { errors: { [field]: fault } });
  return text;
}
