import type { Actor, Role } from '../kernel/event.js';
import { type EnrolledGroup, isOperator, OPERATOR_GROUPS, REFERRER_GROUPS } from '../kernel/terms.js';

/** The facts about a person that decide their role. */
export interface Membership {
  readonly companyId: number | null;
  readonly admin: boolean;
  readonly groups: readonly string[];
}

/** Employees of the operator in this group monitor and audit. They do not work tasks. */
export const OPS_GROUP: EnrolledGroup = 'Ops';

/** The groups that people of a company can be enrolled in. */
export function groupsOf(companyId: number | null, operatorId: number): readonly string[] {
  if (companyId === null) return [];
  return isOperator(companyId, operatorId) ? OPERATOR_GROUPS : REFERRER_GROUPS;
}

/** `operatorId` is the company that runs the portal. */
export function roleOf({ companyId, admin, groups }: Membership, operatorId: number): Role {
  if (admin) return 'admin';
  if (!isOperator(companyId, operatorId)) return 'referrer';
  return groups.includes(OPS_GROUP) ? 'ops' : 'staff';
}

/** Who owns a referral. */
export interface ReferralOwnership {
  /** The referrer's company at the time of submission; null for an anonymous submitter. */
  readonly companyId: number | null;
  /** Null for an anonymous submitter. */
  readonly submitterUserId: string | null;
}

const INSIDERS: readonly Role[] = ['staff', 'ops', 'admin', 'system'];

/**
 * Whether the actor may read the whole referral, with its member. A referrer reads what they submitted while signed in, and what their
 * company submitted. An e-mail address that is typed into a form proves nothing: a typing error would show the member to a stranger
 * (decision 0015).
 */
export function mayReadReferral(actor: Actor, referral: ReferralOwnership): boolean {
  if (INSIDERS.includes(actor.role)) return true;
  if (actor.role !== 'referrer') return false;
  const sameUser = actor.userId !== null && actor.userId === referral.submitterUserId;
  const sameCompany = actor.companyId !== null && actor.companyId === referral.companyId;
  return sameUser || sameCompany;
}

type WithRole = Pick<Actor, 'role'>;

export const mayWorkTasks = ({ role }: WithRole): boolean => role === 'staff' || role === 'admin';

export const maySeeQueue = (actor: WithRole): boolean => mayWorkTasks(actor) || actor.role === 'ops';

export const mayImportMembers = ({ role }: WithRole): boolean => role === 'admin';

export const mayAdminister = ({ role }: WithRole): boolean => role === 'admin';

export const mayAudit = ({ role }: WithRole): boolean => role === 'ops' || role === 'admin';

/**
 * Who may manage accounts: an admin manages everybody's, a site administrator those of their own company. Site administrators see admins
 * but cannot change them.
 */
export interface Administrator {
  readonly role: Role;
  readonly companyId: number | null;
  readonly siteAdmin: boolean;
}

/** A site administrator manages their own company alone; an admin manages all. */
export const mayManageSomeAccounts = ({ role, siteAdmin }: Pick<Administrator, 'role' | 'siteAdmin'>): boolean =>
  role === 'admin' || siteAdmin;

interface OfCompany {
  readonly companyId: number | null;
}

export const maySeeAccount = (by: Administrator, { companyId }: OfCompany): boolean =>
  mayAdminister(by) || (by.siteAdmin && by.companyId !== null && by.companyId === companyId);

export const mayManageAccount = (by: Administrator, account: OfCompany & { readonly admin: boolean }): boolean =>
  mayAdminister(by) || (maySeeAccount(by, account) && !account.admin);
