import {
  type Actor,
  ChangedMeanwhile,
  changedTheSame,
  changedThis,
  type Collision,
  type Decider,
  DoneAlready,
  type DomainError,
  type DomainEvent,
  type FieldValue,
  Forestalled,
  isSame,
  maySeeQueue,
  PassedOver,
  type Recorded,
  referralDecider,
  valueInWords,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { HttpError } from '../http/http-error.js';
import { asRead, itemNames, whoAndWhen } from './names-in-refusals.js';

/** Who last changed a field, and when. */
type LastChange = Recorded['metadata'] | undefined;

/** The stream and the author of a refused act; the author reads the refusal. */
interface OfRefused {
  readonly decider: { readonly category: string };
  readonly id: string;
  readonly author: Actor;
}

export interface RefusedAct<State, Command, Event extends DomainEvent> extends OfRefused {
  readonly decider: Decider<State, Command, Event>;
  readonly command: Command;
}

/**
 * The refusal of an act that would overwrite what somebody else changed meanwhile. `errors` has a message for the path of each field: who
 * changed it, when, and from what the author saw to what. Null: the author has done themselves what the act would do.
 */
export async function changedMeanwhile<State, Command, Event extends DomainEvent>(
  store: EventStore,
  act: RefusedAct<State, Command, Event>,
  { code, message, fields, isDone }: ChangedMeanwhile,
): Promise<HttpError | null> {
  const changes = await lastChanges(store, act, fields);
  if (isDone) {
    const done = await whatMadeItSo(store, act);
    if (isBy(act.author, done)) return null;
    // `changes` has no entry for a value that never was as the author states.
    for (const { path } of fields) if (changes.has(path)) changes.set(path, done);
  }
  // Taken before changes are removed that the reader may not learn of: a value without a change here never was as stated.
  const everSeen = new Set(changes.keys());
  for (const { path } of fields) if (!mayLearn(act.author, path, changes.get(path))) changes.delete(path);
  const errors: Record<string, string> = {};
  for (const { path, seen, now } of fields) {
    const inWords = async (value: FieldValue) => valueInWords(await asRead(store, path, value), path);
    // A value that never was is quoted as it was sent: otherwise any id in it would be replaced by a name.
    const before = everSeen.has(path) ? await inWords(seen) : valueInWords(seen, path);
    const change = await whoAndWhen(store, changes.get(path), act.author);
    errors[path] = changedThis(change, before, await inWords(now));
  }
  const [latest] = fields
    .map(({ path }) => changes.get(path))
    .sort((one, other) => Date.parse(other?.at ?? '') - Date.parse(one?.at ?? ''));
  return new HttpError(409, code, changedTheSame(await whoAndWhen(store, latest, act.author)), {
    errors,
    nameless: message,
  });
}

/**
 * Whether the refusal names who last changed a field, and when. Readers outside the provider, such as site administrators, must not find out which
 * company a person belonged to before, and they could test one company after another with invented `seen` values. For them it names only changes
 * made by their own company, and the deactivation or reactivation of one of its people by the provider.
 */
export const mayLearn = (reader: Actor, path: string, change: LastChange): boolean =>
  maySeeQueue(reader) ||
  change?.actor.companyId === reader.companyId ||
  (path === 'active' && change !== undefined && maySeeQueue(change.actor));

/**
 * The refusal of an act that is no longer possible because somebody else acted. Returns the event if the author did it themselves: the act is
 * then done already (`DoneAlready`), or the author knows of the event (`PassedOver`).
 */
export async function forestalled(
  store: EventStore,
  { decider, id: ofAct, author }: OfRefused,
  refusal: Forestalled,
): Promise<HttpError | DomainEvent> {
  const { code, message, words, isIt, before } = refusal;
  const { id = ofAct, category = decider.category, wasSeen = () => true } = before;
  let last: Recorded | undefined;
  let wasEverSeen = false;
  for await (const event of store.readStream(`${category}-${id}`)) {
    if (isIt(event)) last = event;
    wasEverSeen ||= wasSeen(event);
  }
  const change = last && (await whatLedTo(store, last.metadata, ofAct));
  const isOwn = (refusal instanceof DoneAlready || refusal instanceof PassedOver) && isBy(author, change);
  if (isOwn && last !== undefined) return last;
  const by = await whoAndWhen(store, wasEverSeen ? change : undefined, author);
  return new HttpError(409, code, words(by, await itemNames(store, category, ofAct)), { nameless: message });
}

/** Refuses an act because of facts that its decider does not have. */
export async function refuse(store: EventStore, of: OfRefused, refusal: DomainError): Promise<never> {
  if (!(refusal instanceof Forestalled)) throw refusal;
  const worded = await forestalled(store, of, refusal);
  throw worded instanceof HttpError ? worded : refusal;
}

/** The metadata of the correction if the event is what a policy did because the order was corrected; otherwise that of the event itself. */
export async function whatLedTo(
  store: Pick<EventStore, 'readStream'>,
  metadata: Recorded['metadata'],
  caseId: string,
): Promise<Recorded['metadata']> {
  if (metadata.causationId === null) return metadata;
  for await (const { metadata: cause } of store.readStream(`${referralDecider.category}-${caseId}`)) {
    if (cause.eventId === metadata.causationId) return cause;
  }
  return metadata;
}

const isBy = ({ userId }: Actor, change: LastChange): boolean => userId !== null && change?.actor.userId === userId;

/** The event with which everything was done that the act would do. In a list, others may have changed other entries since. */
async function whatMadeItSo<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  { decider: { category, initialState, evolve, decide }, id, command }: RefusedAct<State, Command, Event>,
): Promise<LastChange> {
  const isDone = (state: State) => {
    try {
      decide(state, command);
      return false;
    } catch (error) {
      return error instanceof ChangedMeanwhile && error.isDone;
    }
  };
  let [state, wasDone, by]: [State, boolean, LastChange] = [initialState, false, undefined];
  for await (const recorded of store.readStream(`${category}-${id}`)) {
    state = evolve(state, recorded as Recorded as Recorded<Event>);
    const isNow = isDone(state);
    if (isNow && !wasDone) by = recorded.metadata;
    wasDone = isNow;
  }
  return by;
}

