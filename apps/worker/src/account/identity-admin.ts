import { fetchWithin } from '@throughline/platform';

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

/** All of them throw an error of one line when the provider refuses. */
export async function findUser(identity: IdentityAdmin, login: string): Promise<IdentityUser | undefined> {
  const answer = await call(identity, 'GET', `/api/v1/users/${encodeURIComponent(login)}`);
  return answer.status === 404 ? undefined : userOf(answer);
}

/** With a password they can sign in at once; without one they are staged. */
export async function createUser(
  identity: IdentityAdmin,
  profile: IdentityProfile,
  password?: string,
): Promise<IdentityUser> {
  const credentials = password === undefined ? {} : { credentials: { password: { value: password } } };
  const path = `/api/v1/users?activate=${password !== undefined}`;
  return userOf(await call(identity, 'POST', path, { profile, ...credentials }));
}

/** Has the provider mail a staged user the link with which they choose a password. Does nothing for a user who is not staged. */
export async function activateUser(identity: IdentityAdmin, id: string): Promise<void> {
  const path = `/api/v1/users/${encodeURIComponent(id)}/lifecycle/activate?sendEmail=true`;
  const answer = await call(identity, 'POST', path);
  if (answer.ok) return;
  const error = (await answer.json()) as Partial<OktaError>;
  if (error.errorCode !== 'E0000016') throw refused(answer.status, error);
}

/** Any other management call; resolves with its answer. */
export async function manage(identity: IdentityAdmin, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await call(identity, method, path, body);
  const parsed: unknown = answer.status === 204 ? undefined : await answer.json();
  if (!answer.ok) throw refused(answer.status, parsed as Partial<OktaError>);
  return parsed;
}

function call({ url, token }: IdentityAdmin, method: string, path: string, body?: object): Promise<Response> {
  return fetchWithin(ANSWER_TIMEOUT_MS, `${url}${path}`, {
    method,
    headers: { authorization: `SSWS ${token}`, accept: 'application/json', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** Longer than the provider waits for its mail server. */
const ANSWER_TIMEOUT_MS = 60_000;

async function userOf(answer: Response): Promise<IdentityUser> {
  const body = (await answer.json()) as Partial<IdentityUser & OktaError>;
  if (answer.ok && body.id !== undefined) return body as IdentityUser;
  throw refused(answer.status, body);
}

function refused(status: number, { errorCauses, errorSummary }: Partial<OktaError>): Error {
  const reasons = errorCauses?.map((cause) => cause.errorSummary).join('; ');
  return new Error(`The identity provider answered ${status}: ${reasons || errorSummary || 'no reason given'}`);
}

interface OktaError {
  readonly errorCode: string;
  readonly errorSummary: string;
  readonly errorCauses: readonly { readonly errorSummary: string }[];
}
