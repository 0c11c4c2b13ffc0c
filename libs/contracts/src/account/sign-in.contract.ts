import { z } from 'zod';
import { passwordFault } from './password-rules.js';

/** Of a sign-in or recovery in progress, from the identity provider. It proves whose it is. */
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

/** Without a code: send one. `rememberDevice`: do not ask again in the browser of the sign-in, where the provider allows it. */
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
  /** `SUCCESS`, or the state of the identity provider that says what is next. */
  status: z.string(),
  /** After the last step: what the browser that began the sign-in exchanges for tokens, once. */
  sessionToken: z.string().nullable(),
});
export type SignInProgress = z.infer<typeof signInProgress>;
