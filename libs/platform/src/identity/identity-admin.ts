import { fetchWithin } from '../http/fetch-within.js';
import { whyUnreachable } from '../reach.js';

/** Injection token of the identity provider's management API. The value is undefined if its URL and token are not configured. */
export const IDENTITY_ADMIN = Symbol('identity admin');

/** The address and token of the identity provider's management API: a tenant's, or that of `apps/identity`. */
export interface IdentityAdmin {
  /** Base URL. */
  readonly url: string;
  /** The token of its management calls. */
  readonly token: string;
}

export interface IdentityUser {
  readonly id: string;
  /** STAGED: created, without an activation mail yet. */
  readonly status: string;
  readonly profile: IdentityProfile;
}

export interface IdentityProfile {
  readonly firstName: string;
  readonly lastName: string;
  readonly login: string;
  readonly email: string;
  readonly primaryPhone?: string | null;
  /** Such as `en_US`. */
  readonly locale?: string | null;
}

/** Undefined if the URL and token of the identity provider are not configured. */
export function identityAdminOf({
  identityUrl,
  oidcIssuer,
  identityApiToken,
}: {
  readonly identityUrl: string | undefined;
  readonly oidcIssuer: string;
  readonly identityApiToken: string | undefined;
}): IdentityAdmin | undefined {
  if (identityApiToken === undefined) return undefined;
  return { url: identityUrl ?? new URL(oidcIssuer).origin, token: identityApiToken };
}

/** The identity provider refuses it permanently. The message is one line. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/**
 * Finds a user by id or login. Every call throws an error of one line when the provider cannot be reached, and `ProviderRefused` when it
 * refuses.
 */
export async function findUser(identity: IdentityAdmin, idOrLogin: string): Promise<IdentityUser | undefined> {
  const answer = await call(identity, 'GET', `/api/v1/users/${encodeURIComponent(idOrLogin)}`);
  return answer.status === 404 ? undefined : userOf(answer);
}

/** The status of each user that the provider has, by id, in one call. */
export async function statusesOf(
  identity: IdentityAdmin,
  ids: readonly string[],
  timeoutMs: number,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const filter = ids.map((id) => `id eq ${JSON.stringify(id)}`).join(' or ');
  const query = new URLSearchParams({ filter, limit: String(ids.length) });
  const answer = await call(identity, 'GET', `/api/v1/users?${query.toString()}`, undefined, timeoutMs);
  await done(answer);
  const users = (await answer.json()) as readonly Pick<IdentityUser, 'id' | 'status'>[];
  return new Map(users.map(({ id, status }) => [id, status]));
}

/** With a password the user can sign in at once; without one they are staged. */
export async function createUser(
  identity: IdentityAdmin,
  profile: IdentityProfile,
  password?: string,
): Promise<IdentityUser> {
  const credentials = password === undefined ? {} : { credentials: { password: { value: password } } };
  const path = `/api/v1/users?activate=${password !== undefined}`;
  return userOf(await call(identity, 'POST', path, { profile, ...credentials }));
}

/**
 * Has the provider mail a staged or deactivated user the link with which they choose a password. Does nothing for a user whom it has mailed one.
 */
export async function activateUser(identity: IdentityAdmin, id: string): Promise<void> {
  const answer = await call(identity, 'POST', `${userPath(id)}/lifecycle/activate?sendEmail=true`);
  if (answer.ok) return;
  const error = await errorOf(answer);
  if (error.errorCode !== 'E0000016') throw refused(answer.status, error);
}

export async function updateUser(
  identity: IdentityAdmin,
  id: string,
  profile: Partial<Omit<IdentityProfile, 'login' | 'email'>>,
): Promise<void> {
  await userOf(await call(identity, 'POST', userPath(id), { profile }));
}

/** `reactivate` mails a user who has not chosen a password yet another link. */
export type Lifecycle =
  | 'deactivate'
  | 'expire_password'
  | 'reset_password?sendEmail=true'
  | 'unlock'
  | 'reactivate?sendEmail=true'
  | 'reset_factors';

export async function changeLifecycle(identity: IdentityAdmin, id: string, lifecycle: Lifecycle): Promise<void> {
  await done(await call(identity, 'POST', `${userPath(id)}/lifecycle/${lifecycle}`));
}

export interface IdentitySession {
  readonly id: string;
  /** Null if the provider does not return it. */
  readonly userAgent: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

/** Null from a tenant, which does not list sessions. */
export async function listSessions(identity: IdentityAdmin, id: string): Promise<readonly IdentitySession[] | null> {
  const answer = await call(identity, 'GET', `${userPath(id)}/sessions`);
  if (answer.status === 404 || answer.status === 405) return null;
  await done(answer);
  return (await answer.json()) as readonly IdentitySession[];
}

/** Does nothing for a session that has ended. The caller must check whose it is. */
export async function endSession(identity: IdentityAdmin, sessionId: string): Promise<void> {
  const answer = await call(identity, 'DELETE', `/api/v1/sessions/${encodeURIComponent(sessionId)}`);
  if (answer.status !== 404) await done(answer);
}

export async function endSessions(identity: IdentityAdmin, id: string): Promise<void> {
  await done(await call(identity, 'DELETE', `${userPath(id)}/sessions?oauthTokens=true`));
}

/** Any other management call; resolves with its answer. */
export async function manage(identity: IdentityAdmin, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await call(identity, method, path, body);
  await done(answer);
  return answer.status === 204 ? undefined : answer.json();
}

const userPath = (id: string): string => `/api/v1/users/${encodeURIComponent(id)}`;

async function done(answer: Response): Promise<void> {
  if (!answer.ok) throw refused(answer.status, await errorOf(answer));
}

const errorOf = async (answer: Response): Promise<Partial<OktaError>> =>
  ((await answer.json().catch(() => null)) as Partial<OktaError> | null) ?? {};

async function call(
  { url, token }: IdentityAdmin,
  method: string,
  path: string,
  body?: object,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<Response> {
  try {
    return await fetchWithin(timeoutMs, `${url}${path}`, {
      method,
      headers: { authorization: `SSWS ${token}`, accept: 'application/json', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch (error) {
    // The message is only "fetch failed"; the cause says why.
    const { cause } = error as Error;
    if (cause === undefined) throw error;
    const why = whyUnreachable(cause);
    throw new Error(`The identity provider (${new URL(url).host}) cannot be used: ${why}`, { cause: error });
  }
}

/** A tenant may mail before it answers. */
const ANSWER_TIMEOUT_MS = 60_000;

async function userOf(answer: Response): Promise<IdentityUser> {
  const body = (await answer.json()) as Partial<IdentityUser & OktaError>;
  if (answer.ok && body.id !== undefined) return body as IdentityUser;
  throw refused(answer.status, body);
}

/** Whether a later attempt may succeed: the token of the portal may change, there were too many calls, or the provider has a fault. */
const isTemporary = (status: number) => status === 401 || status === 429 || status >= 500;

function refused(status: number, { errorCauses, errorSummary }: Partial<OktaError>): Error {
  const reasons = errorCauses?.map((cause) => cause.errorSummary).join('; ');
  const message = `The identity provider answered ${status}: ${reasons || errorSummary || 'no reason given'}`;
  return isTemporary(status) ? new Error(message) : new ProviderRefused(message);
}

interface OktaError {
  readonly errorCode: string;
  readonly errorSummary: string;
  readonly errorCauses: readonly { readonly errorSummary: string }[];
}
