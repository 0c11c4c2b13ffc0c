import { Injectable } from '@nestjs/common';
import type { Change, FeedPosition, JoinAnswer } from '@throughline/contracts';
import { readFeed, type FeedChange } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { isFor, type Admission } from './admission.js';
import { FeedTail } from './feed-tail.js';

/** Whoever missed more than this reads afresh: one snapshot is cheaper than so many changes. */
const MOST_MISSED = 500;

/**
 * The seam between what was missed and what comes live. What was missed is read from the feed up to its end; what the tail
 * gives out meanwhile is collected; once the tail is at that end, both together reach exactly to the tail's position, and
 * `enter` is called before the tail can move on. So the answer and the live changes after it have no gap and no double.
 */
@Injectable()
export class JoinTopic {
  constructor(
    private readonly engines: Engines,
    private readonly tail: FeedTail,
  ) {}

  async join(admission: Admission, since: FeedPosition | null, enter: () => void): Promise<JoinAnswer> {
    const collected: FeedChange[] = [];
    const stop = this.tail.listen({
      batch: ({ changes }) => collected.push(...changes.filter((change) => isFor(admission, change))),
      broken: () => collected.splice(0),
    });
    try {
      const { topic, audience } = admission;
      const from = since ?? this.tail.position;
      const reading = await readFeed(this.engines.db, {
        since: from,
        limit: MOST_MISSED,
        topic,
        ...(audience && { audience }),
      });
      await this.tail.reach(reading.feed);
      // From here to the answer nothing waits.
      enter();
      const feed = this.tail.position;
      if (since === null) return { status: 'read-afresh', feed, reason: 'no-position' };
      if (reading.status !== 'read') return { status: 'read-afresh', feed, reason: reading.status };
      if (reading.feed.epoch !== feed.epoch) return { status: 'read-afresh', feed, reason: 'other-epoch' };
      if (reading.changes.length === MOST_MISSED) return { status: 'read-afresh', feed, reason: 'too-old' };
      const later = collected.filter(({ position }) => position > reading.feed.position);
      return { status: 'joined', feed, changes: [...reading.changes, ...later].map(asChange) };
    } finally {
      stop();
    }
  }
}

/** Who else may read it is nobody's business. */
export const asChange = ({ position, key, row, at }: FeedChange): Change => ({ position, key, row, at });
