import { z } from 'zod';
import { guess, inWords } from '../factor/guess-code.js';
import type { IdentityProvider } from '../identity-provider.js';
import { moveTo, type Transaction } from '../transaction/authn-transaction.js';
import { sendSecurityNotice } from '../user/security-notice.js';
import type { User } from '../user/user.js';
import { invalidField, wrongAnswer } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { inTurn, requirePassword } from './choose-password.js';

export const recoveryQuestion = z.object({
  question: storableText(100).trim().min(1),
  answer: storableText(100).refine((answer) => asCompared(answer).length >= 4, 'must have at least 4 characters'),
});
export type RecoveryQuestion = z.infer<typeof recoveryQuestion>;

const changeBody = z.object({
  password: z.object({ value: storableText(1_000).min(1) }),
  recovery_question: recoveryQuestion,
});

/** The answer as it is compared: people remember the words, but not how they wrote them. */
const asCompared = (answer: string): string => answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** A question in its stored form. The answer is hashed like a password. */
export const storedQuestion = async (
  { passwords }: Pick<IdentityProvider, 'passwords'>,
  { question, answer }: RecoveryQuestion,
) => ({ recovery_question: question, recovery_answer_hash: await passwords.hash(asCompared(answer)) });

/**
 * Sets the security question of a person, given their password. Throws E0000001 for an invalid question, and E0000014 for a wrong password.
 */
export async function changeRecoveryQuestion(provider: IdentityProvider, user: User, body: unknown): Promise<User> {
  const parsed = changeBody.safeParse(body);
  if (!parsed.success) {
    const causes = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw invalidField('recovery_question', causes);
  }
  const { password, recovery_question } = parsed.data;
  await requirePassword(provider, user, password.value);
  const stored = await inTurn(provider, user, () => storedQuestion(provider, recovery_question));
  return provider.db.transaction().execute(async (db) => {
    await sendSecurityNotice({ ...provider, db }, user, {
      subject: 'questionChangedSubject',
      words: 'questionChanged',
    });
    return db.updateTable('user').set(stored).where('id', '=', user.id).returningAll().executeTakeFirstOrThrow();
  });
}

/** Continues with the new password after a right answer. Throws E0000087 for a wrong answer, and E0000047 after too many. */
export async function answerRecoveryQuestion(
  provider: IdentityProvider,
  transaction: Transaction,
  answer: string,
): Promise<Transaction> {
  const { user } = transaction;
  const verify = () => provider.passwords.verify(user.recovery_answer_hash, asCompared(answer));
  await guess(provider, {
    // Counted separately from codes: somebody who knows the answer must not get more guesses of a code by it.
    budget: `recovery-answer:${user.id}`,
    isRight: () => inTurn(provider, user, verify),
    wrong: wrongAnswer,
    tooMany: (seconds) => `Too many wrong answers were given. Try again in ${inWords(seconds)}.`,
  });
  return moveTo(provider, transaction, { status: 'PASSWORD_RESET' });
}
