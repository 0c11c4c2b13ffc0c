import { LANGUAGES, MAIL_CHOICES, MAIL_KINDS } from '@throughline/domain';
import { z } from 'zod';

const mailChoice = z.enum(MAIL_CHOICES);

/** The language of a page, or of mails. */
export const language = z.enum(LANGUAGES);

/** E-mail notifications, by kind. */
const notificationSettings = z.record(z.enum(MAIL_KINDS), mailChoice);
/** Settings for one kind of mail, or for several. */
export const chooseNotificationSettingsBody = z.partialRecord(z.enum(MAIL_KINDS), mailChoice);

/** Whether a person can sign in, according to the identity provider. `invited`: they never chose a password. */
export const SIGN_IN_STATES = [
  'invited',
  'active',
  'locked',
  'password-expired',
  'password-reset',
  'deactivated',
] as const;

/** The id of a group in which people are enrolled is its name. */
export const enrolledGroup = z.object({ id: z.string(), name: z.string() });
export type EnrolledGroupEntry = z.infer<typeof enrolledGroup>;
export const enrolledGroupOf = (name: string): EnrolledGroupEntry => ({ id: name, name });

/** GET /users/user/email/{email}: the caller's own account; staff and admins may read others. */
export const user = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  oktaUserName: z.string(),
  email: z.string(),
  primaryPhone: z.string().nullable(),
  secondaryPhone: z.string().nullable(),
  company: z.object({ id: z.number(), name: z.string(), state: z.string() }).nullable(),
  admin: z.boolean(),
  groups: z.array(enrolledGroup),
  /** The role decides what the person may do; screens use it to hide what would be refused. */
  role: z.enum(['referrer', 'staff', 'ops', 'admin']),
  /** The newest update that the person has dismissed; null: none. */
  dismissedUpdate: z.string().nullable(),
  /** `{referralId} {fileId}` of each refused file that the person has dismissed. */
  dismissedFiles: z.array(z.string()).readonly(),
  /** The person manages the people of their own company. */
  siteAdmin: z.boolean(),
  active: z.boolean(),
  /** How often the account was deactivated or reactivated. */
  switches: z.number(),
  /** The company that the person says they work for, until an admin has confirmed it. */
  claimedCompany: z.object({ id: z.number(), name: z.string(), state: z.string() }).nullable(),
  /** The identity provider has not yet done what administrators requested. */
  waitsForProvider: z.boolean(),
  notificationSettings,
  /** The language in which the person is mailed; null: they have not chosen one, which means English. */
  language: language.nullable(),
  /** Set where people are managed; null: it was not requested, or the identity provider did not answer. */
  signInState: z.enum(SIGN_IN_STATES).nullable(),
});
export type User = z.infer<typeof user>;

/** GET /config (ours, open): what the console needs before it can call anything. */
export const consoleConfig = z.object({
  issuer: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  contactEmail: z.string(),
  /** Shown on the page Contact Us. */
  contact: z.object({
    phone: z.string(),
    fax: z.string(),
    emails: z.object({ patients: z.string(), caseManagers: z.string(), clinicalStaff: z.string() }),
  }),
  /** By default a note needs an action if the domain of its author's e-mail address is exactly this one. */
  operatorEmailDomain: z.string(),
  /** The company that runs the portal. Administrators add its people; nobody can register for it. */
  operatorCompanyId: z.number(),
  /** Whether people may add an authenticator app on their profile. */
  authenticatorApps: z.boolean(),
  /** Whether people may sign in with a passkey. */
  passkeys: z.boolean(),
  version: z.string(),
});
export type ConsoleConfig = z.infer<typeof consoleConfig>;
