import { type Account, isActive, switchesOf } from './account.js';
import type { AccountRights, Profile } from './account.events.js';

/* The values of an account that administrators replace, or that their acts depend on (docs/decisions/0101). */

export interface Enrolled {
  readonly groups: readonly string[];
}

export interface Belonging {
  readonly companyId: number | null;
  /** The claimed company, until an admin has confirmed it. */
  readonly claimedCompanyId: number | null;
}

/** The managed values by field, with whether the account is active, and how often that was changed. */
export const managedValuesOf = (account: Account) => ({
  ...profileOf(account),
  ...enrolledOf(account),
  ...rightsOf(account),
  ...belongingOf(account),
  active: isActive(account),
  switches: switchesOf(account),
});

export const profileOf = ({ firstName, lastName, primaryPhone, secondaryPhone = null }: Account): Profile => ({
  firstName,
  lastName,
  primaryPhone,
  secondaryPhone,
});
export const enrolledOf = ({ groups }: Account): Enrolled => ({ groups });
export const rightsOf = ({ admin, siteAdmin = false }: Account): AccountRights => ({ admin, siteAdmin });
export const belongingOf = ({ companyId, claimedCompanyId = null }: Account): Belonging => ({
  companyId,
  claimedCompanyId,
});
