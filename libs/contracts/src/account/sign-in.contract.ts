import { z } from 'zod';
import { passwordFault } from './password-rules.js';

/** Identifies a sign-in or recovery in progress; issued by the identity provider. It proves whose it is. */
const stateToken = z.string().min(1).max(1000);
const passCode = z.string().trim().min(1, 'Verification code is required').max(100);
const newPassword = z.string().superRefine((password, context) => {
  const fault = passwordFault(password);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

export const resetPasswordBody = z.object({ stateToken, newPassword });
export const changePasswordBody = z.object({
  stateToken,
  oldPassword: z.string().min(1, 'Old password is required').max(1000),
  newPassword,
});

/**
 * Without a code, the request asks for one to be sent. `rememberDevice`: the browser of this sign-in is not asked for a code again, if the
 * provider allows it.
 */
export const verifyFactorBody = z.object({
  stateToken,
  passCode: passCode.optional(),
  rememberDevice: z.boolean().optional(),
});
export const PHONE_NOT_VALID = 'Phone is not valid';
export const enrollFactorBody = z.object({
  stateToken,
  phone: z.string().regex(/^\d{10}$/, PHONE_NOT_VALID),
});
export const activateFactorBody = z.object({ stateToken, passCode });

/** An id of the identity provider, in a path. */
export const oktaId = z.string().regex(/^[\w-]{1,100}$/);

/** Where a sign-in is after one of its steps. */
export const signInProgress = z.object({
  /** `SUCCESS`, or the identity provider's state, which says what the next step is. */
  status: z.string(),
  /** Set after the last step: the browser that began the sign-in exchanges it for tokens, once. */
  sessionToken: z.string().nullable(),
});
export type SignInProgress = z.infer<typeof signInProgress>;
