import type { Selectable, Updateable } from 'kysely';
import { confirmedFactorsOf, secondFactorPolicy } from '../factor/factor.js';
import { isRemembered } from '../factor/remembered-device.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema, RecoveryType, SecondFactor, TransactionState } from '../identity-schema.js';
import { hashOf, randomSecret } from '../secret.js';
import { issueSessionToken, type SessionToken } from '../sign-in/session-token.js';
import { rememberSources } from '../sign-in/sign-in-source.js';
import { lockUnchanged, type User } from '../user/user.js';
import { authenticationFailed, invalidToken, wrongState } from '../wire/okta-error.js';
import { allows, type Call, nextState } from './states.js';

const MINUTE_MS = 60_000;
const SIGN_IN_LIFETIME_MS = 15 * MINUTE_MS;
/** How long a person has to choose a password; then they must open their link again. */
const RECOVERY_LIFETIME_MS = 60 * MINUTE_MS;

type Row = Selectable<IdentitySchema['authn_transaction']>;

/** A sign-in or recovery in progress. Only the browser has its state token. */
export interface Transaction extends Row {
  readonly stateToken: string;
  readonly user: User;
}

/** The result of a finished transaction: a session token for the browser that began it. */
export interface Success extends SessionToken {
  readonly status: 'SUCCESS';
  readonly user: User;
  readonly relayState: string | null;
}

export interface Beginning {
  readonly user: User;
  readonly browserKey: string;
  readonly byProgram: boolean;
  readonly relayState: string | null;
}

interface SignInBeginning extends Beginning {
  readonly sources: readonly string[];
  /** What has already confirmed the sign-in. */
  readonly secondFactor?: SecondFactor;
}

/** Called after the right password, or with a passkey: signs the person in, or begins a transaction with the next required step. */
export async function beginSignIn(
  provider: IdentityProvider,
  { user, browserKey, byProgram, relayState, sources, secondFactor }: SignInBeginning,
): Promise<Transaction | Success> {
  const unstored: Row = {
    token_hash: '',
    user_id: user.id,
    status: 'MFA_REQUIRED',
    second_factor: secondFactor ?? null,
    factor_id: null,
    recovery_hash: null,
    recovery_type: null,
    browser_hash: hashOf(browserKey),
    by_program: byProgram,
    sources: [...sources],
    relay_state: relayState,
    expires_at: new Date(provider.now().getTime() + SIGN_IN_LIFETIME_MS),
  };
  const remembered = secondFactor === undefined && (await isRemembered(provider, unstored));
  const begun: Row = remembered ? { ...unstored, second_factor: 'REMEMBERED' } : unstored;
  const status = await stateAfter(provider, begun, user);
  if (status === 'SUCCESS') return succeed(provider, begun, user);
  return ifUnchanged(provider, user, (inTransaction) => store(inTransaction, { ...begun, status }, user));
}

/**
 * Called after a mailed link was opened: the person may choose a password, after they have answered their security question. An account
 * that is being activated has none yet.
 */
export function beginPasswordReset(
  provider: IdentityProvider,
  {
    user,
    browserKey,
    byProgram,
    relayState,
    link,
  }: Beginning & {
    readonly link: { readonly token_hash: string; readonly recovery_type: RecoveryType; readonly expires_at: Date };
  },
): Promise<Transaction> {
  const endOfTransaction = provider.now().getTime() + RECOVERY_LIFETIME_MS;
  const row: Row = {
    token_hash: '',
    user_id: user.id,
    status:
      user.recovery_question === null || link.recovery_type === 'ACCOUNT_ACTIVATION' ? 'PASSWORD_RESET' : 'RECOVERY',
    second_factor: null,
    factor_id: null,
    recovery_hash: link.token_hash,
    recovery_type: link.recovery_type,
    browser_hash: hashOf(browserKey),
    by_program: byProgram,
    sources: [],
    relay_state: relayState,
    expires_at: new Date(Math.min(endOfTransaction, link.expires_at.getTime())),
  };
  return store(provider, row, user);
}

async function store({ db }: IdentityProvider, row: Row, user: User): Promise<Transaction> {
  const stateToken = randomSecret();
  const stored = { ...row, token_hash: hashOf(stateToken) };
  await db.insertInto('authn_transaction').values(stored).execute();
  return { ...stored, stateToken, user };
}

