import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Change, FeedPosition, JoinAnswer, Topic } from '@throughline/contracts';
import { readFeed, type FeedChange, type FeedReading } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import type { Caller } from '../identity/caller.js';
import { isFor, referralIdsOf, type Admission } from './admission.js';
import { FeedTail, type FeedBatch } from './feed-tail.js';

/** A client that missed more changes reads a new snapshot, which is cheaper. */
const MAX_MISSED_CHANGES = 500;

export interface Join {
  readonly caller: Caller;
  readonly topic: Topic;
  readonly admission: Admission;
  /** Null if the client has no snapshot yet. */
  readonly since: FeedPosition | null;
}

/** What happened to the tail's batches during a join. */
interface Meanwhile {
  /** Why a batch could not be recorded. */
  failure: { readonly error: unknown } | null;
  wasReset: boolean;
}

/**
 * Joins missed changes and live changes without a gap or a duplicate. Missed changes are read from the feed up to its end, and batches
 * that the tail delivers meanwhile are collected. Once the tail has reached that end, both together extend exactly to the tail's position,
 * and `enter` is called before the tail can move on. All changes are in the access log before the answer; a join that cannot be recorded
 * throws.
 */
@Injectable()
export class JoinTopic {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly tail: FeedTail,
    private readonly accessLog: AccessLog,
  ) {}

  async join({ caller, topic, admission, since }: Join, enter: (followId: string) => void): Promise<JoinAnswer> {
    const followId = randomUUID();
    const collected: FeedChange[] = [];
    const meanwhile: Meanwhile = { failure: null, wasReset: false };
    /** A joining follower is recorded with each batch, like those that have joined. */
    const collect = async ({ changes }: FeedBatch) => {
      const theirs = changes.filter((change) => isFor(admission, change));
      if (theirs.length === 0) return;
      collected.push(...theirs);
      if (admission.screen === null) return;
      const sent = { referralIds: referralIdsOf(theirs), followIds: [followId] };
      await this.accessLog.recordSent([sent]).catch((error: unknown) => (meanwhile.failure = { error }));
    };
    const stop = this.tail.listen({ onBatch: collect, onReset: () => void (meanwhile.wasReset = true) });
    try {
      const reading = await this.readMissed(admission, since ?? this.tail.position);
      const missed = since !== null && reading.status === 'read' ? reading.changes : [];
      if (admission.screen !== null) {
        const own = 'referralId' in topic ? [topic.referralId] : [];
        const referralIds = [...new Set([...own, ...referralIdsOf(missed)])];
        await this.accessLog.record({ caller, screen: admission.screen, referralIds, followId });
      }
      await this.tail.waitFor(reading.feed);
      if (meanwhile.failure !== null) throw meanwhile.failure.error;
      // There must be no `await` from here to the answer, so that the tail does not move on.
      enter(followId);
      const feed = this.tail.position;
      const answer = { feed, scope: admission.room };
      if (since === null) return { status: 'read-afresh', ...answer, reason: 'no-position' };
      if (reading.status !== 'read') return { status: 'read-afresh', ...answer, reason: reading.status };
      if (reading.feed.epoch !== feed.epoch) return { status: 'read-afresh', ...answer, reason: 'other-epoch' };
      // The tail skipped changes, so the missed changes and the collected ones do not extend to its position.
      if (meanwhile.wasReset) return { status: 'read-afresh', ...answer, reason: 'too-old' };
      if (missed.length === MAX_MISSED_CHANGES) return { status: 'read-afresh', ...answer, reason: 'too-old' };
      const later = collected.filter(({ position }) => position > reading.feed.position);
      return { status: 'joined', ...answer, changes: [...missed, ...later].map(asChange) };
    } finally {
      stop();
    }
  }

  private readMissed({ topic, audience }: Admission, since: FeedPosition): Promise<FeedReading> {
    return readFeed(this.database.db, { since, limit: MAX_MISSED_CHANGES, topic, ...(audience && { audience }) });
  }
}

/** A change without its audience, which the client must not see. */
export const asChange = ({ position, key, row, at }: FeedChange): Change => ({ position, key, row, at });
