import { byWhom } from '../kernel/changes-in-words.js';
import { type Command, DomainError, unreachable } from '../kernel/decider.js';
import { Forestalled } from '../kernel/forestalled.js';
import { changesSameTurn, isSame, requireAsSeen, revise, reviseTogether } from '../kernel/meanwhile.js';
import { isOperator } from '../kernel/terms.js';
import { groupsOf } from './access.js';
import { type Account, isActive, nextAct, type PendingAct, switchesOf } from './account.js';
import { type Belonging, belongingOf, type Enrolled, enrolledOf, profileOf, rightsOf } from './managed-values.js';
import type {
  AccountEvent,
  AccountRights,
  Colleague,
  Profile,
  ProviderActSettled,
  SignInAct,
} from './account.events.js';

interface Reasoned {
  readonly reason: string;
}

/** Facts that an act needs which may take a right away. */
interface TakesRights {
  /** User id of the administrator; null for the system. */
  readonly by: string | null;
  /** How many admins there are besides the person of the account. */
  readonly otherAdmins: number;
}

/** Who gets the open tasks of somebody who no longer works any; null or left out: the queue. */
interface ReassignsTasks {
  readonly tasksTo?: Colleague | null;
}

interface InCompanies {
  readonly operatorId: number;
}

/** The values of the account as the administrator's screen showed them. */
interface Seen<Values> {
  readonly seen: Values;
}

export type ChangeProfile = Command<'ChangeProfile', Profile & Seen<Profile> & Reasoned>;
/** The company decides which groups there are. */
export type ChangeGroups = Command<
  'ChangeGroups',
  Enrolled & Seen<Enrolled & RightsDependOn> & Reasoned & ReassignsTasks & InCompanies
>;
/** Depends on the company and on whether the person is active, both as the author saw them. */
export type ChangeRole = Command<
  'ChangeRole',
  AccountRights & Seen<AccountRights & RightsDependOn> & Reasoned & TakesRights & InCompanies
>;
type RightsDependOn = Pick<Belonging, 'companyId'> & { readonly active: boolean };
/** A move to another company takes the right of a site administrator, and the groups that the other company does not have. */
type MoveDependsOn = AccountRights & Enrolled & Pick<RightsDependOn, 'active'>;
/** Confirms a claimed company, refuses the claim (null), or moves the person to another company. */
export type AssignCompany = Command<
  'AssignCompany',
  Pick<Belonging, 'companyId'> &
    Seen<Belonging & MoveDependsOn> &
    Reasoned &
    ReassignsTasks &
    InCompanies &
    Pick<TakesRights, 'by'>
>;
/** Deactivates an account that has been active ever since the author saw it, and that has the rights that they saw. */
export type DeactivateAccount = Command<
  'DeactivateAccount',
  Seen<Switches & Standing> & Reasoned & ReassignsTasks & TakesRights
>;
/** Takes back the deactivation that the author saw, and no later one. It gives back the rights that they saw, and no others. */
export type ReactivateAccount = Command<'ReactivateAccount', Seen<Switches & Standing> & Reasoned>;
type Standing = AccountRights & Enrolled & Pick<Belonging, 'companyId'>;
type Switches = Required<Pick<Account, 'switches'>>;
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
    case 'ChangeProfile': {
      const { seen, reason, ...wanted } = command.data;
      const now = profileOf(account);
      const profile = revise('account', { now, wanted, seen });
      return isSame(profile, now) ? [] : [{ type: 'ProfileChanged', data: { ...profile, reason, actNumber } }];
    }
    case 'ChangeGroups':
      return changeGroups(account, command.data);
    case 'ChangeRole':
      return changeRole(account, command.data);
    case 'AssignCompany':
      return assignCompany(account, command.data);
    case 'DeactivateAccount': {
      const { reason, tasksTo, seen, ...facts } = command.data;
      if (!switches(account, { wanted: false, seen })) return [];
      if (facts.by === account.userId) throw new DomainError('account/own-account', 'You cannot deactivate yourself.');
      refuseLastAdmin(account, facts);
      return [{ type: 'AccountDeactivated', data: { reason, actNumber, ...handedTo(tasksTo) } }];
    }
    case 'ReactivateAccount': {
      const { reason, seen } = command.data;
      return switches(account, { wanted: true, seen })
        ? [{ type: 'AccountReactivated', data: { reason, actNumber } }]
        : [];
    }
    case 'OrderSignInAct':
      if (account.deactivated) {
        throw new Forestalled(
          'account/deactivated',
          (change) =>
            change
              ? `The account was deactivated by ${byWhom(change)} on ${change.when}. Reactivate it first.`
              : 'The account is deactivated. Reactivate it first.',
          ({ type }) => type === 'AccountDeactivated',
        );
      }
      return [{ type: 'SignInActOrdered', data: { ...command.data, actNumber } }];
    case 'SettleProviderAct':
      return isPending(account, command.data) ? [{ type: 'ProviderActSettled', data: command.data }] : [];
    default:
      return unreachable(command);
  }
}

