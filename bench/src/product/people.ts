import { randomUUID } from 'node:crypto';
import { accountDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { type EventStore, handleCommand } from '@throughline/event-store';

/** Enough that nobody reaches the limit of 1,200 commands a minute: together, referrers have up to 400 a second. */
const REFERRERS = 20;
const STAFF = 18;

/** Somebody who works with the measured product, with their access token. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

export interface People {
  readonly referrers: readonly Person[];
  readonly staff: readonly Person[];
}

/** Gives everybody an account. Resolves with the position of the last one. */
export async function createPeople(
  store: EventStore,
  tokenOf: (userId: string) => Promise<string>,
): Promise<{ readonly people: People; readonly position: number }> {
  let position = 0;
  const create = async (userId: string, companyId: number): Promise<Person> => {
    const email = `${userId}@people.example`;
    const account = { lastName: 'Day', firstName: userId, email, primaryPhone: null, admin: false, groups: [] };
    const created = await handleCommand(store, {
      decider: accountDecider,
      id: userId,
      command: { type: 'CreateAccount', data: { userId, companyId, ...account } },
      context: {
        commandId: randomUUID(),
        actor: SYSTEM_ACTOR,
        at: new Date().toISOString(),
        correlationId: randomUUID(),
        causationId: null,
      },
    });
    position = Math.max(position, created.position ?? 0);
    return { userId, email, token: await tokenOf(userId) };
  };
  const named = (name: string, count: number, companyId: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => create(`${name}-${n + 1}`, companyId)));
  const people = { referrers: await named('referrer', REFERRERS, 12), staff: await named('staff', STAFF, 1) };
  return { people, position };
}
