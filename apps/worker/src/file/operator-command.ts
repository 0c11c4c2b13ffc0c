import { userInfo } from 'node:os';
import { reachPostgres } from '@throughline/platform';
import { OPERATING_SYSTEM, OPERATOR, type ReadModelSchema } from '@throughline/read-models';
import type { Kysely } from 'kysely';

/** The user of the operating system. A container may run as one without a name. */
export function userOfSystem(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

interface HandedOut {
  /** As the access log calls it. */
  readonly screen: string;
  readonly user: string;
  readonly caseIds: readonly string[];
}

/** Adds to the access log that an operator's command hands out the data of cases. */
export async function recordHandedOut(
  db: Kysely<ReadModelSchema>,
  { screen, user, caseIds }: HandedOut,
): Promise<void> {
  await db
    .insertInto('access_log')
    .values({
      user_id: `${OPERATING_SYSTEM}${user}`,
      role: OPERATOR,
      referral_ids: caseIds,
      row_ids: [],
      screen,
      outcome: 'downloaded',
      address_hash: '',
    })
    .execute();
}

const NO_COLUMN = '42703';
const NO_TABLE = '42P01';

/** The error, or, where the database is the reason, one in words for an operator. */
export async function inWords(error: unknown, databaseUrl: string): Promise<unknown> {
  const { code } = error as { readonly code?: string };
  if (code === NO_COLUMN || code === NO_TABLE)
    return new Error('This database has no tables of this release: start the API once.', { cause: error });
  const outage = await reachPostgres(databaseUrl).then(
    () => undefined,
    ({ message }: Error) => new Error(`The database cannot be used: ${message}. Repeat the command when it answers.`),
  );
  return outage ?? error;
}
