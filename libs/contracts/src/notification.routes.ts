import { z } from 'zod';
import { feedPosition, readQuery } from './envelope.contract.js';
import { route } from './route/route.js';

/** The events of one request, such as a bulk assignment, are one notification and are read together. */
const MAX_READ_AT_ONCE = 500;

export const notificationId = z
  .string()
  .regex(/^[a-zA-Z]+-R?\d{1,20}-\d{1,9}$/, 'This is not the id of a notification.');

/** A notification. Its words name no person and contain no text of a note, because mail has the same words. */
export const notification = z.object({
  ids: z.array(z.string()),
  words: z.string(),
  /** The name of the member, if the caller may read the referral; null otherwise, and where it is about several referrals. */
  member: z.string().nullable(),
  /** It tells only that the work goes on: the caller need not do anything about it. */
  isRoutine: z.boolean(),
  /** The path of a page in the console. */
  path: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  unread: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notificationList = z.object({
  notifications: z.array(notification),
  /** Whether there are older ones that are not listed. */
  hasOlder: z.object({ needsYou: z.boolean(), movedOn: z.boolean() }),
  feed: feedPosition,
});
export type NotificationList = z.infer<typeof notificationList>;

export const notificationRoutes = {
  list: route('GET /notifications', {
    summary:
      "The caller's last 50 notifications, and the last 50 referrals that have only moved on, newest first, by what the caller may see now.",
    who: 'signedIn',
    query: readQuery,
    answer: notificationList,
  }),
  read: route('POST /notifications/read', {
    summary: 'The caller has read these notifications. They are read on all screens of the caller.',
    who: 'signedIn',
    body: z.object({ ids: z.array(notificationId).min(1).max(MAX_READ_AT_ONCE) }),
    answer: z.null(),
    idempotent: true,
    meanwhile: 'own',
  }),
  unsubscribe: route('POST /notifications/unsubscribe/{token}', {
    summary:
      'End the mail that the link of such a mail is about, without a sign-in. Mail programs send it as POST /unsubscribe/{token} (RFC 8058).',
    who: 'anyone',
    params: { token: z.string().max(500) },
    answer: z.null(),
    idempotent: true,
    meanwhile: 'own',
    refusals: { 404: ['link/not-found'], 409: ['account/unknown'] },
  }),
} as const;
