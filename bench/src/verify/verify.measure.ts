import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import {
  checkpointKeys,
  entryOf,
  eventLog,
  type EventStore,
  LogTree,
  openEventStore,
  openTreeFolder,
  EntryProver,
  treeSigner,
  verifyEntryProof,
} from '@throughline/event-store';
import { ensureDatabase } from '@throughline/platform';
import { seedInBulk } from '../../../apps/worker/src/demo/seed-in-bulk.js';
import { requireUnaltered } from '../../../apps/worker/src/log-tree/prove-command.js';
import type { Measure, Row } from '../running/measure.js';
import { inOwnProcess } from '../running/own-process.js';
import { percentile, repeat, type Round } from '../running/rounds.js';
import type { VerifyRequest } from './verify-once.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const KEY = '5'.repeat(64);
/** Entries in one checkpoint, as the worker signs them when there are many. */
const SIGNED_AT_ONCE = 10_000;
/** Of so many events one is proven. */
const PROVEN_EVERY = 997;

/**
 * The whole log against its tree and its signed checkpoints: events a second of processor time of one core. Then the proof of one event,
 * made, compared with the log and verified.
 */
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
      const { vkey, positions } = await signAll(store, tlogUrl);
      log('verify');
      const asked: VerifyRequest = { logUrl, tlogUrl, vkey };
      const ours = await repeat(quick ? 1 : 5, {
        name: 'ours',
        round: () => inOwnProcess<VerifyRequest, Round>(new URL('./verify-once.js', import.meta.url), asked),
      });
      const goal = { words: '≥ 60,000/s', met: ours.value >= 60_000 };
      const note = 'events a second of processor time, all threads of the process';
      yield { measure: 'verify the log', unit: '/s', ours, peer: null, goal, note };
      log('prove');
      yield await prove({ store, tlogUrl, vkey, positions });
    } finally {
      await store.close();
      await rm(path, { recursive: true });
    }
  },
};

interface Signed {
  readonly vkey: string;
  /** Of some of the events, of all parts of the log. */
  readonly positions: readonly number[];
}

async function signAll(store: EventStore, tlogUrl: string): Promise<Signed> {
  const folder = openTreeFolder(tlogUrl);
  const signer = await treeSigner(folder, KEY, 'https://portal.example');
  const tree = await LogTree.open(folder, signer);
  const positions: number[] = [];
  let events = 0;
  for await (const event of store.readStored({ after: 0 })) {
    tree.add(entryOf(event));
    if (events++ % PROVEN_EVERY === 0) positions.push(event.position);
    if (tree.unsigned >= SIGNED_AT_ONCE) await tree.sign(NOW);
  }
  await tree.sign(NOW);
  return { vkey: signer.vkey, positions };
}

async function prove({
  store,
  tlogUrl,
  vkey,
  positions,
}: Signed & { store: EventStore; tlogUrl: string }): Promise<Row> {
  const keys = checkpointKeys([vkey]);
  let bytes = 0;
  const round = async (): Promise<Round> => {
    const times: number[] = [];
    for (const position of positions) {
      const begun = performance.now();
      const { proof, text } = await (await EntryProver.open(openTreeFolder(tlogUrl))).prove({ position });
      await requireUnaltered(eventLog(store), text);
      if (verifyEntryProof(proof, keys).entry.position !== position) throw new Error('The proof is of another event');
      times.push(performance.now() - begun);
      bytes = Math.max(bytes, Buffer.byteLength(proof));
    }
    return { figure: percentile(times, 95), times };
  };
  const ours = await repeat(5, { name: 'ours', round });
  const goal = { words: '≤ 20 ms, 2 kB', met: ours.value <= 20 && bytes <= 2_000 };
  const note = `slowest twentieth, made, compared with the log and verified; at most ${bytes} bytes`;
  return { measure: 'prove one event', unit: 'ms', ours, peer: null, goal, note };
}
