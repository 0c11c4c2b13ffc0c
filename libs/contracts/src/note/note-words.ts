/* Limits and messages of notes. Apart from the schemas: screens load these without zod. */

/** Characters of a note with its tags: much more than a reader sees. */
export const MAX_MARKUP_LENGTH = 60_000;
/** Notes that are older do not count as unread in the navigation. */
export const UNREAD_DAYS = 30;

/** Exactly: an address at a subdomain, or at a domain that only ends alike, is another one. */
export const isOfDomain = (email: string | null, domain: string): boolean =>
  email !== null && email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
