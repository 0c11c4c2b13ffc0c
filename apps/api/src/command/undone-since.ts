import {
  type Actor,
  byWhom,
  type CaseAsOf,
  changedSinceAnswer,
  type Decider,
  type DescribedEvent,
  describeEvent,
  type DomainEvent,
  doneAndChangedSince,
  doneAndUndone,
  DomainError,
  EVENT_WORDS,
  evolveCase,
  fileDecider,
  inCentralTime,
  isSame,
  itemTaskDecider,
  maySeeQueue,
  namesAPerson,
  recertificationDecider,
  type Recorded,
  referralDecider,
  type ReferralHistoryEvent,
  type DescribedChange,
} from '@throughline/domain';
import { type EventStore, readEvents } from '@throughline/event-store';
import { HttpError } from '../http/http-error.js';
import { mayLearn, type RefusedAct, whatLedTo } from './changed-meanwhile.js';
import { nameOfActor, whoAndWhen } from './names-in-refusals.js';

/** A value before a command and after it. */
interface Made {
  readonly before: unknown;
  readonly after: unknown;
}

/** An event that changed the effect of the command, and the metadata of its cause (`whatLedTo`). */
interface Undoing {
  readonly event: Recorded;
  readonly led: Recorded['metadata'];
}

/**
 * Refuses a request that is repeated because its answer was lost with `request/changed-since`, if a person has changed its effect since.
 * Its author does not know that it was done, and the stored answer would tell them that it still is. An effect of a timer, such as ending a
 * hold on its day, does not count.
 */
export async function requireStanding<State, Command, Event extends DomainEvent>(
  store: EventStore,
  act: RefusedAct<State, Command, Event>,
  commandId: string,
): Promise<void> {
  const { events, did, changes } = await sinceDone(store, act, commandId);
  const led = await Promise.all(
    [...changes].map(async ([path, event]) => ({ path, event, led: await whatLedTo(store, event.metadata, act.id) })),
  );
  // An event of a policy follows from an act of a person, which may be in another stream.
  const undone = led.filter(({ led: { actor, causationId } }) => actor.userId !== null || causationId !== null);
  undone.sort((one, other) => Date.parse(other.led.at) - Date.parse(one.led.at));
  const [last] = undone;
  if (last === undefined) return;
  const paths = undone.flatMap(({ path, event }) => (event === last.event ? [path] : []));
  throw new HttpError(409, 'request/changed-since', await wordsOf(store, { events, did }, last, paths, act.author));
}

/**
 * The events of the stream, the event with which the command had its effect, and for each field that no longer has the value that the
 * command gave it, its last change.
 */
async function sinceDone<State, Command, Event extends DomainEvent>(
  store: EventStore,
  { decider, id, command }: RefusedAct<State, Command, Event>,
  commandId: string,
) {
  const { category, initialState, evolve, valuesOf } = decider;
  const events: Recorded[] = [];
  let did: Recorded | undefined;
  const made = new Map<string, Made>();
  const changes = new Map<string, Recorded>();
  let state = initialState;
  let values: Readonly<Record<string, unknown>> = {};
  for await (const recorded of store.readStream(`${category}-${id}`)) {
    const before = values;
    events.push(recorded);
    state = evolve(state, recorded as Recorded as Recorded<Event>);
    values = (valuesOf?.(state, command) ?? {}) as typeof values;
    if (recorded.metadata.commandId === commandId.toLowerCase()) {
      for (const [name, after] of Object.entries(values)) {
        if (isSame(after, before[name])) continue;
        did ??= recorded;
        made.set(name, { before: made.get(name)?.before ?? before[name], after });
      }
      continue;
    }
    for (const [name, { before: was, after }] of made) {
      if (isSame(values[name], before[name])) continue;
      if (isStillMade({ before: was, after }, values[name])) changes.delete(name);
      else changes.set(name, recorded);
    }
  }
  return { events, did, changes };
}

/**
 * Says what was done to readers who can see who made any change (`whoAndWhen`). Whether it was changed, and by whom, is said as in every
 * other refusal.
 */