/** Whether the act has something to do. False: the account is active, or deactivated, as wanted already. */
function switches(
  account: Account,
  { wanted, seen: { switches: turn, ...seen } }: { readonly wanted: boolean } & Seen<Switches & Standing>,
): boolean {
  const now = isActive(account);
  if (!changesSameTurn('account', { path: 'active', now, wanted, turn: switchesOf(account), seen: turn })) return false;
  requireAsSeen<Standing>('account', {
    now: { ...rightsOf(account), ...enrolledOf(account), companyId: account.companyId },
    seen,
  });
  return true;
}

function changeGroups(
  account: Account,
  { groups, seen, reason, tasksTo, operatorId }: ChangeGroups['data'],
): readonly AccountEvent[] {
  const offered = groupsOf(account.companyId, operatorId);
  const now = enrolledOf(account);
  const wanted = { groups: [...new Set(groups)] };
  const { companyId } = account;
  const revised = revise<Enrolled, RightsDependOn>('account', {
    now: { ...now, companyId, active: isActive(account) },
    wanted,
    seen,
  });
  const chosen = [...revised.groups].sort();
  // A group that the person is in already may stay, although it is no longer offered.
  if (chosen.some((group) => !offered.includes(group) && !account.groups.includes(group))) {
    throw new DomainError('account/unknown-group', 'The person’s company has no such group.');
  }
  return isSame(revised, now)
    ? []
    : [{ type: 'GroupsChanged', data: { groups: chosen, reason, ...handedTo(tasksTo) } }];
}

function changeRole(
  account: Account,
  { reason, operatorId, seen, by, otherAdmins, ...wanted }: ChangeRole['data'],
): readonly AccountEvent[] {
  const was = rightsOf(account);
  const now = { ...was, companyId: account.companyId, active: isActive(account) };
  const { admin, siteAdmin } = reviseTogether<AccountRights, RightsDependOn>('account', { now, wanted, seen });
  if (isSame({ admin, siteAdmin }, was)) return [];
  if (!admin && account.admin) {
    if (by === account.userId) {
      throw new DomainError('account/own-admin-right', 'You cannot take away your own administrator right.');
    }
    refuseLastAdmin(account, { otherAdmins });
  }
  if (siteAdmin && (account.companyId === null || isOperator(account.companyId, operatorId))) {
    throw new DomainError(
      'account/no-site',
      'Only somebody of another company than the operator’s can be its site administrator.',
    );
  }
  return [{ type: 'RoleChanged', data: { admin, siteAdmin, was, reason } }];
}

function assignCompany(
  account: Account,
  { seen, reason, tasksTo, operatorId, by, ...to }: AssignCompany['data'],
): readonly AccountEvent[] {
  const now = belongingOf(account);
  const wanted = { companyId: to.companyId, claimedCompanyId: null };
  const { companyId, claimedCompanyId } = reviseTogether<Belonging, MoveDependsOn>('account', {
    now: { ...now, ...rightsOf(account), ...enrolledOf(account), active: isActive(account) },
    wanted,
    seen,
  });
  if (isSame({ companyId, claimedCompanyId }, now)) return [];
  if (by === account.userId && now.companyId !== null && companyId !== now.companyId) {
    throw new DomainError('account/own-company', 'You cannot take away your own company.');
  }
  const claimed = now.claimedCompanyId;
  const offered = groupsOf(companyId, operatorId);
  const groups = account.groups.filter((group) => companyId === account.companyId || offered.includes(group));
  return [{ type: 'CompanyAssigned', data: { companyId, claimed, groups, reason, ...handedTo(tasksTo) } }];
}

const handedTo = (tasksTo: Colleague | null = null) => (tasksTo === null ? {} : { tasksTo });

function refuseLastAdmin({ admin, deactivated }: Account, { otherAdmins }: Pick<TakesRights, 'otherAdmins'>): void {
  if (admin && !deactivated && otherAdmins === 0) {
    throw new DomainError('account/last-admin', 'This is the last administrator. Make somebody else one first.');
  }
}

const isPending = ({ pendingActs = [] }: Account, { actNumber }: Pick<PendingAct, 'actNumber'>): boolean =>
  pendingActs.some((pending) => pending.actNumber === actNumber);
