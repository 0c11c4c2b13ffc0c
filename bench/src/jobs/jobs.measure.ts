import { ensureDatabase } from '@throughline/platform';
import type { Measure } from '../running/measure.js';
import { interleave } from '../running/rounds.js';
import { openBareQueue } from './bare-queue.js';
import { openOurQueue } from './our-queue.js';
import { workThrough } from './work-through.js';

/** A job planned, taken, and done: what our queue adds to the one beneath it. */
export const jobs: Measure = {
  name: 'jobs',
  async run({ postgres, quick, say }) {
    const ours = await openOurQueue(await ensureDatabase(postgres.url, 'jobs_ours'));
    const bare = await openBareQueue(await ensureDatabase(postgres.url, 'jobs_bare'));
    const amount = quick ? 300 : 2_000;
    try {
      say(`jobs: ${amount} in a round`);
      const sides = await interleave(
        quick ? 3 : 7,
        { name: 'ours', round: () => workThrough(ours, amount) },
        { name: 'bare BullMQ', round: () => workThrough(bare, amount) },
      );
      const met = sides.ours.value >= 0.9 * sides.peer.value;
      return [{ measure: 'job planned and done', unit: '/s', ...sides, goal: { words: 'within 10 %', met } }];
    } finally {
      await Promise.all([ours.close(), bare.close()]);
    }
  },
};
