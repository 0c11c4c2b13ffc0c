import type { AdminAct, User } from '@throughline/contracts';
import type { ActsOn } from '../../../meanwhile/changed-meanwhile.js';

/* The values of an account that administrators replace, as the acts name them. */

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

/** Whether the person is active, and to which company they belong: who gives a right knows both. */
export const standingOf = ({ active, company }: User) => ({ active, companyId: company?.id ?? null });

type EventType = AdminAct['event']['type'];

/** The events that change each value. */
const CHANGED_BY = {
  firstName: ['ProfileChanged'],
  lastName: ['ProfileChanged'],
  primaryPhone: ['ProfileChanged'],
  secondaryPhone: ['ProfileChanged'],
  groups: ['GroupsChanged', 'CompanyAssigned'],
  admin: ['RoleChanged'],
  siteAdmin: ['RoleChanged', 'CompanyAssigned'],
  companyId: ['CompanyAssigned'],
  claimedCompanyId: ['CompanyAssigned'],
  active: ['AccountDeactivated', 'AccountReactivated'],
} as const satisfies Record<string, readonly EventType[]>;

export type ValueName = keyof typeof CHANGED_BY;
type Switched = ReturnType<typeof switchedOf>['active'];
export type Values = Readonly<
  Partial<Record<ValueName, string | number | boolean | null | readonly string[] | Switched>>
>;

/** The acts on the person that changed one of these values. */
export function actsOn({ id }: User, { changed }: { readonly changed: readonly string[] }): ActsOn {
  const events = changed.flatMap((name): readonly EventType[] => CHANGED_BY[name as ValueName]);
  return { question: { person: id }, isOne: ({ type }: AdminAct['event']) => events.includes(type) };
}