/**
 * Finds the transaction of the state token for one of its calls. Throws E0000011 for a token that is unknown or expired, and E0000079 if
 * the call is not allowed in its state, or for its factor.
 */
export async function continueTransaction(
  { db, now }: IdentityProvider,
  stateToken: string,
  call: Call,
  factorId?: string,
): Promise<Transaction> {
  const row = await db
    .selectFrom('authn_transaction')
    .selectAll()
    .where('token_hash', '=', hashOf(stateToken))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  const user = row && (await db.selectFrom('user').selectAll().where('id', '=', row.user_id).executeTakeFirst());
  if (row === undefined || user === undefined || ['SUSPENDED', 'DEPROVISIONED'].includes(user.status)) {
    throw invalidToken();
  }
  if (!allows(row.status, call)) throw wrongState();
  if (factorId !== undefined && row.factor_id !== null && row.factor_id !== factorId) throw wrongState();
  return { ...row, stateToken, user };
}

/** Changes the transaction. Throws E0000079 if another request has changed its state meanwhile. */
export async function moveTo(
  { db }: IdentityProvider,
  before: Transaction,
  changes: Updateable<IdentitySchema['authn_transaction']>,
): Promise<Transaction> {
  const row = await db
    .updateTable('authn_transaction')
    .set(changes)
    .where('token_hash', '=', before.token_hash)
    .where('status', '=', before.status)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw wrongState();
  return { ...before, ...row };
}

/** Called after a step of the transaction: goes to the next state, or ends it. */
export async function proceed(
  provider: IdentityProvider,
  before: Transaction,
  done: Partial<Pick<Transaction, 'second_factor' | 'user'>> = {},
): Promise<Transaction | Success> {
  const { user = before.user, ...changes } = done;
  const status = await stateAfter(provider, { ...before, ...changes }, user);
  if (status !== 'SUCCESS') {
    const moved = await moveTo(provider, before, { ...changes, status, factor_id: null, recovery_hash: null });
    return { ...moved, user };
  }
  if (!(await endTransaction(provider, before))) throw wrongState();
  return succeed(provider, { ...before, ...changes }, user);
}

/** Resolves with whether this call ended it. */
export async function endTransaction({ db }: IdentityProvider, { token_hash, status }: Transaction): Promise<boolean> {
  const ended = await db
    .deleteFrom('authn_transaction')
    .where('token_hash', '=', token_hash)
    .where('status', '=', status)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

async function stateAfter(
  provider: IdentityProvider,
  { second_factor }: Row,
  { id, status }: User,
): Promise<TransactionState | 'SUCCESS'> {
  const confirmed = await confirmedFactorsOf(provider, id);
  return nextState({
    userStatus: status,
    hasActiveFactor: confirmed.length > 0,
    secondFactorDone: second_factor !== null,
    policy: await secondFactorPolicy(provider, id),
  });
}

/**
 * Stores the result of a sign-in while the account is locked. Throws E0000004 if the password or the state of the account has changed since
 * it was read: such a change ends all stored sign-ins, but this one is not stored yet.
 */
const ifUnchanged = <Result>(
  provider: IdentityProvider,
  user: User,
  store: (inTransaction: IdentityProvider) => Promise<Result>,
): Promise<Result> =>
  provider.db.transaction().execute(async (db) => {
    if ((await lockUnchanged(db, user)) === undefined) throw authenticationFailed();
    return store({ ...provider, db });
  });

/** How the person signed in (RFC 8176), for each second factor. */
const AMR = {
  SMS: 'pwd sms mfa',
  TOTP: 'pwd otp mfa',
  PASSKEY: 'pop user mfa',
  REMEMBERED: 'pwd',
  SKIPPED: 'pwd',
} as const;

async function succeed(provider: IdentityProvider, row: Row, user: User): Promise<Success> {
  const token = await ifUnchanged(provider, user, async (inTransaction) => {
    const { db, now } = inTransaction;
    await db.updateTable('user').set({ last_sign_in_at: now() }).where('id', '=', user.id).execute();
    return issueSessionToken(inTransaction, {
      userId: user.id,
      browserHash: row.browser_hash,
      byProgram: row.by_program,
      amr: AMR[row.second_factor ?? 'SKIPPED'],
    });
  });
  await rememberSources(provider, row.sources);
  return { status: 'SUCCESS', ...token, user, relayState: row.relay_state };
}
