import { z } from 'zod';
import { route } from '../route/route.js';
import {
  activateFactorBody,
  changePasswordBody,
  enrollFactorBody,
  oktaId,
  resetPasswordBody,
  signInProgress,
  verifyFactorBody,
} from './sign-in.contract.js';

const TRANSACTION = { 403: ['identity/invalid-token'], 409: ['identity/wrong-state'] } as const;
const PASSWORD = { ...TRANSACTION, 400: ['identity/password-refused', 'identity/refused'] } as const;
const CODE = { ...TRANSACTION, 400: ['identity/code-refused', 'identity/refused'], 404: ['factor/not-found'] } as const;

/**
 * Steps of a sign-in at the identity provider (access specification, section 7). None has an idempotency key, because the stored hash of a
 * request must not derive from a password or a code. A state token accepts each step once.
 */
export const signInRoutes = {
  resetPassword: route('POST /okta/reset-password', {
    summary:
      'Set a password with the state token that the identity provider issued for a mailed link. Does not sign in.',
    meanwhile: 'step',
    who: 'anyone',
    body: resetPasswordBody,
    answer: z.null(),
    refusals: PASSWORD,
  }),
  changePassword: route('POST /okta/change-password', {
    summary: 'Change an expired password in a sign-in, with the old one.',
    meanwhile: 'step',
    who: 'anyone',
    body: changePasswordBody,
    answer: signInProgress,
    refusals: PASSWORD,
  }),
  verifyFactor: route('POST /okta/factors/{factorId}/verify', {
    summary: 'Send a code to the phone of the person who signs in, or verify it.',
    meanwhile: 'step',
    who: 'anyone',
    params: { factorId: oktaId },
    body: verifyFactorBody,
    answer: signInProgress,
    refusals: CODE,
  }),
  enrollFactor: route('POST /okta/users/{userId}/factors/enroll', {
    summary: 'Send a code to a phone that the person of the sign-in wants to enrol, or another code.',
    meanwhile: 'step',
    who: 'anyone',
    params: { userId: oktaId },
    body: enrollFactorBody,
    answer: z.object({ status: z.literal('PENDING_ACTIVATION'), id: z.string() }),
    refusals: { ...TRANSACTION, 400: ['identity/phone-refused', 'identity/refused'] },
  }),
  activateFactor: route('POST /okta/users/{userId}/factors/{factorId}/activate', {
    summary: 'Confirm the phone with its code. Does not sign in.',
    meanwhile: 'step',
    who: 'anyone',
    params: { userId: oktaId, factorId: oktaId },
    body: activateFactorBody,
    answer: z.object({ status: z.literal('ACTIVE') }),
    refusals: CODE,
  }),
} as const;
