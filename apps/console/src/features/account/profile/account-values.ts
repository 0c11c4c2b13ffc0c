import type { AdminAct, User } from '@throughline/contracts';
import { adminActsOn } from '../../../meanwhile/acts.js';

/* The values of an account that administrators replace, by the names that the API uses. */

export const profileOf = ({ firstName, lastName, primaryPhone, secondaryPhone }: User) => ({
  firstName,
  lastName,
  primaryPhone,
  secondaryPhone,
});
export const enrolledOf = ({ groups }: User) => ({ groups: groups.map(({ name }) => name) });
export const rightsOf = ({ admin, siteAdmin }: User) => ({ admin, siteAdmin });
export const belongingOf = ({ company, claimedCompany }: User) => ({
  companyId: company?.id ?? null,
  claimedCompanyId: claimedCompany?.id ?? null,
});

/** Whether the person is active, and how often that has changed. */
export const switchedOf = ({ active, switches }: User) => ({ active: { active, switches } });

/** The values that matter to an author who gives rights: whether the person is active, and their company. */
export const activeAndCompanyOf = ({ active, company }: User) => ({ active, companyId: company?.id ?? null });

/** The values that an event on an account sets; null if it sets none. */
function valuesAfter({ type, data }: AdminAct['event']): Values | null {
  switch (type) {
    case 'ProfileChanged': {
      const { firstName, lastName, primaryPhone, secondaryPhone } = data;
      return { firstName, lastName, primaryPhone, secondaryPhone };
    }
    case 'GroupsChanged':
      return { groups: data.groups };
    case 'RoleChanged':
      return { admin: data.admin, siteAdmin: data.siteAdmin };
    case 'CompanyAssigned':
      return { companyId: data.companyId, claimedCompanyId: null, groups: data.groups, siteAdmin: false };
    case 'AccountDeactivated':
      return { active: false };
    case 'AccountReactivated':
      return { active: true };
    default:
      return null;
  }
}

export type ValueName = keyof (ReturnType<typeof profileOf> &
  ReturnType<typeof enrolledOf> &
  ReturnType<typeof rightsOf> &
  ReturnType<typeof belongingOf> &
  ReturnType<typeof switchedOf>);
type Switched = ReturnType<typeof switchedOf>['active'];
export type Values = Readonly<
  Partial<Record<ValueName, string | number | boolean | null | readonly string[] | Switched>>
>;

/** The acts on the person. */
export const actsOn = ({ id }: User) => adminActsOn({ person: id }, valuesAfter);
