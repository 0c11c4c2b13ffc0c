import { ensureDatabase } from '@throughline/platform';
import { startProductProcesses } from '../product/product-processes.js';
import { inOwnProcess } from '../running/own-process.js';
import type { Measure } from '../running/measure.js';
import { percentile } from '../running/rounds.js';
import type { Load, Loaded } from './load.js';

const IN_FLIGHT = 16;

/** Orders through the API, each counted when everything that follows it is recorded and shown: its events, first task, PDF and mail. */
export const orders: Measure = {
  name: 'orders',
  async *run({ postgres, quick, log }) {
    log('orders: starting an API and a worker');
    const databaseUrl = await ensureDatabase(postgres.url, 'orders');
    const { origin, people, stop } = await startProductProcesses(databaseUrl);
    try {
      const [rounds, roundMs] = quick ? [2, 2_000] : [5, 15_000];
      log(`orders: ${IN_FLIGHT} in flight`);
      const asked: Load = { origin, databaseUrl, people, inFlight: IN_FLIGHT, rounds, roundMs };
      const { ours, answered, claims } = await inOwnProcess<Load, Loaded>(new URL('load.js', import.meta.url), asked);
      const note =
        `times from submit to the last of its events, PDF and mail; ` +
        `the API's answer ${percentile(answered, 50).toFixed(1)} / ${percentile(answered, 99).toFixed(1)} ms`;
      yield {
        measure: `orders with PDF and mail, ${IN_FLIGHT} in flight`,
        unit: '/s',
        ours,
        peer: null,
        goal: null,
        note,
      };
      if ('failed' in claims) throw new Error(claims.failed);
      yield {
        measure: 'claims of one queue, two for each task',
        unit: '/s',
        ours: claims,
        peer: null,
        goal: null,
        note: `${IN_FLIGHT} in flight; tasks claimed, the refused halves not counted; times of those who got them`,
      };
    } finally {
      await stop();
    }
  },
};
