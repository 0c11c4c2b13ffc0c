import {
  accountDecider,
  type Actor,
  type Change,
  companyOf,
  type FieldValue,
  fullName,
  inCentralTime,
  type ItemName,
  itemNumber,
  itemTaskDecider,
  maySeeQueue,
  nameOf,
  nameOfItem,
  plainOf,
  recertificationDecider,
  recertifiedItem,
  type Recorded,
  referralDecider,
} from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';

/* The names with which a refusal says who did what to which item. */

export async function whoAndWhen(
  store: Pick<EventStore, 'readStream'>,
  change: Recorded['metadata'] | undefined,
  reader: Actor,
): Promise<Change | null> {
  if (change === undefined) return null;
  const when = inCentralTime(change.at);
  if (change.actor.userId !== null && change.actor.userId === reader.userId) return { who: 'You', when, isOwn: true };
  const who = mayBeNamed(change.actor, reader) ? await nameOfActor(store, change.actor) : strangerOf(change.actor);
  return { who, when, isOwn: false };
}

/** The provider's staff can see who made any change. Everybody else can see only the names of people of their own company. */
const mayBeNamed = ({ userId, companyId }: Actor, reader: Actor): boolean =>
  maySeeQueue(reader) || userId === null || companyId === (reader.companyId ?? undefined);

function strangerOf({ companyId }: Actor): string {
  const company = companyOf(companyId);
  return company ? `Somebody at ${company.name}` : 'Somebody';
}

/** The name of the person, or the words for an actor that is not a person. */
export async function nameOfActor(store: Pick<EventStore, 'readStream'>, actor: Actor): Promise<string> {
  return (actor.userId !== null && (await nameOfPerson(store, actor.userId))) || nameOf(actor);
}

async function nameOfPerson(store: Pick<EventStore, 'readStream'>, userId: string): Promise<string | null> {
  const { account } = (await readState(store, accountDecider, userId)).state;
  return account && fullName(account);
}

/** A value as its reader sees it: the visible text of a note, and the name instead of the id of a company or a person. */
export async function asRead(
  store: Pick<EventStore, 'readStream'>,
  path: string,
  value: FieldValue,
): Promise<FieldValue> {
  if (path === 'assignee' && typeof value === 'string') return (await nameOfPerson(store, value)) ?? value;
  if (path === 'noteText' && typeof value === 'string') return plainOf(value);
  return COMPANY_IDS.includes(path) && typeof value === 'number' ? (companyOf(value) ?? value) : value;
}

const COMPANY_IDS = ['companyId', 'claimedCompanyId'];

/** The names of a case's items, as in its order and in the dialogs. */
export async function itemNames(
  store: Pick<EventStore, 'readStream'>,
  category: string,
  caseId: string,
): Promise<ItemName> {
  if (category === recertificationDecider.category) {
    const { state } = await readState(store, recertificationDecider, caseId);
    return () => recertifiedItem(state.recertification?.facts.itemCategory ?? '');
  }
  if (category !== itemTaskDecider.category && category !== referralDecider.category) return itemNumber;
  const { state } = await readState(store, referralDecider, caseId);
  const items = state.status === 'none' ? [] : state.items;
  return (itemId) => {
    const item = items.find(({ id }) => id === itemId);
    return item ? nameOfItem(item) : itemNumber(itemId);
  };
}
