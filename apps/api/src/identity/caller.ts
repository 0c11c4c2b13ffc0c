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

/** Who sent a request, by its access token alone, or by the person that a signed link names. */
export interface Caller {
  readonly actor: Actor;
  /** Null for an anonymous caller. */
  readonly account: Account | null;
  /** False while the log cannot be reached: the account is as projected, which is enough to read and not to write. */
  readonly hasCurrentRights: boolean;
  /** When the token expires, in ms since 1970; null without one. */
  readonly expiresAt: number | null;
  /** The referral that this browser has submitted without a sign-in; for how long that counts, see `mayFollowUp`. */
  readonly submitted: string | null;
  /** Keyed hash of the network address. */
  readonly addressHash: string;
}

declare module 'express-serve-static-core' {
  interface Request {
    caller: Caller;
  }
}

export const isSignedIn = (actor: Actor): boolean => actor.role !== 'anonymous';

/** The caller, as one who may manage accounts. */
export const administratorOf = ({
  actor: { role, companyId },
  account,
}: Pick<Caller, 'actor' | 'account'>): Administrator => ({
  role,
  companyId,
  siteAdmin: account?.siteAdmin ?? false,
});

/** Of an account, which has this role. */
export const rightsOf = (account: Account, role: Role): Rights => ({
  id: account.userId,
  role: role as Rights['role'],
  admin: account.admin,
  siteAdmin: account.siteAdmin ?? false,
  company: companyOf(account.companyId) ?? null,
  groups: account.groups.map(enrolledGroupOf),
});

/** What a route's `who` requires of the actor and, beyond the role, of the account. */
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

/** Credentials that a browser sends on its own to a proxy in front of the portal. */
const FOR_A_PROXY = /^(basic|digest|negotiate|ntlm) /i;

/**
 * The access token of a request; null if it has none. Credentials in an unknown form count as an invalid token. If they were ignored, an order
 * would be anonymous, and its own referrer could not read it afterwards.
 */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const credentials = headers.authorization ?? '';
  if (credentials === '' || FOR_A_PROXY.test(credentials)) return null;
  return wellFormedToken(credentials) ?? UNUSABLE;
}

const UNUSABLE = 'unusable';
const wellFormedToken = (credentials: string) => /^bearer +(\S+)$/i.exec(credentials)?.[1];

/** What open requests are counted by: the access token, otherwise the network address. Other credentials make no other caller. */
export const callerKey = (request: IncomingMessage, proxyHops: number): string =>
  wellFormedToken(request.headers.authorization ?? '') ?? placeOfCaller(request, proxyHops);

/** What requests without a sign-in are counted by. A host has as many IPv6 addresses of its /64 as it wants. */
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
