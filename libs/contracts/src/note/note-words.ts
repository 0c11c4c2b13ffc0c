/* Limits and messages for notes. This file has no schemas, so that screens load it without zod. */

/** The maximum length of a note with its tags: much more than a reader sees. */
export const MAX_MARKUP_LENGTH = 60_000;
/** Unread notes that are older are not counted in the navigation. */
export const UNREAD_DAYS = 30;

/** The domain must be equal: an address at a subdomain, or at a domain with the same ending, does not count. */
export const isOfDomain = (email: string | null, domain: string): boolean =>
  email !== null && email.slice(email.lastIndexOf('@') + 1).toLowerCase() === domain.toLowerCase();
