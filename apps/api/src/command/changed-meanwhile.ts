import {
  accountDecider,
  type Actor,
  type Change,
  type ChangedMeanwhile,
  changedTheSame,
  changedThis,
  companyOf,
  type Decider,
  type DomainEvent,
  type FieldValue,
  type Forestalled,
  fullName,
  inCentralTime,
  isSame,
  nameOf,
  plainOf,
  type Recorded,
  valueInWords,
} from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { HttpError } from '../http/http-error.js';

/** By whom a field was changed last, and when. */
type LastChange = Recorded['metadata'] | undefined;

/**
 * The refusal of an act that would overwrite what somebody else changed meanwhile: `errors` says by the path of each field who changed it, when,
 * from what the author saw to what. It is not kept as the outcome of the command, as its words are personal data: a repeated request is decided
 * again.
 */
export async function changedMeanwhile<State, Command, Event extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  id: string,
  command: Command,
  { code, fields }: ChangedMeanwhile,
): Promise<HttpError> {
  const changes = await lastChanges(store, decider, id, command);
  const errors: Record<string, string> = {};
  for (const { path, seen, now } of fields) {
    const inWords = async (value: FieldValue) => valueInWords(await asRead(store, path, value), path);
    errors[path] = changedThis(await whoAndWhen(store, changes.get(path)), await inWords(seen), await inWords(now));
  }
  const [latest] = fields
    .map(({ path }) => changes.get(path))
    .sort((one, other) => Date.parse(other?.at ?? '') - Date.parse(one?.at ?? ''));
  return new HttpError(409, code, changedTheSame(await whoAndWhen(store, latest)), { errors });
}

/** The refusal of an act that is not possible since somebody else acted. Not kept either, for the same reason. */
export async function forestalled<State, Command, Event extends DomainEvent>(
  store: EventStore,
  decider: Pick<Decider<State, Command, Event>, 'category'>,
  ofAct: string,
  { code, words, isIt, id = ofAct, category = decider.category }: Forestalled,
): Promise<HttpError> {
  let last: LastChange;
  for await (const event of store.readStream(`${category}-${id}`)) if (isIt(event)) last = event.metadata;
  return new HttpError(409, code, words(await whoAndWhen(store, last)));
}

/** By field, the last event that changed it. */
async function lastChanges<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  { category, initialState, evolve, valuesOf, changedBy }: Decider<State, Command, Event>,
  id: string,
  command: Command,
): Promise<ReadonlyMap<string, LastChange>> {
  const changes = new Map<string, LastChange>();
  let state = initialState;
  let before: object = {};
  for await (const recorded of store.readStream(`${category}-${id}`)) {
    const event = recorded as Recorded as Recorded<Event>;
    for (const path of changedBy?.(event, command) ?? []) changes.set(path, event.metadata);
    if (!valuesOf) continue;
    state = evolve(state, event);
    const values = valuesOf(state, command);
    for (const [name, value] of Object.entries(values)) {
      if (!isSame(value, (before as Readonly<Record<string, unknown>>)[name])) changes.set(name, event.metadata);
    }
    before = values;
  }
  return changes;
}

async function whoAndWhen(store: EventStore, change: LastChange): Promise<Change | null> {
  return change === undefined ? null : { who: await nameOfActor(store, change.actor), when: inCentralTime(change.at) };
}

async function nameOfActor(store: EventStore, actor: Actor): Promise<string> {
  return (actor.userId !== null && (await nameOfPerson(store, actor.userId))) || nameOf(actor);
}

async function nameOfPerson(store: EventStore, userId: string): Promise<string | null> {
  const { account } = (await readState(store, accountDecider, userId)).state;
  return account && fullName(account);
}

/** The text of a note as its reader sees it, and a company or a person by the name. */
async function asRead(store: EventStore, path: string, value: FieldValue): Promise<FieldValue> {
  if (path === 'assignee' && typeof value === 'string') return (await nameOfPerson(store, value)) ?? value;
  if (path === 'noteText' && typeof value === 'string') return plainOf(value);
  return COMPANY_IDS.includes(path) && typeof value === 'number' ? (companyOf(value) ?? value) : value;
}

const COMPANY_IDS = ['companyId', 'claimedCompanyId'];
