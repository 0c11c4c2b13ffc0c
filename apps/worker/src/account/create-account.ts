import { accountDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand } from '@throughline/event-store';

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

export interface IdentityAdmin {
  /** Base URL of the identity provider's management API. */
  readonly url: string;
  /** Opens its management calls. */
  readonly token: string;
}

/**
 * Makes a person known to the identity provider and to the portal; one who is known already stays as they are. Answers the user id.
 * Throws in one line what the provider does not accept.
 */
export async function createAccount(
  store: EventStore,
  identity: IdentityAdmin,
  person: Person,
  password: string,
  at: string,
): Promise<string> {
  const userId = (await findUser(identity, person.login)) ?? (await createUser(identity, person, password));
  const commandId = derivedCommandId(ACCOUNTS, person.login);
  const { firstName, lastName, login, phone, companyId, admin, groups } = person;
  await handleCommand(store, {
    decider: accountDecider,
    id: userId,
    command: {
      type: 'CreateAccount',
      data: { userId, firstName, lastName, email: login, primaryPhone: phone, companyId, admin, groups },
    },
    context: { commandId, actor: SYSTEM_ACTOR, at, correlationId: commandId, causationId: null },
  });
  return userId;
}

async function findUser(identity: IdentityAdmin, login: string): Promise<string | null> {
  const answer = await call(identity, 'GET', `/api/v1/users/${encodeURIComponent(login)}`);
  if (answer.status === 404) return null;
  return userIdOf(answer);
}

async function createUser(identity: IdentityAdmin, person: Person, password: string): Promise<string> {
  const { firstName, lastName, login, phone } = person;
  const profile = { firstName, lastName, login, email: login, primaryPhone: phone };
  return userIdOf(
    await call(identity, 'POST', '/api/v1/users?activate=true', {
      profile,
      credentials: { password: { value: password } },
    }),
  );
}

function call({ url, token }: IdentityAdmin, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method,
    headers: { authorization: `SSWS ${token}`, accept: 'application/json', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function userIdOf(answer: Response): Promise<string> {
  const body = (await answer.json()) as Partial<OktaUser & OktaError>;
  if (answer.ok && body.id !== undefined) return body.id;
  const reasons = body.errorCauses?.map(({ errorSummary }) => errorSummary).join('; ');
  throw new Error(
    `The identity provider answered ${answer.status}: ${reasons || body.errorSummary || 'no reason given'}`,
  );
}

interface OktaUser {
  readonly id: string;
}

interface OktaError {
  readonly errorSummary: string;
  readonly errorCauses: readonly { readonly errorSummary: string }[];
}
