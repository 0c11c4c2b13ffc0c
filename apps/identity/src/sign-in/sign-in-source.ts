import { networkOf, placeOf } from '@throughline/platform';
import type { IdentityProvider } from '../identity-provider.js';
import { hashOf } from '../secret.js';
import { loginKey } from '../user/user.js';

/** A source without a sign-in for this long is unknown again. */
export const KNOWN_SOURCE_LIFETIME_MS = 90 * 24 * 60 * 60_000;

/** Where an attempt comes from. */
export interface TriedFrom {
  /** Network address. */
  readonly address: string;
  /** The browser's cookie; a new one if it sent none. */
  readonly browserKey: string;
}

/** The subjects by which attempts for one account from one browser and address may be counted. */
export interface SignInSource {
  /** Whether there was a sign-in to the account before in this browser (`browser`), or in another one at this address (`pair`). */
  readonly known: 'browser' | 'pair' | undefined;
  readonly subjects: {
    readonly browser: string;
    /** Account and address. */
    readonly pair: string;
    /** Account and network: its failures decide which attempts count as newcomers. */
    readonly network: string;
    readonly newcomers: string;
    readonly strangers: string;
    /** The address, for all accounts. */
    readonly address: string;
  };
}

/** The subjects of an attempt, without access to the database; `signInSource` adds where the account was used before. */
export function subjectsOf(login: string, { address, browserKey }: TriedFrom): SignInSource['subjects'] {
  return {
    browser: browserSubject(login, browserKey),
    pair: pairSubject(login, address),
    network: subjectOf('network', login, networkOf(address)),
    newcomers: subjectOf('newcomers', login, null),
    strangers: subjectOf('strangers', login, null),
    address: subjectOf('address', null, placeOf(address)),
  };
}

export async function signInSource(
  { db }: IdentityProvider,
  subjects: SignInSource['subjects'],
): Promise<SignInSource> {
  const { browser, pair } = subjects;
  const rows = await db.selectFrom('known_source').select('subject').where('subject', 'in', [pair, browser]).execute();
  const isKnown = (subject: string) => rows.some((row) => row.subject === subject);
  return { known: isKnown(browser) ? 'browser' : isKnown(pair) ? 'pair' : undefined, subjects };
}

/** The subjects of a browser, and of the address if one is given, as sources from which the account is used. */
export const sourcesOf = (
  login: string,
  { address, browserKey }: { readonly address?: string; readonly browserKey: string },
): readonly string[] => {
  const browser = browserSubject(login, browserKey);
  return address === undefined ? [browser] : [browser, pairSubject(login, address)];
};

/** Records that the account is used from these sources. */
export async function rememberSources({ db, now }: IdentityProvider, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return;
  await db
    .insertInto('known_source')
    .values([...sources].sort().map((subject) => ({ subject, last_used_at: now() })))
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ last_used_at: now() }))
    .execute();
}

const browserSubject = (login: string, browserKey: string): string => subjectOf('browser', login, browserKey);
const pairSubject = (login: string, address: string): string => subjectOf('pair', login, placeOf(address));

/** Hashed, because people type passwords into the login field by mistake. */
const subjectOf = (kind: string, login: string | null, source: string | null): string =>
  `${kind}:${hashOf(JSON.stringify([login === null ? null : loginKey(login), source]))}`;
