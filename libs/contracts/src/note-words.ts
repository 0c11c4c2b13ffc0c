/* Limits and messages of notes. Apart from the schemas: screens load these without zod. */
import { MAX_NOTE_LENGTH, MAX_NOTE_LINES, sizeOfNote, wordsOf } from '@throughline/domain';

/** Characters of a note with its tags: much more than a reader sees. */
export const MAX_MARKUP_LENGTH = 60_000;
export const NOTE_REQUIRED = 'Note text is required';
export const NOTE_TOO_LONG = `Note text is limited to ${MAX_NOTE_LENGTH} characters.`;
export const NOTE_TOO_MANY_LINES = `Note text is limited to ${MAX_NOTE_LINES} lines.`;
/** Notes that are older do not count as unread in the navigation. */
export const UNREAD_DAYS = 30;

/** What is wrong with the text of a note, as HTML; null: nothing. */
export function noteFault(html: string): string | null {
  if (wordsOf(html) === '') return NOTE_REQUIRED;
  const { characters, lines } = sizeOfNote(html);
  if (characters > MAX_NOTE_LENGTH) return NOTE_TOO_LONG;
  return lines > MAX_NOTE_LINES ? NOTE_TOO_MANY_LINES : null;
}

/** Exactly: an address at a subdomain, or at a domain that only ends alike, is another one. */
export const isOfDomain = (email: string | null, domain: string): boolean =>
  email !== null && email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
