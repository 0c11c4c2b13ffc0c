import type { Selectable } from 'kysely';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema, SecondFactorPolicy } from '../identity-schema.js';
import { invalidField, invalidPhone } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';

/** A phone that takes codes: the only kind of factor. */
export type Factor = Selectable<IdentitySchema['factor']>;

const KIND = { factorType: 'sms', provider: 'OKTA', vendorName: 'OKTA' } as const;

/** What can be enrolled, in the list of MFA_ENROLL. */
export const enrollable = (policy: SecondFactorPolicy | undefined) => ({
  ...KIND,
  status: 'NOT_SETUP',
  enrollment: policy ?? 'OPTIONAL',
});

/** A factor for the person who signs in: enough of the number to recognise it. */
export const signInView = ({ id, phone_number }: Factor) => ({
  id,
  ...KIND,
  profile: { phoneNumber: maskedPhone(phone_number) },
});

/** A factor for our servers. */
export const managementView = ({ id, phone_number, status, created_at }: Factor) => ({
  id,
  ...KIND,
  status,
  created: created_at,
  profile: { phoneNumber: phone_number },
});

/** `+15125550137` → `+1 XXX-XXX-0137`, as a tenant masks it. */
export const maskedPhone = (phoneNumber: string): string => `+1 XXX-XXX-${phoneNumber.slice(-4)}`;

const enrolment = z.object({
  factorType: z.literal('sms'),
  provider: z.literal('OKTA').default('OKTA'),
  profile: z.object({ phoneNumber: storableText(50) }),
});

/**
 * The phone number of a request to enrol, as `+1` and ten digits. Only numbers of the country are called, because codes to numbers abroad can be
 * made to earn a stranger money. Throws E0000001 for another kind of factor, and E0000098 for another number.
 */
export function phoneToEnroll(body: unknown): string {
  const parsed = enrolment.safeParse(body);
  if (!parsed.success) {
    throw invalidField('factorEnrollRequest', ["The 'factorType' must be 'sms', with a 'profile.phoneNumber'."]);
  }
  const digits = parsed.data.profile.phoneNumber.replace(/[\s().-]/g, '').replace(/^\+?1(?=\d{10}$)/, '');
  if (!/^\d{10}$/.test(digits)) throw invalidPhone();
  return `+1${digits}`;
}

/** Adds a phone that must be confirmed with a code. It takes the place of others that were not confirmed. */
export async function addPendingFactor(
  { db, now }: IdentityProvider,
  userId: string,
  phoneNumber: string,
): Promise<Factor> {
  await db.deleteFrom('factor').where('user_id', '=', userId).where('status', '=', 'PENDING_ACTIVATION').execute();
  return db
    .insertInto('factor')
    .values({
      id: `sms${randomBytes(13).toString('base64url').replace(/[-_]/g, '0').slice(0, 17)}`,
      user_id: userId,
      phone_number: phoneNumber,
      status: 'PENDING_ACTIVATION',
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The phone was confirmed: it takes the place of the one before. */
export async function activateFactor({ db }: IdentityProvider, { id, user_id }: Factor): Promise<Factor> {
  return db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('factor').where('user_id', '=', user_id).where('id', '<>', id).execute();
    return transaction
      .updateTable('factor')
      .set({ status: 'ACTIVE' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
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
