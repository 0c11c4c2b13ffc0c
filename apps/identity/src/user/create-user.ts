import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import type { UserStatus } from '../identity-schema.js';
import { newId } from '../secret.js';
import { recoveryQuestion, storedQuestion } from '../recovery/recovery-question.js';
import { invalidField } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { passwordFaults } from './passwords.js';
import { userProfile } from './user-profile.js';
import { findUserByLogin, loginKey, loginTaken, type User } from './user.js';

const newUser = z.object({
  profile: userProfile,
  credentials: z
    .object({
      password: z.object({ value: storableText(1000) }).optional(),
      recovery_question: recoveryQuestion.optional(),
    })
    .optional(),
});

/**
 * Adds a user. Activated with a password, the user can sign in at once; activated without one, the user must choose one first.
 * Throws E0000001 for an invalid profile, a password that breaks a rule, or a login that is taken.
 */
export async function createUser(
  provider: IdentityProvider,
  body: unknown,
  { activate }: { activate: boolean },
): Promise<User> {
  const { db, passwords, now } = provider;
  const { profile, password, question } = parse(body);
  if ((await findUserByLogin({ db }, profile.login)) !== undefined) throw loginTaken();
  const at = now();
  const passwordHash = password === undefined ? null : await passwords.hash(password);
  const created = await db
    .insertInto('user')
    .values({
      id: newId('00u'),
      login_key: loginKey(profile.login),
      status: statusOf(activate, passwordHash !== null),
      profile,
      password_hash: passwordHash,
      password_changed_at: passwordHash === null ? null : at,
      created_at: at,
      activated_at: activate ? at : null,
      last_sign_in_at: null,
      unlocked_at: null,
      ...(question && (await storedQuestion(provider, question))),
    })
    .onConflict((conflict) => conflict.column('login_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created === undefined) throw loginTaken();
  return created;
}

function parse(body: unknown) {
  const parsed = newUser.safeParse(body);
  if (!parsed.success) {
    const { issues } = parsed.error;
    throw invalidField(
      String(issues[0]?.path.at(-1) ?? 'user'),
      issues.map(({ path, message }) => `${String(path.at(-1) ?? 'user')}: ${message}`),
    );
  }
  const { profile, credentials } = parsed.data;
  const password = credentials?.password?.value;
  const faults = password === undefined ? [] : passwordFaults(password, profile.login);
  if (faults.length > 0) throw invalidField('password', faults);
  return { profile, password, question: credentials?.recovery_question };
}

function statusOf(activate: boolean, hasPassword: boolean): UserStatus {
  if (!activate) return 'STAGED';
  return hasPassword ? 'ACTIVE' : 'PROVISIONED';
}
