import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { entryOf, type EventStore, LogTree, openEventStore, openTreeFolder, treeSigner } from '@throughline/event-store';
import { ensureDatabase } from '@throughline/platform';
import { seedInBulk } from '../../../apps/worker/src/demo/seed-in-bulk.js';
import type { Measure } from '../running/measure.js';
import { inOwnProcess } from '../running/own-process.js';
import { repeat, type Round } from '../running/rounds.js';
import type { VerifyRequest } from './verify-once.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const KEY = '5'.repeat(64);
/** Entries in one checkpoint, as the worker signs them when there are many. */
const SIGNED_AT_ONCE = 10_000;

/** The whole log against its tree and its signed checkpoints: events a second of processor time of one core. */
export const verify: Measure = {
  name: 'verify',
  async *run({ quick, postgres, log }) {
    const logUrl = await ensureDatabase(postgres.url, 'verify');
    const path = await mkdtemp(join(tmpdir(), 'verify-'));
    const tlogUrl = pathToFileURL(path).href;
    const store = await openEventStore(logUrl);
    try {
      log('verify: filling the log');
      const wanted = quick ? 15_000 : 200_000;
      for (let from = 0, count = 0; count < wanted; from += 250)
        count += await seedInBulk({ store, from, to: from + 250, now: NOW });
      log('verify: signing the log');
      const vkey = await signAll(store, tlogUrl);
      log('verify');
      const asked: VerifyRequest = { logUrl, tlogUrl, vkey };
      const ours = await repeat(quick ? 1 : 5, {
        name: 'ours',
        round: () => inOwnProcess<VerifyRequest, Round>(new URL('./verify-once.js', import.meta.url), asked),
      });
      const goal = { words: '≥ 60,000/s', met: ours.value >= 60_000 };
      const note = 'events a second of processor time, all threads of the process';
      yield { measure: 'verify the log', unit: '/s', ours, peer: null, goal, note };
    } finally {
      await store.close();
      await rm(path, { recursive: true });
    }
  },
};

async function signAll(store: EventStore, tlogUrl: string): Promise<string> {
  const folder = openTreeFolder(tlogUrl);
  const signer = await treeSigner(folder, KEY, 'https://portal.example');
  const tree = await LogTree.open(folder, signer);
  for await (const event of store.readStored({ after: 0 })) {
    tree.add(entryOf(event));
    if (tree.unsigned >= SIGNED_AT_ONCE) await tree.sign(NOW);
  }
  await tree.sign(NOW);
  return signer.vkey;
}
