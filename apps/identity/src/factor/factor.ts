import type { Selectable } from 'kysely';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { IdentityProvider, SignInMethod } from '../identity-provider.js';
import type { FactorType, IdentitySchema, SecondFactorPolicy } from '../identity-schema.js';
import { sendSecurityNotice } from '../user/security-notice.js';
import type { User } from '../user/user.js';
import { invalidField, invalidPhone } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { newTotpSecret, totpActivation } from './totp.js';

/** A phone that takes codes, or an authenticator app that shows them. */
export type Factor = Selectable<IdentitySchema['factor']>;

const KINDS = {
  sms: { factorType: 'sms', provider: 'OKTA', vendorName: 'OKTA' },
  'token:software:totp': { factorType: 'token:software:totp', provider: 'GOOGLE', vendorName: 'GOOGLE' },
} as const satisfies Record<FactorType, object>;

const NAMES = { sms: 'sms', 'token:software:totp': 'totp' } as const satisfies Record<FactorType, SignInMethod>;

const isOffered = ({ signInMethods }: IdentityProvider, type: FactorType): boolean => signInMethods.has(NAMES[type]);

/** What can be enrolled, in the list of MFA_ENROLL. */
export const enrollable = (provider: IdentityProvider, policy: SecondFactorPolicy | undefined) =>
  Object.values(KINDS)
    .filter(({ factorType }) => isOffered(provider, factorType))
    .map((kind) => ({ ...kind, status: 'NOT_SETUP', enrollment: policy ?? 'OPTIONAL' }));

/** A factor for the person who signs in: enough of a phone number to recognise it. An app that is being enrolled comes with its secret. */
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

/** A factor for our servers. */
export const managementView = ({ id, factor_type, phone_number, status, created_at }: Factor) => ({
  id,
  ...KINDS[factor_type],
  status,
  created: created_at,
  profile: phone_number === null ? {} : { phoneNumber: phone_number },
});

/** `+15125550137` → `+1 XXX-XXX-0137`, as a tenant masks it. */
export const maskedPhone = (phoneNumber: string): string => `+1 XXX-XXX-${phoneNumber.slice(-4)}`;

const phoneEnrolment = z.object({
  factorType: z.literal('sms'),
  provider: z.literal('OKTA').default('OKTA'),
  profile: z.object({ phoneNumber: storableText(50) }),
});
const appEnrolment = z.object({ factorType: z.literal('token:software:totp'), provider: z.literal('GOOGLE') });

/** What a person asks to enrol. Throws E0000001 for a kind of factor that is not offered, and otherwise as `phoneToEnroll`. */
export function factorToEnroll(provider: IdentityProvider, body: unknown): FactorToEnroll {
  if (isOffered(provider, 'token:software:totp') && appEnrolment.safeParse(body).success) {
    return { factor_type: 'token:software:totp' };
  }
  if (isOffered(provider, 'sms')) return phoneToEnroll(body);
  throw invalidField('factorEnrollRequest', ["The 'factorType' is not offered."]);
}

/** Area code and exchange begin with 2 to 9. Numbers of 900 and 976 charge their caller. */
const US_NUMBER = /^(?!900|976)(?:[2-9]\d{2}){2}\d{4}$/;

/**
 * The phone number of a request to enrol, as `+1` and ten digits. Only numbers of the country are called, because codes to numbers abroad can be
 * made to earn a stranger money. Throws E0000001 for another kind of factor, and E0000098 for another number.
 */
export function phoneToEnroll(body: unknown): FactorToEnroll {
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

/** Adds a factor that must be confirmed with a code. It takes the place of one of its kind that was not confirmed. */
export async function addPendingFactor(
  provider: IdentityProvider,
  userId: string,
  wanted: FactorToEnroll,
): Promise<Factor> {
  const { db, now } = provider;
  const isApp = wanted.factor_type === 'token:software:totp';
  const id = `${isApp ? 'uft' : 'sms'}${randomBytes(13).toString('base64url').replace(/[-_]/g, '0').slice(0, 17)}`;
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

/** The factor was confirmed: it takes the place of the one of its kind before. */
export async function activateFactor(
  provider: IdentityProvider,
  { id, user_id, factor_type }: Factor,
): Promise<Factor> {
  const { factor, user } = await provider.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('factor')
      .where('user_id', '=', user_id)
      .where('factor_type', '=', factor_type)
      .where('id', '<>', id)
      .execute();
    const activated = await transaction
      .updateTable('factor')
      .set({ status: 'ACTIVE' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const owner = await transaction
      .selectFrom('user')
      .select('profile')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow();
    return { factor: activated, user: owner };
  });
  const what = factor.phone_number === null ? 'authenticator app' : `phone ${maskedPhone(factor.phone_number)}`;
  sendSecurityNotice(provider, user, {
    subject: 'Your second factor was changed',
    words: `Codes for your Throughline account now come from the ${what}.`,
  });
  return factor;
}

export const factorsOf = ({ db }: IdentityProvider, userId: string): Promise<Factor[]> =>
  db.selectFrom('factor').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();

/** The strictest policy of the groups that the person is in. */
export async function secondFactorPolicy(
  { db }: IdentityProvider,
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
