import { accountDecider, type Language } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, systemContext } from '@throughline/event-store';
import { localeOf } from '@throughline/mail-texts';
import { createUser, findUser, type IdentityAdmin, type IdentityUser } from '@throughline/platform';

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
  const { id: userId } = await findOrCreateUser(identity, { ...person, email: login }, password);
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

interface NewUser extends Pick<Person, 'firstName' | 'lastName'> {
  readonly email: string;
  readonly phone: string | null;
  /** The language of the mails that the provider sends. */
  readonly language?: Language | undefined;
}

/** The provider's user with this address. Without a password, a new one is staged. */
export async function findOrCreateUser(
  identity: IdentityAdmin,
  { firstName, lastName, email, phone, language }: NewUser,
  password?: string,
): Promise<IdentityUser> {
  const user = await findUser(identity, email);
  if (user !== undefined) return user;
  const profile = { firstName, lastName, login: email, email, primaryPhone: phone };
  return createUser(identity, { ...profile, ...(language && { locale: localeOf(language) }) }, password);
}

/** The person's data as the provider has it. The form of the request proves nothing: anybody may have filled it in. */
export const personOf = ({ id, profile }: IdentityUser) => ({
  userId: id,
  lastName: profile.lastName,
  firstName: profile.firstName,
  email: profile.login,
  primaryPhone: profile.primaryPhone ?? null,
});