/** Whether the author made all changes of the fields since these had the values that the act states. */
export async function areOwn<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  { decider: { category, initialState, evolve, valuesOf }, id, command, author }: RefusedAct<State, Command, Event>,
  fields: readonly Collision[],
): Promise<boolean> {
  const valuesIn = (of: State) => (valuesOf?.(of, command) ?? {}) as Readonly<Record<string, unknown>>;
  const isOwn = new Map(fields.map(({ path }) => [path, false]));
  let state = initialState;
  let before = valuesIn(state);
  for await (const recorded of store.readStream(`${category}-${id}`)) {
    const event = recorded as Recorded as Recorded<Event>;
    state = evolve(state, event);
    const now = valuesIn(state);
    for (const { path, seen } of fields) {
      if (isSame(now[path], before[path])) continue;
      const wasKnown = isSame(before[path], seen) || isOwn.get(path) === true;
      isOwn.set(path, wasKnown && isBy(author, event.metadata));
    }
    before = now;
  }
  return [...isOwn.values()].every(Boolean);
}

/** Whether a person belonged to another company, of which a reader outside the provider may learn nothing. */
const isElsewhere = (values: Readonly<Record<string, unknown>>, reader: Actor): boolean =>
  'companyId' in values && !maySeeQueue(reader) && values['companyId'] !== reader.companyId;

/** The last event that changed each field; no entry for a field that never had the value that the author states. */
async function lastChanges<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  { decider, id, command, author }: RefusedAct<State, Command, Event>,
  fields: readonly Collision[],
): Promise<Map<string, LastChange>> {
  const { category, initialState, evolve, valuesOf } = decider;
  const changes = new Map<string, LastChange>();
  if (!valuesOf) return changes;
  const everSeen = new Set<string>();
  let state = initialState;
  let before = valuesOf(state, command) as Readonly<Record<string, unknown>>;
  const see = (values: Readonly<Record<string, unknown>>, event: DomainEvent) => {
    for (const { path, seen, wasSeen } of fields)
      if (wasSeen ? wasSeen(event) : isSame(values[path], seen)) everSeen.add(path);
  };
  for await (const recorded of store.readStream(`${category}-${id}`)) {
    const event = recorded as Recorded as Recorded<Event>;
    state = evolve(state, event);
    see(before, event);
    const values = valuesOf(state, command) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(values)) {
      if (isSame(value, before[name])) continue;
      if (isElsewhere(values, author)) changes.delete(name);
      else changes.set(name, event.metadata);
    }
    before = values;
  }
  // For a reader who may not learn of the change (`mayLearn`), it makes no difference whether the value ever was as stated.
  if (maySeeQueue(author))
    for (const { path } of fields) if (path in before && !everSeen.has(path)) changes.delete(path);
  return changes;
}
