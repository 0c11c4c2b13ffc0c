import { COMPANIES, SIGN_IN_ACTS } from '@throughline/domain';
import { z } from 'zod';
import { language, user } from './account.contract.js';
import { doesNotExist, listQuery, readQuery } from '../envelope.contract.js';
import { US_STATES } from '../order/choices.js';
import {
  filledIn,
  optionalPhone,
  optionalText,
  reason,
  replacing,
  requiredEmail,
  requiredText,
} from '../order/fields.js';
import { wholeNumber } from '../search/whole-number.js';

export const ACCOUNT_FILTERS = ['all', 'active', 'deactivated', 'claims', 'admins', 'site-admins'] as const;

/** The id of an existing company. Any other id is refused, because its people and groups would be listed as an empty list. */
const companyIdOf = (name: string) =>
  wholeNumber({ error: doesNotExist(name) })
    .refine((id) => COMPANIES.some((company) => company.id === id), doesNotExist(name))
    .optional();

/** GET /users/groups/{id} */
export const listGroupsQuery = readQuery.extend({ company: companyIdOf('company') });

/** GET /users */
export const listUsersQuery = listQuery.extend({
  filter: z.enum(ACCOUNT_FILTERS).default('all'),
  companyId: companyIdOf('companyId'),
});
export const userList = z.object({ rows: z.array(user), rowCount: z.number() });
export type UserList = z.infer<typeof userList>;

export const profileBody = replacing(
  {
    firstName: requiredText('First Name'),
    lastName: requiredText('Last Name'),
    primaryPhone: optionalPhone('Primary phone'),
    secondaryPhone: optionalPhone('Secondary phone'),
  },
  user.pick({ firstName: true, lastName: true, primaryPhone: true, secondaryPhone: true }).shape,
);

const GROUP_NOT_VALID = 'A group is given by its name, or as GET /users/groups/{id} answers it: {"name": "…"}.';
const groupName = z
  .string(GROUP_NOT_VALID)
  .trim()
  .min(1, GROUP_NOT_VALID)
  .max(50, 'A group’s name is limited to 50 characters.');
/** Groups as `GET /users/groups/{id}` returns them, or their names alone; parsed to names. */
const groups = z
  .array(
    z.preprocess(
      (group) => (typeof group === 'object' && group !== null && 'name' in group ? group.name : group),
      groupName,
    ),
    'Groups are given as a list.',
  )
  .max(50, 'Groups are limited to 50.');
const companyId = z.number().int().nullable();
/** User id of the person who gets the open tasks of somebody who no longer works tasks. Null or absent: the tasks go to the queue. */
const colleague = z.string().trim().max(100).nullish();
/** The groups depend on the company, and some of them are rights: `seen` also has the company, and whether the person can sign in. */
export const groupsBody = replacing({ groups }, { groups, companyId, active: z.boolean() }).extend({
  tasksTo: colleague,
});
const rights = { admin: z.boolean(), siteAdmin: z.boolean() };
/** `seen` has the company, so that a person who is moved to another company meanwhile does not get to manage that one. */
export const roleBody = replacing(rights, { ...rights, companyId, active: z.boolean() });
/** What an administrator fills in to name a company's site administrator. */
export const siteAdminForm = z.object({ userId: filledIn('Person'), reason });
/**
 * Null: the person belongs to no company, and their claim is refused. `seen` has the ids of `company` and `claimedCompany`. It also has
 * what the move depends on: the person's rights, their groups and whether they can sign in. A site administrator loses that right,
 * everybody loses the groups that the new company does not have, and an administrator must belong to the operator.
 */
export const companyBody = replacing(
  { companyId },
  { companyId, claimedCompanyId: companyId, groups, admin: z.boolean(), siteAdmin: z.boolean(), active: z.boolean() },
).extend({ tasksTo: colleague });
/**
 * `switches` identifies the deactivation, or the active period, that the act ends: a later one has another reason. Rights, groups and
 * company are those that the person keeps or gets back.
 */
const seenSwitches = {
  switches: z.number().int().min(0),
  admin: z.boolean(),
  siteAdmin: z.boolean(),
  groups,
  companyId,
};
export const deactivateBody = replacing({}, seenSwitches).extend({ tasksTo: colleague });
export const reactivateBody = replacing({}, seenSwitches);
export const signInActBody = z.object({ act: z.enum(SIGN_IN_ACTS), reason });

/** What a person fills in to register (access specification, section 5). */
export const registrationForm = z.object({
  lastName: requiredText('Last Name'),
  firstName: requiredText('First Name'),
  email: requiredEmail('Email'),
  phone: optionalText('Phone'),
  state: filledIn('State')
    .max(2, 'State is limited to 2 characters.')
    .refine((code) => Object.hasOwn(US_STATES, code), 'State is not valid.'),
  company: wholeNumber({ error: 'Company is not valid.' }).nullish(),
});

/**
 * POST /okta/create. `groups`, `overrideCompanyGroups` and `reason` apply only if an administrator sends them. The groups must be groups of
 * that company; `overrideCompanyGroups` assigns them. `language` is that of the page.
 */
export const createUserBody = registrationForm.extend({
  overrideCompanyGroups: z.boolean().nullish(),
  groups: groups.nullish(),
  /** Only the console asks for it: the call in the specification has none. */
  reason: z.string().trim().max(500, 'Reason is limited to 500 characters.').nullish(),
  language: language.exactOptional(),
});
export type CreateUserBody = z.infer<typeof createUserBody>;

/** GET /users/user/sessions. Null if the identity provider does not list sessions. */
export const userSessions = z.object({
  sessions: z
    .array(
      z.object({
        id: z.string(),
        /** The browser's own name for itself. */
        userAgent: z.string().nullable(),
        signedInAt: z.string(),
        lastUsedAt: z.string(),
        /** True for the session of this request. */
        current: z.boolean(),
      }),
    )
    .nullable(),
});
export type UserSessions = z.infer<typeof userSessions>;
/** Null ends all sessions. */
export const endSessionBody = z.object({ sessionId: z.string().min(1).max(200).nullable() });
