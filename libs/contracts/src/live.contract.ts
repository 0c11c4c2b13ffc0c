import { z } from 'zod';
import { feedPosition, type FeedPosition } from './envelope.contract.js';
import { referralId } from './referral.contract.js';

/**
 * The live feed over socket.io, path `/live`.
 *
 * `join` → ack `JoinAnswer`; then `changes` as they are committed. A client gives the `(epoch, position)` that it has (from
 * the snapshot or from the last change) and gets what it missed, or a reason why it must read afresh. Positions grow and have
 * gaps; a change at or below the client's position is old. `token` renews the authorisation of a socket; every join is checked again.
 */
export const LIVE_PATH = '/live';

export const topic = z.discriminatedUnion('name', [
  z.object({ name: z.literal('referral'), referralId }),
  z.object({ name: z.literal('limited-referral'), referralId }),
  z.object({ name: z.literal('submission'), referralId }),
  z.object({ name: z.literal('referral-history'), referralId }),
  z.object({ name: z.literal('referral-list') }),
  z.object({ name: z.literal('task-queue') }),
]);
export type Topic = z.infer<typeof topic>;

/** One string per topic, as the change feed stores it. */
export function topicKey(of: Topic): string {
  return 'referralId' in of ? `${of.name}:${of.referralId}` : of.name;
}

export const joinRequest = z.object({ topic, since: feedPosition.nullable() });
export type JoinRequest = z.infer<typeof joinRequest>;

/**
 * A row of the topic as it is now: a ReferralListRow, a TaskQueueRow, a whole ReferralDetail, LimitedReferral or Submission. Of a
 * referral's history only that it has events beside those that change the referral: read it again.
 */
export interface Change {
  readonly position: number;
  /** Identity of the row: a referral id or a task id. */
  readonly key: string;
  readonly row: unknown;
  /** When the event behind it was recorded, ISO 8601. */
  readonly at: string;
}

export type JoinAnswer =
  | { readonly status: 'joined'; readonly feed: FeedPosition; readonly changes: readonly Change[] }
  /** Nothing was missed silently: read afresh by HTTP; changes after `feed` will follow on this socket. */
  | {
      readonly status: 'read-afresh';
      readonly feed: FeedPosition;
      readonly reason: 'no-position' | 'other-epoch' | 'too-old';
    }
  | { readonly status: 'refused'; readonly code: string; readonly message: string };

export interface Changes {
  readonly topic: string;
  readonly feed: FeedPosition;
  readonly changes: readonly Change[];
}

export interface ClientToServer {
  join: (request: JoinRequest, answer: (answer: JoinAnswer) => void) => void;
  leave: (of: Topic) => void;
  /** A renewed access token, or null after sign-out. Topics that it no longer allows are left, with `left`. */
  token: (accessToken: string | null, done: () => void) => void;
}

export interface ServerToClient {
  changes: (changes: Changes) => void;
  left: (left: { readonly topic: string; readonly code: string; readonly message: string }) => void;
  /** The node is stopping in order; reconnect elsewhere. */
  stopping: () => void;
}
