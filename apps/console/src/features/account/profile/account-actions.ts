import type { User } from '@throughline/contracts';

/** The actions that an administrator can take on an account. Each has a dialog that asks for the reason. */
export const ACCOUNT_ACTIONS = [
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
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** Actions for a person who has chosen a password. */
const ALWAYS: readonly AccountAction[] = ['end-sessions', 'remove-factors'];
const OF_PASSWORD: readonly AccountAction[] = ['reset-password', 'expire-password', ...ALWAYS];

/** The actions that the identity provider accepts, by the state of the sign-in. */
const ACTIONS_IN: Readonly<Record<SignInState, readonly AccountAction[]>> = {
  invited: ['invite'],
  // A lock may apply to one browser only, and the provider does not report such locks.
  active: ['unlock', ...OF_PASSWORD],
  locked: ['unlock', ...OF_PASSWORD],
  'password-expired': ['reset-password', ...ALWAYS],
  'password-reset': ['reset-password', ...ALWAYS],
  deactivated: [],
};

type SignInState = NonNullable<User['signInState']>;

/** The actions that `me` can take on the account, except the edit buttons. The API checks the same rules and more. */
export function availableActions(account: User, me: User): readonly AccountAction[] {
  if (!me.admin && !isSiteOf(me, account)) return [];
  if (!account.active) return me.admin ? ['reactivate'] : [];
  const deactivate: readonly AccountAction[] = account.id === me.id ? [] : ['deactivate'];
  if (!me.admin) return deactivate;
  return [...(account.signInState === null ? OF_PASSWORD : ACTIONS_IN[account.signInState]), ...deactivate];
}

const isSiteOf = (me: User, account: User): boolean =>
  me.siteAdmin && me.company !== null && me.company.id === account.company?.id && !account.admin;

export const nameOf = ({ firstName, lastName, email }: User): string => `${firstName} ${lastName}`.trim() || email;
