import {
  OPEN_FIRST_TASK,
  itemTaskDecider,
  openFirstTaskWhenReferralSubmitted,
  type Recorded,
  type ReferralEvent,
} from '@throughline/domain';
import { contextCausedBy, handleCommand } from '@throughline/event-store';
import { applyBatch, newestOfEach, notifyProjected, projectedPosition, projections } from '@throughline/read-models';
import type { Engines } from '../engines/engines.js';

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
    let after = (await projectedPosition(db)) ?? 0;
    for await (const message of store.subscribe({ after, signal: stopping.signal })) {
      if (message.type !== '$events') continue;
      const upTo = message.events.at(-1)?.position ?? after;
      const { changes } = await applyBatch(db, newestOfEach(projections), { after, upTo, events: message.events });
      await notifyProjected(db, { position: upTo, changes });
      after = upTo;
      for (const event of message.events) await react(event as Recorded<ReferralEvent>);
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

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
