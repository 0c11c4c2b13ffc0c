import type { User } from '@throughline/contracts';

/** What an administrator does to an account. Each opens a dialog, which asks for the reason. */
export const ACCOUNT_ACTS = [
  'profile',
  'groups',
  'role',
  'company',
  'reset-password',
  'expire-password',
  'unlock',
  'end-sessions',
  'deactivate',
  'reactivate',
] as const;
export type AccountAct = (typeof ACCOUNT_ACTS)[number];

export const ACT_LABELS: Readonly<Record<AccountAct, string>> = {
  profile: 'Edit profile',
  groups: 'Edit groups',
  role: 'Change role',
  company: 'Change company',
  'reset-password': 'Mail a password reset',
  'expire-password': 'Expire password',
  unlock: 'Unlock',
  'end-sessions': 'End all sessions',
  deactivate: 'Deactivate',
  reactivate: 'Reactivate',
};

const OF_ACTIVE: readonly AccountAct[] = ['reset-password', 'expire-password', 'unlock', 'end-sessions', 'deactivate'];

/** What this person may do to that account, beside the pencils. The API asks the same and more. */
export function actsOn(account: User, me: User): readonly AccountAct[] {
  if (!me.admin && !isSiteOf(me, account)) return [];
  if (!account.active) return me.admin ? ['reactivate'] : [];
  const isOther = account.id !== me.id;
  if (!me.admin) return isOther ? ['deactivate'] : [];
  return OF_ACTIVE.filter((act) => act !== 'deactivate' || isOther);
}

const isSiteOf = (me: User, account: User): boolean =>
  me.siteAdmin && me.company !== null && me.company.id === account.company?.id && !account.admin;

export const nameOf = ({ firstName, lastName, email }: User): string => `${firstName} ${lastName}`.trim() || email;

/** The role in words. */
export function roleWords({ admin, siteAdmin, role }: User): string {
  if (admin) return 'Administrator';
  if (siteAdmin) return 'Site administrator';
  return { referrer: 'Referrer', staff: 'Employee', ops: 'Ops', admin: 'Administrator' }[role];
}
