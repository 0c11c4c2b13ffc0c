import type { User } from './account.contract.js';
import { isWhole } from '../search/search-text.js';

/*
 * The words in which the list of people shows what an account may do, and whether its person can sign in. The page shows them, and the
 * server searches by them.
 */

type Rights = Pick<User, 'admin' | 'siteAdmin' | 'role'>;

const ROLE_WORDS: Readonly<Record<User['role'], string>> = {
  referrer: 'Referrer',
  staff: 'Employee',
  ops: 'Ops',
  admin: 'Administrator',
};
const SITE_ADMIN = 'Site administrator';

/** The role in words. */
export function roleWords({ admin, siteAdmin, role }: Rights): string {
  if (admin) return ROLE_WORDS.admin;
  return siteAdmin ? SITE_ADMIN : ROLE_WORDS[role];
}

/** The rights that are shown in these words; undefined: no rights are. */
export function typedRole(typed: string): User['role'] | 'site-admin' | undefined {
  if (isWhole(SITE_ADMIN, typed)) return 'site-admin';
  return (Object.keys(ROLE_WORDS) as User['role'][]).find((role) => isWhole(ROLE_WORDS[role], typed));
}

const SIGN_IN_STATE_WORDS: Readonly<Record<NonNullable<User['signInState']>, string>> = {
  invited: 'Invited',
  active: 'Active',
  locked: 'Locked',
  'password-expired': 'Password expired',
  'password-reset': 'Password reset mailed',
  deactivated: 'Deactivated',
};

/** Whether the person can sign in, in words. */
export const stateWords = ({ active, signInState }: Pick<User, 'active' | 'signInState'>): string =>
  active
    ? signInState === null
      ? 'Not known now'
      : SIGN_IN_STATE_WORDS[signInState]
    : SIGN_IN_STATE_WORDS.deactivated;

/** The state that is shown in these words; undefined: no state is. */
export const typedState = (typed: string): NonNullable<User['signInState']> | undefined =>
  (Object.keys(SIGN_IN_STATE_WORDS) as NonNullable<User['signInState']>[]).find((state) =>
    isWhole(SIGN_IN_STATE_WORDS[state], typed),
  );

/** The company that a person claims to work for, until an administrator confirms it. */
export const claimWords = (company: { readonly name: string }): string => `Says: ${company.name}`;