async function wordsOf(
  store: EventStore,
  { events, did }: { readonly events: readonly Recorded[]; readonly did: Recorded | undefined },
  { event, led }: Undoing,
  paths: readonly string[],
  author: Actor,
): Promise<string> {
  const doneAt = inCentralTime(did?.metadata.at ?? '');
  const isKnown = led.actor.userId !== null && paths.some((path) => mayLearn(author, path, led));
  const change = await whoAndWhen(store, isKnown ? led : undefined, author);
  if (!maySeeQueue(author) || did === undefined) return doneAndChangedSince(doneAt, change);
  const who = change === null ? await nameOfActor(store, led.actor) : byWhom(change);
  const done = await describedChange(store, events, did, 'you');
  const undone = await describedChange(store, events, event, who);
  if (done === null || undone === null) return doneAndChangedSince(doneAt, change);
  return doneAndUndone({ ...done, when: doneAt }, { ...undone, when: inCentralTime(led.at) });
}

/** The words of the audit for an event, or for another event of its command that has the reason. Null: the audit does not show it. */
async function describedChange(
  store: EventStore,
  events: readonly Recorded[],
  event: Recorded,
  who: string,
): Promise<Omit<DescribedChange, 'when'> | null> {
  const ofCommand = events.filter(({ metadata }) => metadata.commandId === event.metadata.commandId);
  let words: Omit<DescribedChange, 'when'> | null = null;
  for (const one of [event, ...ofCommand]) {
    if ((EVENT_WORDS.get(one.type) ?? null) === null) continue;
    const described = one as Recorded as Recorded<DescribedEvent>;
    const { sentence, detail } = describeEvent(described, { who, before: await caseBefore(store, one) });
    const reason = detail.find(({ field }) => REASONS.includes(field))?.to ?? null;
    if (reason !== null) return { sentence, reason };
    words ??= { sentence, reason };
  }
  return words;
}

/** The labels under which the audit shows the reason of an event. */
const REASONS: readonly string[] = ['Reason', 'Stopped reason'];

/** The referral or the recertification just before one of its events; null: the event belongs to none. */
async function caseBefore(store: EventStore, { stream, position }: Recorded): Promise<CaseAsOf | null> {
  const [category = '', id] = stream.split(/-(.*)/s);
  if (!CASE_STREAMS.includes(category)) return null;
  const streams = CASE_STREAMS.map((one) => readEvents<ReferralHistoryEvent>(store, `${one}-${id}`, {}));
  const events = (await Promise.all(streams)).flat().filter((event) => event.position < position);
  return events.sort((one, other) => one.position - other.position).reduce<CaseAsOf | null>(evolveCase, null);
}

const CASE_STREAMS: readonly string[] = [referralDecider, itemTaskDecider, recertificationDecider, fileDecider].map(
  ({ category }) => category,
);

/**
 * A decider for a repeated request that had changed nothing because everything was as wanted already: checks whether it still is, and does
 * nothing. A rule that would refuse it by now is no answer to it, because it was answered as done (decision 0170). A refusal that names
 * who was faster says more than that it has changed since, and stays.
 */
export const onlyStanding = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
): Decider<State, Command, Event> => ({
  ...decider,
  decide: (state, command) => {
    try {
      if (decider.decide(state, command).length === 0) return [];
    } catch (error) {
      if (!(error instanceof DomainError) || namesAPerson(error.code)) throw error;
    }
    throw new HttpError(409, 'request/changed-since', changedSinceAnswer());
  },
});

/** In a list, others may have changed other entries. */
function isStillMade({ before, after }: Made, now: unknown): boolean {
  if (!Array.isArray(after) || !Array.isArray(now)) return isSame(after, now);
  const was: readonly unknown[] = Array.isArray(before) ? before : [];
  const added = after.filter((one) => !was.includes(one));
  const removed = was.filter((one) => !after.includes(one));
  return added.every((one) => now.includes(one)) && !removed.some((one) => now.includes(one));
}
