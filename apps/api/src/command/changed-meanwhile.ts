import {
  accountDecider,
  type Actor,
  type ChangedMeanwhile,
  companyOf,
  type Decider,
  type DomainEvent,
  type FieldValue,
  fullName,
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
  { code, message, fields }: ChangedMeanwhile,
): Promise<HttpError> {
  const changes = await lastChanges(store, decider, id, command);
  const errors: Record<string, string> = {};
  for (const { path, seen, now } of fields) {
    const [who, when] = await inWords(store, changes.get(path));
    const [from, to] = [seen, now].map((value) => valueInWords(asRead(path, value), path));
    errors[path] = `${who} changed this${when} from ${from} to ${to}.`;
  }
  const [latest] = fields
    .map(({ path }) => changes.get(path))
    .sort((one, other) => Date.parse(other?.at ?? '') - Date.parse(one?.at ?? ''));
  const [who, when] = await inWords(store, latest);
  const words = latest === undefined ? message : `${who} changed the same${when}. Nothing was saved.`;
  return new HttpError(409, code, words, { errors });
}

/** By field, the last event that changed it. */
async function lastChanges<State, Command, Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  { category, initialState, evolve, valuesOf }: Decider<State, Command, Event>,
  id: string,
  command: Command,
): Promise<ReadonlyMap<string, LastChange>> {
  const changes = new Map<string, LastChange>();
  if (!valuesOf) return changes;
  let state = initialState;
  let before: object = {};
  for await (const event of store.readStream(`${category}-${id}`)) {
    state = evolve(state, event as Recorded as Recorded<Event>);
    const values = valuesOf(state, command);
    for (const [name, value] of Object.entries(values)) {
      if (!isSame(value, (before as Readonly<Record<string, unknown>>)[name])) changes.set(name, event.metadata);
    }
    before = values;
  }
  return changes;
}

async function inWords(store: EventStore, change: LastChange): Promise<readonly [who: string, when: string]> {
  if (change === undefined) return ['Another person', ''];
  return [await nameOfActor(store, change.actor), ` on ${change.at.slice(0, 10)} at ${change.at.slice(11, 16)} (UTC)`];
}

async function nameOfActor(store: EventStore, actor: Actor): Promise<string> {
  if (actor.userId === null) return nameOf(actor);
  const { account } = (await readState(store, accountDecider, actor.userId)).state;
  return (account && fullName(account)) || nameOf(actor);
}

/** The text of a note as its reader sees it, and a company by its name. */
function asRead(path: string, value: FieldValue): FieldValue {
  if (path === 'noteText' && typeof value === 'string') return plainOf(value);
  return COMPANY_IDS.includes(path) && typeof value === 'number' ? (companyOf(value) ?? value) : value;
}

const COMPANY_IDS = ['companyId', 'claimedCompanyId'];
