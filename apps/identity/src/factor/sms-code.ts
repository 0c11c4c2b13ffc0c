import { keyedHash } from '@throughline/platform';
import { randomInt } from 'node:crypto';
import { type Budget, takeFromBudget } from '../budget.js';
import type { IdentityProvider } from '../identity-provider.js';
import { hashOf } from '../secret.js';
import { wrongState } from '../wire/okta-error.js';
import type { Factor } from '../identity-schema.js';
import { translateFor } from '../user/user-profile.js';
import type { User } from '../user/user.js';
import { guessCode, inWords } from './guess-code.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const CODE_LIFETIME_MS = 5 * MINUTE_MS;
/** For codes to one phone, and for codes of one person. */
const ONE_IN_HALF_A_MINUTE: Budget = { burst: 1, oneEveryMs: 30 * SECOND_MS };
const MANY_CODES: Budget = { burst: 10, oneEveryMs: 15 * MINUTE_MS };
/** Fewer than the budget of a phone, so that one person cannot use that up. */
const ENROLMENT_CODES_OF_PERSON: Budget = { burst: 5, oneEveryMs: 40 * MINUTE_MS };
const ENROLMENT_CODES_TO_PHONE: Budget = { burst: 8, oneEveryMs: 20 * MINUTE_MS };

const waitForCode = (seconds: number) => `A code was sent a moment ago. You can have another in ${inWords(seconds)}.`;

/** Anybody can enrol any number, so codes for enrolment are counted separately: the owner of the phone keeps those that a sign-in needs. */
function budgetsOf({ user_id, status }: Factor, phoneNumber: string) {
  const phone = hashOf(phoneNumber);
  return status === 'PENDING_ACTIVATION'
    ? [
        { receiver: `enrol:${user_id}`, often: ENROLMENT_CODES_OF_PERSON },
        { receiver: `enrol:${phone}`, often: ENROLMENT_CODES_TO_PHONE },
      ]
    : [
        { receiver: user_id, often: MANY_CODES },
        { receiver: phone, often: MANY_CODES },
      ];
}

/**
 * Sends a new code of six digits, which replaces the previous one. `subject` is what it confirms; it confirms nothing else. Throws E0000047
 * for a second code within 30 seconds, which then takes nothing from any budget.
 */
export async function sendCode(
  provider: IdentityProvider,
  { profile }: Pick<User, 'profile'>,
  factor: Factor,
  subject: string,
): Promise<void> {
  const { id, phone_number } = factor;
  if (phone_number === null) throw wrongState();
  const { db, now, sms } = provider;
  // All budgets or none are charged: a code that is refused because of the phone must not cost the person one of theirs.
  await db.transaction().execute(async (transaction) => {
    for (const { receiver, often } of budgetsOf(factor, phone_number)) {
      await takeFromBudget({ now, db: transaction }, `sms:${receiver}`, ONE_IN_HALF_A_MINUTE, waitForCode);
      await takeFromBudget({ now, db: transaction }, `sms-often:${receiver}`, often, waitForCode);
    }
  });
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const sent = {
    code_hash: codeHash(provider, subject, code),
    expires_at: new Date(now().getTime() + CODE_LIFETIME_MS),
  };
  await db
    .insertInto('sent_code')
    .values({ subject, ...sent })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(sent))
    .execute();
  const { hostname } = new URL(provider.issuer);
  // With the last line, a phone fills the code in only on this site (origin-bound one-time codes).
  const text = translateFor(profile)('smsCode', { code, hostname });
  await sms.send({ to: phone_number, text, id: `${id}.${sent.code_hash.slice(0, 16)}` });
}

/** Uses the code up. Throws E0000068 for a wrong code or one that is older than five minutes, and E0000047 after too many wrong ones. */
export const useSentCode = (provider: IdentityProvider, userId: string, subject: string, passCode: string) =>
  guessCode(provider, userId, passCode, async (code) => {
    const used = await provider.db
      .deleteFrom('sent_code')
      .where('subject', '=', subject)
      .where('code_hash', '=', codeHash(provider, subject, code))
      .where('expires_at', '>', provider.now())
      .returning('subject')
      .executeTakeFirst();
    return used !== undefined;
  });

/** Hashed with a key that is not in the database, because all million codes can be tried quickly. */
const codeHash = ({ apiToken }: IdentityProvider, subject: string, code: string): string =>
  keyedHash(apiToken, `sms-code ${subject} ${code}`);
