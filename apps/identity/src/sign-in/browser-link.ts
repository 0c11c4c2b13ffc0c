import type { Mail } from '@throughline/platform';
import type { IdentityProvider } from '../identity-provider.js';
import { queueMail } from '../mail/queue-mail.js';
import { hashOf, randomSecret } from '../secret.js';
import { findUserById, maySignIn } from '../user/user.js';
import { translateFor, type UserProfile } from '../user/user-profile.js';

const MINUTE_MS = 60_000;
const LINK_LIFETIME_MS = 30 * MINUTE_MS;
/** Repeated attempts cause at most one mail in this time. */
const MAIL_INTERVAL_MS = 10 * MINUTE_MS;

/** Relative to the provider's origin. */
export const BROWSER_LINK_PATH = '/api/v1/authn/browser';

/**
 * Mails a link to an owner who gave the right password when the outcome may not be disclosed; null: the password was wrong, and nobody is
 * mailed. The browser that opens the link is known from then on. Sends at most one mail in ten minutes, over all processes. `db` must
 * belong to a transaction.
 */
export async function mailBrowserLink(provider: IdentityProvider, userId: string | null): Promise<void> {
  const user = userId === null ? undefined : await findUserById(provider, userId);
  if (user === undefined || !maySignIn(user)) return;
  const { db, issuer } = provider;
  const token = randomSecret();
  const at = provider.now();
  const link = {
    token_hash: hashOf(token),
    issued_at: at,
    expires_at: new Date(at.getTime() + LINK_LIFETIME_MS),
  };
  const issued = await db
    .insertInto('browser_link')
    .values({ user_id: user.id, ...link })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(link)
        .where(({ eb, or }) =>
          or([
            eb('browser_link.issued_at', '<=', new Date(at.getTime() - MAIL_INTERVAL_MS)),
            // The clock has been set back since the last mail.
            eb('browser_link.issued_at', '>', at),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (issued === undefined) return;
  const mail = browserLinkMail(user.profile, new URL(issuer).origin, token);
  await queueMail(provider, 'browser-link', mail, LINK_LIFETIME_MS);
}

/**
 * The login of the account that the link belongs to; undefined if the link has expired. Opening the link does not use it up, because a
 * program may check mail before its reader does.
 */
export async function loginOfBrowserLink({ db, now }: IdentityProvider, token: string): Promise<string | undefined> {
  const link = await db
    .selectFrom('browser_link')
    .innerJoin('user', 'user.id', 'browser_link.user_id')
    .select('user.login_key')
    .where('browser_link.token_hash', '=', hashOf(token))
    .where('browser_link.expires_at', '>', now())
    .where('user.status', '=', 'ACTIVE')
    .executeTakeFirst();
  return link?.login_key;
}

function browserLinkMail(profile: UserProfile, origin: string, token: string): Mail {
  const t = translateFor(profile);
  return {
    to: profile.email,
    subject: t('browserLinkSubject'),
    text: t('browserLink', { link: `${origin}${BROWSER_LINK_PATH}/${token}` }),
    messageId: `browser.${hashOf(token).slice(0, 22)}@${new URL(origin).hostname}`,
  };
}
