import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type EventMetadata, SYSTEM_ACTOR } from '@throughline/domain';
import type { Round } from '../running/rounds.js';

/** The same bytes for every store. A type, not an interface, as emmett needs an index signature. */
export type BenchEvent = {
  readonly type: string;
  readonly data: { readonly task: string; readonly note: string };
  readonly metadata: EventMetadata;
};

const AT = '2026-01-31T12:00:00.000Z';
const DATA = {
  task: 'Patient Contact 1st',
  note: 'Called the member, who asked to be called again after three. '.repeat(3),
};

/** About 200 bytes of data, under the metadata that the product writes. */
export function benchEvent(): BenchEvent {
  const eventId = randomUUID();
  const ids = { eventId, commandId: eventId, correlationId: eventId, causationId: null };
  const metadata = { ...ids, schemaVersion: 1, actor: SYSTEM_ACTOR, at: AT, hash: 'f'.repeat(64) };
  return { type: 'TaskCompleted', data: DATA, metadata };
}

/** Appends its n-th event (from 0) and resolves when it is durable. */
export type Writer = (n: number) => Promise<unknown>;

/** All writers run at once, each appending one event after the other, for `ms`; the figure is events per second. */
export async function writeFor(ms: number, writers: readonly Writer[]): Promise<Round> {
  const times: number[] = [];
  const start = performance.now();
  const end = start + ms;
  await Promise.all(
    writers.map(async (write) => {
      for (let n = 0, before = performance.now(); before < end; n++) {
        await write(n);
        const after = performance.now();
        times.push(after - before);
        before = after;
      }
    }),
  );
  return { figure: (times.length / (performance.now() - start)) * 1000, times };
}
