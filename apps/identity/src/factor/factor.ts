import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { IdentityProvider, SignInMethod } from '../identity-provider.js';
import type { Factor, FactorType, IdentitySchema, SecondFactor, SecondFactorPolicy } from '../identity-schema.js';
import { newId } from '../secret.js';
import { sendSecurityNotice } from '../user/security-notice.js';
import type { User } from '../user/user.js';
import { invalidField, invalidPhone, notFound } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { useSentCode } from './sms-code.js';
import { newTotpSecret, totpActivation, useTotpCode } from './totp.js';

const KINDS = {
  sms: { factorType: 'sms', provider: 'OKTA', vendorName: 'OKTA' },
  'token:software:totp': { factorType: 'token:software:totp', provider: 'GOOGLE', vendorName: 'GOOGLE' },
} as const satisfies Record<FactorType, object>;

const NAMES = { sms: 'sms', 'token:software:totp': 'totp' } as const satisfies Record<FactorType, SignInMethod>;

const isOffered = ({ signInMethods }: IdentityProvider, type: FactorType): boolean => signInMethods.has(NAMES[type]);

/** The factors that can be enrolled, as listed in MFA_ENROLL. */
export const enrollable = (provider: IdentityProvider, policy: SecondFactorPolicy | undefined) =>
  Object.values(KINDS)
    .filter(({ factorType }) => isOffered(provider, factorType))
    .map((kind) => ({ ...kind, status: 'NOT_SETUP', enrollment: policy ?? 'OPTIONAL' }));

/**
 * A factor as shown to the person who signs in, with enough of a phone number to recognise it. An app that is being enrolled comes with its
 * secret.
 */
export function signInView(provider: IdentityProvider, factor: Factor, { profile: { login } }: Pick<User, 'profile'>) {
  const { id, factor_type, phone_number, status } = factor;
  const isNewApp = factor_type === 'token:software:totp' && status === 'PENDING_ACTIVATION';
  return {
    id,
    ...KINDS[factor_type],
    profile: phone_number === null ? { credentialId: login } : { phoneNumber: maskedPhone(phone_number) },
    ...(isNewApp && { _embedded: { activation: totpActivation(provider, factor, login) } }),
  };
}

/** A factor as returned to our servers. */
export function managementView(provider: IdentityProvider, factor: Factor, user: Pick<User, 'profile'>) {
  const { phone_number, status, created_at } = factor;
  return {
    ...signInView(provider, factor, user),
    status,
    created: created_at,
    ...(phone_number !== null && { profile: { phoneNumber: phone_number } }),
  };
}

/** A factor as shown to its owner. */
export const ownView = (provider: IdentityProvider, factor: Factor, user: Pick<User, 'profile'>) => ({
  ...signInView(provider, factor, user),
  status: factor.status,
  created: factor.created_at,
});

/** `+15125550137` → `+1 XXX-XXX-0137`, as a tenant masks it. */
export const maskedPhone = (phoneNumber: string): string => `+1 XXX-XXX-${phoneNumber.slice(-4)}`;

const phoneEnrolment = z.object({
  factorType: z.literal('sms'),
  provider: z.literal('OKTA').default('OKTA'),
  profile: z.object({ phoneNumber: storableText(50) }),
});
/** Okta's name for the vendor of the app. Any app can be used, whichever is named. */
const appEnrolment = z.object({ factorType: z.literal('token:software:totp'), provider: z.enum(['GOOGLE', 'OKTA']) });

/** The factor that a request wants to enrol. Throws like `phoneToEnroll` unless it is an app. */
export const factorToEnroll = (body: unknown): FactorToEnroll =>
  appEnrolment.safeParse(body).success ? { factor_type: 'token:software:totp' } : phoneToEnroll(body);

/** The factor that a person's request wants to enrol. Throws E0000001 for a kind that is not offered, or not one of `kinds`. */
export function offeredFactor(
  provider: IdentityProvider,
  body: unknown,
  kinds: readonly FactorType[] = ['sms', 'token:software:totp'],
): FactorToEnroll {
  const wanted = factorToEnroll(body);
  if (kinds.includes(wanted.factor_type) && isOffered(provider, wanted.factor_type)) return wanted;
  throw invalidField('factorEnrollRequest', ["The 'factorType' is not offered."]);
}

/** Area code and exchange begin with 2 to 9. Numbers of 900 and 976 charge their caller. */
const US_NUMBER = /^(?!900|976)(?:[2-9]\d{2}){2}\d{4}$/;

/**
 * The phone number of a request to enrol, as `+1` and ten digits. Only US numbers are accepted, because a stranger can earn money with
 * codes to numbers abroad. Throws E0000001 for another kind of factor, and E0000098 for another number.
 */
function phoneToEnroll(body: unknown): FactorToEnroll {
  const parsed = phoneEnrolment.safeParse(body);
  if (!parsed.success) {
    throw invalidField('factorEnrollRequest', ["The 'factorType' must be 'sms', with a 'profile.phoneNumber'."]);
  }
  const digits = parsed.data.profile.phoneNumber.replace(/[\s().-]/g, '').replace(/^\+?1(?=\d{10}$)/, '');
  if (!US_NUMBER.test(digits)) throw invalidPhone();
  return { factor_type: 'sms', phone_number: `+1${digits}` };
}

export type FactorToEnroll =
  { readonly factor_type: 'sms'; readonly phone_number: string } | { readonly factor_type: 'token:software:totp' };

