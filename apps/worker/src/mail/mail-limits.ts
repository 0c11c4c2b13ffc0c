/**
 * For how long after an order, or a message, mail about it is sent. A log that was copied, imported or read by a new planner from its beginning must
 * not send mail about last year's. Milliseconds.
 */
const MAIL_MAX_AGE_MS = 3 * 24 * 3_600_000;

/** `since`: when it happened what the mail is about, ISO 8601. */
export const isRecentEnoughToMail = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) < MAIL_MAX_AGE_MS;

/** Events before this are too old for a mail. */
export const oldestToMail = (now: Date): Date => new Date(now.getTime() - MAIL_MAX_AGE_MS);

/** Enough attempts of a job that mails for an outage of the mail server of half an hour. */
export const MAIL_ATTEMPTS = 12;
