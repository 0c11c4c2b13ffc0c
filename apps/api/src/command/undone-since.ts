import {
  changedSinceAnswer,
  type Decider,
  type DomainEvent,
  doneAndChangedSince,
  inCentralTime,
  isSame,
  type Recorded,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { HttpError } from '../http/http-error.js';
import { mayLearn, type RefusedAct, whatLedTo } from './changed-meanwhile.js';
import { whoAndWhen } from './names-in-refusals.js';

/** What a command made of a value. */
interface Made {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * For a request that is repeated, because its answer was lost: refuses it with `request/changed-since` if a person has changed since what it did.
 * Its author does not know that it was done, and would be told that it is so. What a timer did, such as ending a hold on its day, is no reason.
 */
export async function requireStanding<State, Command, Event extends DomainEvent>(
  store: EventStore,
  { decider, id, command, author }: RefusedAct<State, Command, Event>,
  commandId: string,
): Promise<void> {
  const { category, initialState, evolve, valuesOf, changedBy } = decider;
  const made = new Map<string, Made>();
  const changes = new Map<string, Recorded['metadata']>();
  let doneAt = '';
  let state = initialState;
  let values: Readonly<Record<string, unknown>> = {};
  for await (const recorded of store.readStream(`${category}-${id}`)) {
    const event = recorded as Recorded as Recorded<Event>;
    const before = values;
    state = evolve(state, event);
    values = (valuesOf?.(state, command) ?? {}) as typeof values;
    const { metadata } = event;
    const corrected = changedBy?.(event, command) ?? [];
    if (metadata.commandId === commandId.toLowerCase()) {
      doneAt = metadata.at;
      for (const path of corrected) made.set(path, { before: null, after: null });
      for (const [name, after] of Object.entries(values)) {
        if (!isSame(after, before[name])) made.set(name, { before: made.get(name)?.before ?? before[name], after });
      }
      continue;
    }
    for (const path of corrected) if (made.has(path)) changes.set(path, metadata);
    for (const [name, { before: was, after }] of made) {
      if (isSame(values[name], before[name])) continue;
      if (isStillMade({ before: was, after }, values[name])) changes.delete(name);
      else changes.set(name, metadata);
    }
  }
  const led = await Promise.all([...changes.values()].map((change) => whatLedTo(store, change, id)));
  // What a policy did followed from an act of somebody, who may be in another stream.
  const undone = led.filter(({ actor, causationId }) => actor.userId !== null || causationId !== null);
  const [last] = undone.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  if (last === undefined) return;
  const known = last.actor.userId !== null && mayLearn(author, 'active', last) ? last : undefined;
  const words = doneAndChangedSince(inCentralTime(doneAt), await whoAndWhen(store, known, author));
  throw new HttpError(409, 'request/changed-since', words);
}

/** For a request that came to nothing because it was so already: decides whether it still is, and does nothing. */
export const onlyStanding = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
): Decider<State, Command, Event> => ({
  ...decider,
  decide: (state, command) => {
    if (decider.decide(state, command).length === 0) return [];
    throw new HttpError(409, 'request/changed-since', changedSinceAnswer());
  },
});

/** Of a list, others may have changed other entries. */
function isStillMade({ before, after }: Made, now: unknown): boolean {
  if (!Array.isArray(after) || !Array.isArray(now)) return isSame(after, now);
  const was: readonly unknown[] = Array.isArray(before) ? before : [];
  const added = after.filter((one) => !was.includes(one));
  const removed = was.filter((one) => !after.includes(one));
  return added.every((one) => now.includes(one)) && !removed.some((one) => now.includes(one));
}
