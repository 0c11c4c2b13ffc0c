import { sql } from 'kysely';
import { BUDGETS_WHOLE_AFTER_MS } from './budget.js';
import type { IdentityProvider } from './identity-provider.js';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from './session/sso-session.js';
import { WHOLE_AFTER_MS } from './sign-in/guess-budget.js';
import { FORGOTTEN_AFTER_MS } from './sign-in/sign-in-delay.js';
import { KNOWN_SOURCE_LIFETIME_MS } from './sign-in/sign-in-source.js';

/** Longer than the time for which `endedTokens` reports them. */
const ENDED_RETENTION = sql`interval '10 minutes'`;

/** Deletes expired rows. Every reader checks the expiry itself, so this only keeps the tables small. */
export async function deleteExpiredRows({ db, now }: Pick<IdentityProvider, 'db' | 'now'>): Promise<void> {
  const at = now();
  const ago = (ms: number) => new Date(at.getTime() - ms);
  await db.deleteFrom('session_token').where('expires_at', '<=', at).execute();
  await db.deleteFrom('authorization_code').where('expires_at', '<=', at).execute();
  await db.deleteFrom('recovery_token').where('expires_at', '<=', at).execute();
  await db.deleteFrom('authn_transaction').where('expires_at', '<=', at).execute();
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', at).execute();
  await db.deleteFrom('remembered_device').where('expires_at', '<=', at).execute();
  await db.deleteFrom('sent_code').where('expires_at', '<=', at).execute();
  await db.deleteFrom('budget_use').where('counted_at', '<=', ago(BUDGETS_WHOLE_AFTER_MS)).execute();
  await db.deleteFrom('browser_link').where('expires_at', '<=', at).execute();
  await db.deleteFrom('revoked_token').where('expires_at', '<=', at).execute();
  await sql`delete from identity.ended_token where ended_at < now() - ${ENDED_RETENTION}`.execute(db);
  const forgottenAfterMs = Math.max(FORGOTTEN_AFTER_MS, WHOLE_AFTER_MS);
  await db.deleteFrom('sign_in_attempt').where('last_tried_at', '<=', ago(forgottenAfterMs)).execute();
  await db.deleteFrom('known_source').where('last_used_at', '<=', ago(KNOWN_SOURCE_LIFETIME_MS)).execute();
  await db
    .deleteFrom('sso_session')
    .where((session) =>
      session.or([
        session('last_used_at', '<=', ago(SESSION_IDLE_MS)),
        session('signed_in_at', '<=', ago(SESSION_ABSOLUTE_MS)),
      ]),
    )
    .execute();
}
