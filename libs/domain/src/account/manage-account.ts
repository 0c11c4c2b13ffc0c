import { type Command, DomainError, unreachable } from '../kernel/decider.js';
import { groupsOf } from './access.js';
import { type Account, nextAct, type PendingAct } from './account.js';
import type { AccountEvent, Colleague, Profile, ProviderActSettled, SignInAct } from './account.events.js';

interface Reasoned {
  readonly reason: string;
}

/** Facts for what may take a right away. */
interface TakesRights {
  /** User id of the administrator; null for the system. */
  readonly by: string | null;
  /** How many admins there are besides the person of the account. */
  readonly otherAdmins: number;
}

/** Who gets the open tasks of somebody who no longer works any; null or left out: the queue. */
interface HandsOnTasks {
  readonly tasksTo?: Colleague | null;
}

interface InCompanies {
  readonly operatorId: number;
}

export type ChangeProfile = Command<'ChangeProfile', Profile & Reasoned>;
export type ChangeGroups = Command<'ChangeGroups', { readonly groups: readonly string[] } & Reasoned & InCompanies>;
export type ChangeRole = Command<
  'ChangeRole',
  { readonly admin: boolean; readonly siteAdmin: boolean } & Reasoned & TakesRights & InCompanies
>;
/** Confirms a claimed company, refuses the claim (null), or moves the person to another company. */
export type AssignCompany = Command<
  'AssignCompany',
  { readonly companyId: number | null } & Reasoned & HandsOnTasks & InCompanies
>;
export type DeactivateAccount = Command<'DeactivateAccount', Reasoned & HandsOnTasks & TakesRights>;
export type ReactivateAccount = Command<'ReactivateAccount', Reasoned>;
export type OrderSignInAct = Command<'OrderSignInAct', { readonly act: SignInAct } & Reasoned>;
export type SettleProviderAct = Command<'SettleProviderAct', ProviderActSettled['data']>;

export type ManageAccount =
  | ChangeProfile
  | ChangeGroups
  | ChangeRole
  | AssignCompany
  | DeactivateAccount
  | ReactivateAccount
  | OrderSignInAct
  | SettleProviderAct;

/** Decides on an account that exists. */
export function manageAccount(account: Account, command: ManageAccount): readonly AccountEvent[] {
  const actNumber = nextAct(account);
  switch (command.type) {
    case 'ChangeProfile':
      return isSameProfile(account, command.data)
        ? []
        : [{ type: 'ProfileChanged', data: { ...command.data, actNumber } }];
    case 'ChangeGroups':
      return changeGroups(account, command.data);
    case 'ChangeRole':
      return changeRole(account, command.data);
    case 'AssignCompany':
      return assignCompany(account, command.data);
    case 'DeactivateAccount': {
      const { reason, tasksTo, ...facts } = command.data;
      if (account.deactivated) return [];
      if (facts.by === account.userId) throw new DomainError('account/own-account', 'You cannot deactivate yourself.');
      refuseLastAdmin(account, facts);
      return [{ type: 'AccountDeactivated', data: { reason, actNumber, ...handedTo(tasksTo) } }];
    }
    case 'ReactivateAccount':
      return account.deactivated
        ? [{ type: 'AccountReactivated', data: { reason: command.data.reason, actNumber } }]
        : [];
    case 'OrderSignInAct':
      if (account.deactivated) {
        throw new DomainError('account/deactivated', 'The account is deactivated. Reactivate it first.');
      }
      return [{ type: 'SignInActOrdered', data: { ...command.data, actNumber } }];
    case 'SettleProviderAct':
      return isPending(account, command.data) ? [{ type: 'ProviderActSettled', data: command.data }] : [];
    default:
      return unreachable(command);
  }
}

function changeGroups(account: Account, { groups, reason, operatorId }: ChangeGroups['data']): readonly AccountEvent[] {
  const offered = groupsOf(account.companyId, operatorId);
  const chosen = [...new Set(groups)].sort();
  // A group that the person has already may stay, although it is not offered any more.
  if (chosen.some((group) => !offered.includes(group) && !account.groups.includes(group))) {
    throw new DomainError('account/unknown-group', 'The person’s company has no such group.');
  }
  const isSame = chosen.join('\n') === [...account.groups].sort().join('\n');
  return isSame ? [] : [{ type: 'GroupsChanged', data: { groups: chosen, reason } }];
}

function changeRole(
  account: Account,
  { admin, siteAdmin, reason, operatorId, ...facts }: ChangeRole['data'],
): readonly AccountEvent[] {
  const was = { admin: account.admin, siteAdmin: account.siteAdmin ?? false };
  if (admin === was.admin && siteAdmin === was.siteAdmin) return [];
  if (!admin && account.admin) {
    if (facts.by === account.userId) {
      throw new DomainError('account/own-admin-right', 'You cannot take away your own administrator right.');
    }
    refuseLastAdmin(account, facts);
  }
  if (siteAdmin && (account.companyId === null || account.companyId === operatorId)) {
    throw new DomainError(
      'account/no-site',
      'Only somebody of another company than the operator’s can be its site administrator.',
    );
  }
  return [{ type: 'RoleChanged', data: { admin, siteAdmin, was, reason } }];
}

function assignCompany(
  account: Account,
  { companyId, reason, tasksTo, operatorId }: AssignCompany['data'],
): readonly AccountEvent[] {
  const claimed = account.claimedCompanyId ?? null;
  if (companyId === account.companyId && claimed === null) return [];
  const offered = groupsOf(companyId, operatorId);
  const groups = account.groups.filter((group) => companyId === account.companyId || offered.includes(group));
  return [{ type: 'CompanyAssigned', data: { companyId, claimed, groups, reason, ...handedTo(tasksTo) } }];
}

const handedTo = (tasksTo: Colleague | null = null) => (tasksTo === null ? {} : { tasksTo });

function refuseLastAdmin({ admin, deactivated }: Account, { otherAdmins }: TakesRights): void {
  if (admin && !deactivated && otherAdmins === 0) {
    throw new DomainError('account/last-admin', 'This is the last administrator. Make somebody else one first.');
  }
}

const isSameProfile = (account: Account, profile: Profile): boolean =>
  account.firstName === profile.firstName &&
  account.lastName === profile.lastName &&
  account.primaryPhone === profile.primaryPhone &&
  (account.secondaryPhone ?? null) === profile.secondaryPhone;

const isPending = ({ pendingActs = [] }: Account, { actNumber }: Pick<PendingAct, 'actNumber'>): boolean =>
  pendingActs.some((pending) => pending.actNumber === actNumber);
