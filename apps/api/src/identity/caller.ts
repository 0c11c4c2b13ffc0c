import type { IncomingMessage } from 'node:http';
import { enrolledGroupOf, type Permission, type Rights } from '@throughline/contracts';
import {
  type Account,
  type Administrator,
  type Actor,
  companyOf,
  mayAdminister,
  mayAudit,
  mayImportMembers,
  mayManageSomeAccounts,
  maySeeQueue,
  mayWorkTasks,
  type Role,
} from '@throughline/domain';
import { bareAddress, placeOf } from '@throughline/platform';

/** Who sent a request, determined only by its access token, or by the person whom a signed link names. */
export interface Caller {
  readonly actor: Actor;
  /** Null for an anonymous caller. */
  readonly account: Account | null;
  /** False while the log cannot be reached: the account is then the projected one, which suffices for reads but not for commands. */
  readonly hasCurrentRights: boolean;
  /** When the token expires, in ms since 1970; null without one. */
  readonly expiresAt: number | null;
  /** The referral that this browser has submitted without a sign-in; `mayFollowUp` decides for how long that counts. */
  readonly submitted: string | null;
  /** Keyed hash of the network address. */
  readonly addressHash: string;
  /** Keyed hash of the session that the token, or the signed link, was issued in; null without one. */
  readonly sessionHash: string | null;
}

declare module 'express-serve-static-core' {
  interface Request {
    caller: Caller;
  }
}

export const isSignedIn = (actor: Actor): boolean => actor.role !== 'anonymous';

/** The caller as an administrator of accounts. */
export const administratorOf = ({
  actor: { role, companyId },
  account,
}: Pick<Caller, 'actor' | 'account'>): Administrator => ({
  role,
  companyId,
  siteAdmin: account?.siteAdmin ?? false,
});

/** The rights of an account that has this role. */
export const rightsOf = (account: Account, role: Role): Rights => ({
  id: account.userId,
  role: role as Rights['role'],
  admin: account.admin,
  siteAdmin: account.siteAdmin ?? false,
  company: companyOf(account.companyId) ?? null,
  groups: account.groups.map(enrolledGroupOf),
});

/** The condition of a route's `who` on the actor and, beyond the role, on the account. */
export const PERMISSIONS: Readonly<Record<Permission, (actor: Actor, account: Account | null) => boolean>> = {
  anyone: () => true,
  signedIn: isSignedIn,
  worksTasks: mayWorkTasks,
  seesQueue: maySeeQueue,
  importsMembers: mayImportMembers,
  audits: mayAudit,
  administers: mayAdminister,
  managesAccounts: (actor, account) => mayManageSomeAccounts(administratorOf({ actor, account })),
};

/** Credentials that a browser sends by itself to a proxy in front of the portal. */
const FOR_A_PROXY = /^(basic|digest|negotiate|ntlm) /i;

/**
 * The access token of a request; null if it has none. Credentials of an unknown form count as an invalid token. If they were ignored, an
 * order would be anonymous, and its own referrer could not read it afterwards.
 */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const credentials = headers.authorization ?? '';
  if (credentials === '' || FOR_A_PROXY.test(credentials)) return null;
  return wellFormedToken(credentials) ?? UNUSABLE;
}

const UNUSABLE = 'unusable';
const wellFormedToken = (credentials: string) => /^bearer +(\S+)$/i.exec(credentials)?.[1];

/**
 * The key by which open requests are counted: the access token, otherwise the network address. Other credentials do not make another
 * caller.
 */
export const callerKey = (request: IncomingMessage, proxyHops: number): string =>
  wellFormedToken(request.headers.authorization ?? '') ?? placeOfCaller(request, proxyHops);

/** The key by which requests without a sign-in are counted. A host has all IPv6 addresses of its /64. */
export const placeOfCaller = (request: IncomingMessage, proxyHops: number): string =>
  placeOf(addressOf(request, proxyHops));

/**
 * The caller's network address, without a port. Of `X-Forwarded-For`, only the last `proxyHops` entries are trusted: our own reverse proxies wrote them,
 * and the client may have written the rest.
 */
export function addressOf({ headers, socket }: IncomingMessage, proxyHops: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join();
  const hops = [...forwarded.split(',').map((hop) => hop.trim()), socket.remoteAddress ?? ''].filter(
    (hop) => hop !== '',
  );
  return bareAddress(hops.at(-1 - proxyHops) ?? hops[0] ?? '');
}
