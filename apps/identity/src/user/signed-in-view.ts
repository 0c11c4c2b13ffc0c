import type { User } from './user.js';

/** A person as Okta's sign-in answers show them to their own browser. */
export function signedInView({ id, password_changed_at, profile }: User) {
  const { login, firstName, lastName } = profile;
  return {
    id,
    passwordChanged: password_changed_at,
    profile: { login, firstName, lastName, locale: 'en_US', timeZone: 'America/Chicago' },
  };
}
