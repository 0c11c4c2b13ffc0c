import { randomUUID } from 'node:crypto';
import { type EventStore, openEventStore } from '@throughline/event-store';
import { ensureDatabase } from '@throughline/platform';
import type { Bench, Measure, Row } from '../running/measure.js';
import { interleave } from '../running/rounds.js';
import { openEmmettLog } from './emmett-log.js';
import { openRawInserts } from './raw-inserts.js';
import { type BenchEvent, type Writer, benchEvent, writeFor } from './writers.js';

interface Log {
  writers(count: number, event: () => BenchEvent): readonly Writer[];
}

/** One event at an expected revision, durable when answered: against another event store, and against bare inserts. */
export const append: Measure = {
  name: 'append',
  async *run(bench) {
    const database = (name: string) => ensureDatabase(bench.postgres.url, name);
    const store = await openEventStore(await database('append_ours'));
    const emmett = await openEmmettLog(await database('append_emmett'), 32);
    const raw = await openRawInserts(await database('append_raw'));
    const against = (writers: number, name: string, peer: Log, goal: number | null) =>
      compare(bench, writers, {
        ours: { writers: (count, event) => writersOf(store, count, event) },
        name,
        peer,
        goal,
      });
    try {
      yield await against(1, 'emmett', emmett, 1.5);
      yield await against(32, 'emmett', emmett, 3);
      yield await against(32, 'raw inserts', raw, null);
      yield await against(256, 'raw inserts', raw, 0.5);
    } finally {
      await Promise.all([store.close(), emmett.close(), raw.close()]);
    }
  },
};

async function compare(
  { quick, log }: Bench,
  writers: number,
  { ours, name, peer, goal }: { ours: Log; name: string; peer: Log; goal: number | null },
): Promise<Row> {
  log(`append, ${writers} writers, against ${name}`);
  const ms = quick ? 400 : 3_000;
  const round = (log: Log) => () => writeFor(ms, log.writers(writers, benchEvent));
  const sides = await interleave(quick ? 3 : 7, { name: 'ours', round: round(ours) }, { name, round: round(peer) });
  const met = sides.ours.value / sides.peer.value >= (goal ?? 0);
  return {
    measure: `append, ${writers} writer${writers === 1 ? '' : 's'}`,
    unit: '/s',
    ...sides,
    goal: goal === null ? null : { words: `≥ ${goal} ×`, met },
  };
}

function writersOf(store: EventStore, count: number, event: () => BenchEvent): readonly Writer[] {
  return Array.from({ length: count }, () => {
    const stream = `cookie-${randomUUID()}`;
    return (n) => store.append(stream, n === 0 ? 'no-stream' : n - 1, [event()]);
  });
}
