import { accountDecider } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, systemContext } from '@throughline/event-store';
import { createUser, findUser, type IdentityAdmin } from '@throughline/platform';

const ACCOUNTS = '3d5c1c39-6b3e-4f2e-8f0b-8d6a1b7b9e52';

export interface Person {
  /** Their e-mail address. */
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** One of the domain's `COMPANIES`. */
  readonly companyId: number;
  readonly admin: boolean;
  readonly groups: readonly string[];
}

/**
 * Registers a person with the identity provider and with the portal; a registered person stays unchanged. Without a password the person is staged. Resolves with the user id.
 * Throws an error of one line when the provider refuses.
 */
export async function createAccount(
  store: EventStore,
  identity: IdentityAdmin,
  person: Person,
  password: string | undefined,
  at: string,
): Promise<string> {
  const { firstName, lastName, login, phone, companyId, admin, groups } = person;
  const profile = { firstName, lastName, login, email: login, primaryPhone: phone };
  const { id: userId } = (await findUser(identity, login)) ?? (await createUser(identity, profile, password));
  const commandId = derivedCommandId(ACCOUNTS, login);
  await handleCommand(store, {
    decider: accountDecider,
    id: userId,
    command: {
      type: 'CreateAccount',
      data: { userId, firstName, lastName, email: login, primaryPhone: phone, companyId, admin, groups },
    },
    context: systemContext(commandId, at),
  });
  return userId;
}
