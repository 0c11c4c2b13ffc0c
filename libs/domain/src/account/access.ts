import type { Actor, Role } from '../kernel/event.js';
import { type EnrolledGroup, OPERATOR_GROUPS, REFERRER_GROUPS } from '../kernel/terms.js';

/** What is known of a person when their role is decided. */
export interface Membership {
  readonly companyId: number | null;
  readonly admin: boolean;
  readonly groups: readonly string[];
}

/** The operator’s employees in this group monitor and audit. They do not work tasks. */
export const OPS_GROUP: EnrolledGroup = 'Ops';

/** The groups that people of a company can be enrolled in. */
export function groupsOf(companyId: number | null, operatorId: number): readonly string[] {
  if (companyId === null) return [];
  return companyId === operatorId ? OPERATOR_GROUPS : REFERRER_GROUPS;
}

/** `operatorId`: the company that runs the portal. */
export function roleOf({ companyId, admin, groups }: Membership, operatorId: number): Role {
  if (admin) return 'admin';
  if (companyId !== operatorId) return 'referrer';
  return groups.includes(OPS_GROUP) ? 'ops' : 'staff';
}

/** The owners of a referral. */
export interface ReferralOwnership {
  /** The referrer's company at the time of submission; null for an anonymous submitter. */
  readonly companyId: number | null;
  /** Null for an anonymous submitter. */
  readonly submitterUserId: string | null;
}

const INSIDERS: readonly Role[] = ['staff', 'ops', 'admin', 'system'];

/**
 * The whole referral, with its member. A referrer reads what they submitted when signed in, and what their company did. An e-mail
 * address that is typed into a form proves nothing: with a typing error it would show the member to a stranger (decision 0015).
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

/** Who may manage accounts: an admin everybody's, a company's site administrator those of their own company. Admins they only see. */
export interface Administrator {
  readonly role: Role;
  readonly companyId: number | null;
  readonly siteAdmin: boolean;
}

/** Their company alone, unless they are an admin. */
export const mayManageSomeAccounts = ({ role, siteAdmin }: Pick<Administrator, 'role' | 'siteAdmin'>): boolean =>
  role === 'admin' || siteAdmin;

interface OfCompany {
  readonly companyId: number | null;
}

export const maySeeAccount = (by: Administrator, { companyId }: OfCompany): boolean =>
  mayAdminister(by) || (by.siteAdmin && by.companyId !== null && by.companyId === companyId);

export const mayManageAccount = (by: Administrator, account: OfCompany & { readonly admin: boolean }): boolean =>
  mayAdminister(by) || (maySeeAccount(by, account) && !account.admin);
