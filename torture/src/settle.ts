import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@throughline/domain';
import { projectedPosition } from '@throughline/read-models';
import { endOfTopic } from './check/check.js';
import { consequencesOf, pendingConsequences } from './check/once.js';
import type { System } from './system.js';
import type { Watcher } from './watcher.js';

const SETTLE_TIMEOUT_MS = 45_000;

/** Waits until no consequence is pending, the read models have the whole log and the sockets the whole feed, or until the timeout. */
export async function waitUntilSettled(
  system: System,
  watchers: readonly Watcher[],
): Promise<{ readonly events: readonly Recorded[]; readonly pending: readonly string[] }> {
  const events: Recorded[] = [];
  for (const deadline = performance.now() + SETTLE_TIMEOUT_MS; ; await pause(150)) {
    for await (const event of system.store.readAll({ after: events.at(-1)?.position ?? 0 })) events.push(event);
    const pending = [
      ...pendingConsequences(consequencesOf(events)),
      ...(await behind(system, events.at(-1)?.position ?? 0)),
      ...(await behindFeed(system, watchers)),
    ];
    if (pending.length === 0 && (await system.store.head()) === (events.at(-1)?.position ?? 0))
      return { events, pending };
    if (performance.now() > deadline) return { events, pending: pending.slice(0, 10) };
  }
}

async function behind({ database }: System, head: number): Promise<string[]> {
  const projected = (await projectedPosition(database.db)) ?? 0;
  return projected < head ? [`the read models are at ${projected} of ${head}`] : [];
}

async function behindFeed(system: System, watchers: readonly Watcher[]): Promise<string[]> {
  const late = await Promise.all(
    watchers.map(async (watcher) => {
      const end = await endOfTopic(system, watcher);
      return watcher.upTo < end ? [`${watcher.name} is at ${watcher.upTo} of ${end}`] : [];
    }),
  );
  return late.flat();
}
