import { z } from 'zod';
import type { User } from './account/account.contract.js';
import type { Banner } from './banner.routes.js';
import { feedPosition, type FeedPosition } from './envelope.contract.js';
import { caseId, recertificationId, referralId } from './referral/referral.contract.js';

/**
 * The live feed over socket.io, path `LIVE_PATH`.
 *
 * `join` → ack `JoinAnswer`; then `changes` as they are committed. A client sends the `(epoch, position)` of its snapshot or of its last
 * change, and receives the changes that it missed, or a reason to read a new snapshot. Positions increase and have gaps; a change at or
 * below the client's position is old. `token` renews the authorization of a socket. Permissions are checked at each join and again every
 * few seconds: `left` says that one was lost. `rights` says what the person may do; it is sent whenever that differs from what this socket
 * was sent before.
 *
 * Every socket receives `banners` when the banners change.
 *
 * A page that shows a task sends `looking` at intervals. A client that follows the queue receives `task-viewers` at the join and at each change.
 */

export const topic = z.discriminatedUnion('name', [
  z.object({ name: z.literal('referral'), referralId }),
  z.object({ name: z.literal('limited-referral'), referralId }),
  z.object({ name: z.literal('recertification'), referralId: recertificationId }),
  z.object({ name: z.literal('submission'), referralId }),
  z.object({ name: z.literal('referral-history'), referralId: caseId }),
  z.object({ name: z.literal('evidence'), referralId: caseId }),
  z.object({ name: z.literal('notes'), referralId }),
  z.object({ name: z.literal('internal-notes'), referralId: caseId }),
  z.object({ name: z.literal('recertifications'), referralId }),
  z.object({ name: z.literal('referral-list') }),
  z.object({ name: z.literal('note-list') }),
  z.object({ name: z.literal('task-queue') }),
  z.object({ name: z.literal('notifications') }),
  z.object({ name: z.literal('inquiries') }),
]);
export type Topic = z.infer<typeof topic>;

export const joinRequest = z.object({ topic, since: feedPosition.nullable() });
export type JoinRequest = z.infer<typeof joinRequest>;

/**
 * The current row of the topic: a ReferralListRow, a TaskQueueRow, a whole ReferralDetail, LimitedReferral or Submission. Changes of
 * recertifications, histories, notes and notifications have no row: they only say that there is something new to read.
 */
export interface Change {
  readonly position: number;
  /** Identity of the row: a referral id or a task id. */
  readonly key: string;
  readonly row: unknown;
  /** When the event behind it was recorded, ISO 8601. */
  readonly at: string;
}

/**
 * `scope` identifies what this person may see of the topic. If it differs after a reconnect, earlier reads may show more than the person
 * may see now.
 */
export type JoinAnswer =
  | {
      readonly status: 'joined';
      readonly feed: FeedPosition;
      readonly changes: readonly Change[];
      readonly scope: string;
    }
  /** The missed changes cannot be sent: read a new snapshot by HTTP. Changes after `feed` follow on this socket. */
  | {
      readonly status: 'read-afresh';
      readonly feed: FeedPosition;
      readonly reason: 'no-position' | 'other-epoch' | 'too-old';
      readonly scope: string;
    }
  | { readonly status: 'refused'; readonly code: string; readonly message: string };

export interface Changes {
  readonly topic: string;
  readonly feed: FeedPosition;
  /** With these changes the page has everything up to this position of the log, as in `x-throughline-position` of a read. */
  readonly includes?: number | undefined;
  readonly changes: readonly Change[];
}

/** What decides which pages and acts a person is offered, taken from the account in the log. */
export type Rights = Pick<User, 'id' | 'role' | 'admin' | 'siteAdmin' | 'company' | 'groups'>;

/** A person who looks at a task right now. */
export interface TaskViewer {
  readonly taskId: string;
  readonly userId: string;
  readonly name: string;
}

export interface ClientToServer {
  join: (request: JoinRequest, answer: (answer: JoinAnswer) => void) => void;
  leave: (of: Topic) => void;
  /** A renewed access token, or null after sign-out. Topics that it does not permit are left, with `left`. */
  token: (accessToken: string | null, done: () => void) => void;
  /** The task that the page shows to its person; null: none any more. Ignored if the person may not see the queue. */
  looking: (taskId: string | null) => void;
}

export interface ServerToClient {
  changes: (changes: Changes) => void;
  /** The person may no longer follow the topic, or this scope of it; `message` is for display. No changes follow until the next join. */
  left: (left: { readonly topic: string; readonly code: string; readonly message: string }) => void;
  rights: (rights: Rights) => void;
  /** All banners that are shown now. */
  banners: (banners: readonly Banner[]) => void;
  /** Whether what was done reaches the pages late, as when the worker hangs. A connection begins with false. */
  late: (isLate: boolean) => void;
  /** Everybody who looks at a task; sent to followers of the queue. */
  'task-viewers': (viewers: readonly TaskViewer[]) => void;
  /** The node is shutting down; reconnect to another. */
  stopping: () => void;
}
