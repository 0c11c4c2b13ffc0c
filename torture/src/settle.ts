import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@throughline/domain';
import { projectedPosition } from '@throughline/read-models';
import { endOfTopic } from './check/check.js';
import { checkItems } from './check/items.js';
import { consequencesOf, pendingConsequences } from './check/once.js';
import { LIMITS, within } from './limits.js';
import type { System } from './system.js';
import type { Watcher } from './watcher.js';

const STALLED_AFTER_MS = 45_000;

/**
 * Waits until no consequence is pending, the read models have the whole log and the sockets the whole feed, or until nothing of that has changed for a
 * while.
 */
export async function waitUntilSettled(
  system: System,
  watchers: readonly Watcher[],
): Promise<{ readonly events: readonly Recorded[]; readonly pending: readonly string[] }> {
  const events: Recorded[] = [];
  for (let before = '', since = performance.now(); ; await pause(150)) {
    await within(LIMITS.engine, () => 'the log', readOn(system, events));
    const pending = [
      ...pendingConsequences(consequencesOf(events)),
      ...checkItems(events),
      ...(await behind(system, events.at(-1)?.position ?? 0)),
      ...(await behindFeed(system, watchers)),
    ];
    const head = await within(LIMITS.engine, () => 'the head of the log', system.store.head());
    if (pending.length === 0 && head === (events.at(-1)?.position ?? 0)) return { events, pending };
    const now = `${events.length} ${pending.join()}`;
    if (now !== before) [before, since] = [now, performance.now()];
    if (performance.now() - since > STALLED_AFTER_MS) return { events, pending: pending.slice(0, 10) };
  }
}

async function readOn({ store }: System, events: Recorded[]): Promise<void> {
  for await (const event of store.readAll({ after: events.at(-1)?.position ?? 0 })) events.push(event);
}

async function behind({ database }: System, head: number): Promise<string[]> {
  const asked = projectedPosition(database.db);
  const projected = (await within(LIMITS.engine, () => 'the position of the read models', asked)) ?? 0;
  return projected < head ? [`the read models are at ${projected} of ${head}`] : [];
}

async function behindFeed(system: System, watchers: readonly Watcher[]): Promise<string[]> {
  const late = await Promise.all(
    watchers.map(async (watcher) => {
      const end = await within(LIMITS.engine, () => `the end of ${watcher.name}`, endOfTopic(system, watcher));
      return watcher.upTo < end ? [`${watcher.name} is at ${watcher.upTo} of ${end}`] : [];
    }),
  );
  return late.flat();
}
