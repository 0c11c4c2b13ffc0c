import { z } from 'zod';

/** GET /users/user/email/{email}: oneself; staff and admins may ask for others. */
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
  groups: z.array(z.object({ name: z.string() })),
  /** What the person may do, so that a screen offers nothing that would be refused. */
  role: z.enum(['referrer', 'staff', 'ops', 'admin']),
});
export type User = z.infer<typeof user>;

/** GET /config (ours, open): what the browser needs to begin. */
export const consoleConfig = z.object({
  issuer: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  contactEmail: z.string(),
  version: z.string(),
});
export type ConsoleConfig = z.infer<typeof consoleConfig>;