/** Adds a factor that must be confirmed with a code. It replaces an unconfirmed factor of the same kind. */
export async function addPendingFactor(
  provider: IdentityProvider,
  userId: string,
  wanted: FactorToEnroll,
): Promise<Factor> {
  const { db, now } = provider;
  const isApp = wanted.factor_type === 'token:software:totp';
  const id = newId(isApp ? 'uft' : 'sms');
  await db
    .deleteFrom('factor')
    .where('user_id', '=', userId)
    .where('factor_type', '=', wanted.factor_type)
    .where('status', '=', 'PENDING_ACTIVATION')
    .execute();
  return db
    .insertInto('factor')
    .values({
      id,
      user_id: userId,
      ...wanted,
      ...(isApp && { sealed_secret: newTotpSecret(provider, id) }),
      status: 'PENDING_ACTIVATION',
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Activates a factor that was confirmed: it replaces the previous one of its kind. `allow` gets the confirmed factors, and throws if the
 * factor may not be activated. Throws E0000007 if another call has activated or replaced the factor meanwhile.
 */
export const activateFactor = (
  provider: IdentityProvider,
  user: User,
  { id, factor_type, phone_number }: Factor,
  allow: (confirmed: readonly Factor[]) => void = () => undefined,
): Promise<Factor> =>
  provider.db.transaction().execute(async (db) => {
    allow(await lockConfirmedFactors(db, user.id));
    const ofKind = db.deleteFrom('factor').where('user_id', '=', user.id).where('factor_type', '=', factor_type);
    await ofKind.where('id', '<>', id).execute();
    const factor = await db
      .updateTable('factor')
      .set({ status: 'ACTIVE' })
      .where('id', '=', id)
      .where('status', '=', 'PENDING_ACTIVATION')
      .returningAll()
      .executeTakeFirstOrThrow(notFound);
    await sendSecurityNotice({ ...provider, db }, user, {
      subject: 'factorChangedSubject',
      ...(phone_number === null
        ? { words: 'appChanged' }
        : { words: 'phoneChanged', values: { phone: maskedPhone(phone_number) } }),
    });
    return factor;
  });

/** Throws E0000001 if one of the confirmed factors is of this kind. */
export function requireNoneOfKind(confirmed: readonly Factor[], { factor_type }: Pick<Factor, 'factor_type'>): void {
  const isSetUp = confirmed.some((factor) => factor.factor_type === factor_type);
  if (isSetUp) throw invalidField('factorEnrollRequest', ['A factor of this kind is set up already.']);
}

/** Uses up a code of the factor. `subject` is what a sent code confirms. */
export async function useCode(
  provider: IdentityProvider,
  factor: Factor,
  subject: string,
  passCode: string,
): Promise<SecondFactor> {
  if (factor.factor_type === 'sms') {
    await useSentCode(provider, factor.user_id, subject, passCode);
    return 'SMS';
  }
  await useTotpCode(provider, factor, passCode);
  return 'TOTP';
}

/** Removes a factor. `byOwner`: throws E0000001 if it is the only one, and the person's groups require one. */
export const removeFactor = (
  provider: IdentityProvider,
  user: User,
  { id, phone_number }: Factor,
  { byOwner }: { readonly byOwner: boolean },
): Promise<void> =>
  provider.db.transaction().execute(async (db) => {
    const confirmed = await lockConfirmedFactors(db, user.id);
    const isConfirmed = confirmed.some((factor) => factor.id === id);
    if (byOwner && isConfirmed && confirmed.length < 2 && (await secondFactorPolicy({ db }, user.id)) === 'REQUIRED') {
      throw invalidField('factor', ['A second factor is required for your account, and this is the only one.']);
    }
    await db.deleteFrom('factor').where('id', '=', id).returning('id').executeTakeFirstOrThrow(notFound);
    if (!isConfirmed) return;
    await sendSecurityNotice({ ...provider, db }, user, {
      subject: 'factorRemovedSubject',
      ...(phone_number === null
        ? { words: 'appRemoved' }
        : { words: 'phoneRemoved', values: { phone: maskedPhone(phone_number) } }),
    });
  });

/**
 * Waits for other changes of the person's factors. Resolves with the confirmed ones, which no other call can change until the transaction
 * ends.
 */
export async function lockConfirmedFactors(db: Transaction<IdentitySchema>, userId: string): Promise<Factor[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`factors ${userId}`}, 0))`.execute(db);
  return confirmedFactorsOf({ db }, userId);
}

export const confirmedFactorsOf = async (provider: Pick<IdentityProvider, 'db'>, userId: string): Promise<Factor[]> =>
  (await factorsOf(provider, userId)).filter(({ status }) => status === 'ACTIVE');

export const factorsOf = ({ db }: Pick<IdentityProvider, 'db'>, userId: string): Promise<Factor[]> =>
  db.selectFrom('factor').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();

/** The strictest policy of the person's groups. */
export async function secondFactorPolicy(
  { db }: Pick<IdentityProvider, 'db'>,
  userId: string,
): Promise<SecondFactorPolicy | undefined> {
  const groups = await db
    .selectFrom('group_member')
    .innerJoin('group', 'group.id', 'group_member.group_id')
    .select('group.profile')
    .where('group_member.user_id', '=', userId)
    .execute();
  const policies = groups.map(({ profile }) => profile.secondFactor);
  return (['REQUIRED', 'OPTIONAL'] as const).find((policy) => policies.includes(policy));
}
