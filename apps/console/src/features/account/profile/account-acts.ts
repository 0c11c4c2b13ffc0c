import type { User } from '@throughline/contracts';

/** What an administrator does to an account. Each opens a dialog, which asks for the reason. */
export const ACCOUNT_ACTS = [
  'profile',
  'groups',
  'role',
  'company',
  'reset-password',
  'invite',
  'expire-password',
  'unlock',
  'end-sessions',
  'remove-factors',
  'deactivate',
  'reactivate',
] as const;
export type AccountAct = (typeof ACCOUNT_ACTS)[number];

/** Of somebody who chose a password. */
const ALWAYS: readonly AccountAct[] = ['end-sessions', 'remove-factors'];
const OF_PASSWORD: readonly AccountAct[] = ['reset-password', 'expire-password', ...ALWAYS];

/** What is asked of the identity provider, by what it says of the person. */
const ACTS_IN: Readonly<Record<SignInState, readonly AccountAct[]>> = {
  invited: ['invite'],
  // A lock can be one of a browser alone, which the provider does not tell.
  active: ['unlock', ...OF_PASSWORD],
  locked: ['unlock', ...OF_PASSWORD],
  'password-expired': ['reset-password', ...ALWAYS],
  'password-reset': ['reset-password', ...ALWAYS],
  deactivated: [],
};

type SignInState = NonNullable<User['signInState']>;

/** What this person may do to that account, beside the pencils. The API asks the same and more. */
export function actsOn(account: User, me: User): readonly AccountAct[] {
  if (!me.admin && !isSiteOf(me, account)) return [];
  if (!account.active) return me.admin ? ['reactivate'] : [];
  const deactivate: readonly AccountAct[] = account.id === me.id ? [] : ['deactivate'];
  if (!me.admin) return deactivate;
  return [...(account.signInState === null ? OF_PASSWORD : ACTS_IN[account.signInState]), ...deactivate];
}

const isSiteOf = (me: User, account: User): boolean =>
  me.siteAdmin && me.company !== null && me.company.id === account.company?.id && !account.admin;

export const nameOf = ({ firstName, lastName, email }: User): string => `${firstName} ${lastName}`.trim() || email;
