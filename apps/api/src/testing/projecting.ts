import { setTimeout as pause } from 'node:timers/promises';
import {
  OPEN_FIRST_TASK,
  itemTaskDecider,
  openFirstTaskWhenReferralSubmitted,
  type Recorded,
  type ReferralEvent,
} from '@throughline/domain';
import { contextCausedBy, handleCommand, StoreUnavailable } from '@throughline/event-store';
import { storageOutageOf } from '@throughline/platform';
import { applyBatch, newestOfEach, notifyProjected, projectedPosition, projections } from '@throughline/read-models';
import type { Engines } from '../engines/engines.js';

const RETRY_DELAY_MS = 50;

export interface Projecting {
  stop(): Promise<void>;
}

/**
 * Runs the parts of the worker that the API's answers depend on: the read models, and the first task of a referral. If they fail, the spec
 * file fails with their error, and not only with a test that waits in vain.
 */
export function startProjecting({ store, database: { db } }: Engines): Projecting {
  const stopping = new AbortController();
  const running = project().catch((error: unknown) => {
    // Thrown where nothing catches it. Jest would attribute an unhandled rejection to the hook that called this, and drop it if that has
    // ended.
    setImmediate(() => {
      throw error;
    });
  });

  async function project(): Promise<void> {
    let after = (await untilAvailable(() => projectedPosition(db))) ?? 0;
    for await (const message of store.subscribe({ after, signal: stopping.signal })) {
      if (message.type !== '$events') continue;
      const upTo = message.events.at(-1)?.position ?? after;
      const batch = { after, upTo, events: message.events };
      const { changes } = await untilAvailable(() => applyBatch(db, newestOfEach(projections), batch));
      await notifyProjected(db, { position: upTo, changes });
      after = upTo;
      for (const event of message.events) await untilAvailable(() => react(event as Recorded<ReferralEvent>));
    }
    if (!stopping.signal.aborted) throw new Error('The subscription of the projector ended.');
  }

  async function react(event: Recorded<ReferralEvent>): Promise<void> {
    if (event.type !== 'ReferralSubmitted') return;
    await handleCommand(store, {
      decider: itemTaskDecider,
      id: event.data.referralId,
      command: openFirstTaskWhenReferralSubmitted(event, null),
      context: contextCausedBy(event, OPEN_FIRST_TASK),
    });
  }

  /** On a busy machine an engine may not answer in time. Like the worker, the projector asks it again. */
  async function untilAvailable<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const isOutage = error instanceof StoreUnavailable || storageOutageOf(error) !== null;
        if (!isOutage || stopping.signal.aborted) throw error;
        await pause(RETRY_DELAY_MS);
      }
    }
  }

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
