/* Limits and messages of notes. Apart from the schemas: screens load these without zod. */
import { MAX_NOTE_LENGTH } from '@throughline/domain';

/** Characters of a note with its tags: much more than a reader sees. */
export const MAX_MARKUP_LENGTH = 60_000;
export const NOTE_REQUIRED = 'Note text is required';
export const NOTE_TOO_LONG = `Note text is limited to ${MAX_NOTE_LENGTH} characters.`;
/** Notes that are older do not count as unread in the navigation. */
export const UNREAD_DAYS = 30;

/** What is wrong with the words of a note; null: nothing. */
export const noteFault = (words: string): string | null =>
  words.trim() === '' ? NOTE_REQUIRED : words.length > MAX_NOTE_LENGTH ? NOTE_TOO_LONG : null;

/** Exactly: an address at a subdomain, or at a domain that only ends alike, is another one. */
export const isOfDomain = (email: string | null, domain: string): boolean =>
  email !== null && email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
