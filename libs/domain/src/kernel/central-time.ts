/* A file of its own, because the first files of every page of the console need it and nothing of `terms.ts`. */

/** The provider's zone, in which due days are counted (access specification, section 9); also of digests, and of a reader who states none. */
export const CENTRAL_TIME = 'America/Chicago';
