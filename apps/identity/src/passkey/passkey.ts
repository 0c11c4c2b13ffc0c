import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';
import { newId } from '../secret.js';
import { sendSecurityNotice } from '../user/security-notice.js';
import { fullName } from '../user/user-profile.js';
import { findUserById, maySignIn, type User } from '../user/user.js';
import { invalidField, notFound, passkeyRefused } from '../wire/okta-error.js';
import { issueChallenge, useChallenge } from './passkey-challenge.js';

export type Passkey = Selectable<IdentitySchema['passkey']>;

const MAX_PASSKEYS = 10;

/** A passkey belongs to the portal's host, and signs only for its origin. */
function relyingParty({ issuer }: IdentityProvider) {
  const { hostname, origin } = new URL(issuer);
  return { rpID: hostname, origin };
}

export const passkeysOf = ({ db }: Pick<IdentityProvider, 'db'>, userId: string): Promise<Passkey[]> =>
  db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();

/** The options with which a browser creates a passkey. */
export async function creationOptions(provider: IdentityProvider, user: User, holder: string) {
  const present = await passkeysOf(provider, user.id);
  if (present.length >= MAX_PASSKEYS) throw tooMany();
  return generateRegistrationOptions({
    rpName: 'Throughline',
    rpID: relyingParty(provider).rpID,
    userID: new TextEncoder().encode(user.id),
    userName: user.profile.login,
    userDisplayName: fullName(user.profile),
    challenge: Buffer.from(await issueChallenge(provider, holder), 'base64url'),
    attestationType: 'none',
    excludeCredentials: present.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

interface NewPasskey {
  readonly name: string;
  readonly response: RegistrationResponseJSON;
}

/**
 * Adds a passkey that was created with `creationOptions`. Throws E0000001 if it was not, if somebody has it already, or if the person has
 * too many.
 */
export async function addPasskey(
  provider: IdentityProvider,
  user: User,
  holder: string,
  { name, response }: NewPasskey,
): Promise<Passkey> {
  const { rpID, origin } = relyingParty(provider);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => useChallenge(provider, holder, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(refuseAs(provider, notAdded()));
  if (registrationInfo === undefined) throw notAdded();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return provider.db.transaction().execute(async (transaction) => {
    // Locked, so that two requests of one person do not both add the last allowed passkey.
    await transaction.selectFrom('user').select('id').where('id', '=', user.id).forUpdate().execute();
    const present = await passkeysOf({ db: transaction }, user.id);
    if (present.length >= MAX_PASSKEYS) throw tooMany();
    const inserted = await transaction
      .insertInto('passkey')
      .values({
        id: newId('pky'),
        user_id: user.id,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
        name,
        created_at: provider.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirstOrThrow(notAdded);
    await notify({ ...provider, db: transaction }, user, 'added', inserted);
    return inserted;
  });
}

/** Throws E0000007 if the person has no such passkey. */
export const removePasskey = (provider: IdentityProvider, user: User, id: string): Promise<void> =>
  provider.db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow(notFound);
    await notify({ ...provider, db: transaction }, user, 'removed', removed);
  });

const CHANGES = {
  added: { subject: 'passkeyAddedSubject', words: 'passkeyAdded' },
  removed: { subject: 'passkeyRemovedSubject', words: 'passkeyRemoved' },
} as const;

const notify = (provider: IdentityProvider, user: User, change: keyof typeof CHANGES, { name }: Passkey) =>
  sendSecurityNotice(provider, user, { ...CHANGES[change], values: { name } });

const tooMany = () => invalidField('passkey', [`A person may have ${MAX_PASSKEYS} passkeys.`]);

const notAdded = () => invalidField('passkey', ['The passkey was not accepted.']);

/** The options with which a browser signs in. They name no account: the passkey does. */
export async function requestOptions(provider: IdentityProvider, holder: string) {
  return generateAuthenticationOptions({
    rpID: relyingParty(provider).rpID,
    challenge: Buffer.from(await issueChallenge(provider, holder), 'base64url'),
    userVerification: 'required',
  });
}

/**
 * The person whose passkey signed the challenge. Throws E0000004 for any other signature: by an unknown passkey, for another origin, of a
 * challenge that was used or issued to another browser, without verification of the person, or with a counter that does not increase, as
 * with a copy.
 */
export async function personOf(
  provider: IdentityProvider,
  holder: string,
  response: AuthenticationResponseJSON,
): Promise<User> {
  const { db } = provider;
  const passkey = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', response.id)
    .executeTakeFirst();
  const user = passkey && (await findUserById(provider, passkey.user_id));
  const { userHandle } = response.response;
  const isOwners = userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === user?.id;
  if (passkey === undefined || user === undefined || !maySignIn(user) || !isOwners) throw passkeyRefused();
  const { rpID, origin } = relyingParty(provider);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => useChallenge(provider, holder, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: passkey.counter,
    },
  }).catch(refuseAs(provider, passkeyRefused()));
  // Compared again, because another request may have counted meanwhile.
  const counted = await db
    .updateTable('passkey')
    .set({ counter: authenticationInfo.newCounter, last_used_at: provider.now() })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('id')
    .executeTakeFirst();
  if (!verified || counted === undefined) throw passkeyRefused();
  return user;
}

/** The library's message says why; it is logged, and shows that a passkey was copied. */
const refuseAs =
  ({ log }: IdentityProvider, refusal: Error) =>
  (error: unknown): never => {
    log.warn({ err: error }, 'passkey refused');
    throw refusal;
  };
