import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@throughline/domain';
import { projectedPosition } from '@throughline/read-models';
import { endOfTopic } from './check/check.js';
import { consequencesOf, stillToCome } from './check/once.js';
import type { System } from './system.js';
import type { Watcher } from './watcher.js';

/** What waits is worked off within this. Milliseconds. */
const AT_REST_WITHIN_MS = 45_000;

/** Nothing waits any more, the read models have all of the log and the sockets all of the feed; or that took too long. */
export async function untilAtRest(
  system: System,
  watchers: readonly Watcher[],
): Promise<{ readonly events: readonly Recorded[]; readonly restless: readonly string[] }> {
  const events: Recorded[] = [];
  for (const deadline = Date.now() + AT_REST_WITHIN_MS; ; await pause(150)) {
    for await (const event of system.store.readAll({ after: events.at(-1)?.position ?? 0 })) events.push(event);
    const restless = [
      ...stillToCome(consequencesOf(events)),
      ...(await behind(system, events.at(-1)?.position ?? 0)),
      ...(await behindFeed(system, watchers)),
    ];
    if (restless.length === 0 && (await system.store.head()) === (events.at(-1)?.position ?? 0))
      return { events, restless };
    if (Date.now() > deadline) return { events, restless: restless.slice(0, 10) };
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
