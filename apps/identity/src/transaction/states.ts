import type { SecondFactorPolicy, TransactionState, UserStatus } from '../identity-schema.js';

const AUTHN = '/api/v1/authn';

/** The calls that continue a transaction. `:id` is a factor. */
export const CALLS = {
  enroll: `${AUTHN}/factors`,
  activate: `${AUTHN}/factors/:id/lifecycle/activate`,
  resendActivation: `${AUTHN}/factors/:id/lifecycle/resend`,
  verify: `${AUTHN}/factors/:id/verify`,
  resendChallenge: `${AUTHN}/factors/:id/verify/resend`,
  changePassword: `${AUTHN}/credentials/change_password`,
  answer: `${AUTHN}/recovery/answer`,
  resetPassword: `${AUTHN}/credentials/reset_password`,
  previous: `${AUTHN}/previous`,
  skip: `${AUTHN}/skip`,
  cancel: `${AUTHN}/cancel`,
  introspect: `${AUTHN}/introspect`,
} as const;

export type Call = keyof typeof CALLS;

interface StateRules {
  /** The call that the client names `next`; the client's function has the call's name. */
  readonly next?: Call;
  readonly resend?: Call;
  /** The state that `previous` leads to. */
  readonly previous?: TransactionState;
  /** Calls that belong to one of the listed factors, or that depend on a policy. */
  readonly others?: readonly Call[];
}

/** The calls that each state allows. `cancel` and `introspect` are allowed in all of them. */
export const STATES: Readonly<Record<TransactionState, StateRules>> = {
  MFA_ENROLL: { others: ['enroll', 'skip'] },
  MFA_ENROLL_ACTIVATE: { next: 'activate', resend: 'resendActivation', previous: 'MFA_ENROLL' },
  MFA_REQUIRED: { others: ['verify'] },
  MFA_CHALLENGE: { next: 'verify', resend: 'resendChallenge', previous: 'MFA_REQUIRED' },
  PASSWORD_EXPIRED: { next: 'changePassword' },
  RECOVERY: { next: 'answer' },
  PASSWORD_RESET: { next: 'resetPassword' },
};

export function allows(state: TransactionState, call: Call): boolean {
  const { next, resend, previous, others = [] } = STATES[state];
  return (
    ['cancel', 'introspect', next, resend, ...others].includes(call) || (call === 'previous' && previous !== undefined)
  );
}

export interface SignInFacts {
  readonly userStatus: UserStatus;
  readonly hasActiveFactor: boolean;
  /** True if it was verified or skipped in this transaction. */
  readonly secondFactorDone: boolean;
  readonly policy: SecondFactorPolicy | undefined;
}

/**
 * The next required step of a person with the right password. An enrolled factor comes before everything else, also before a new password.
 */
export function nextState({
  userStatus,
  hasActiveFactor,
  secondFactorDone,
  policy,
}: SignInFacts): TransactionState | 'SUCCESS' {
  if (hasActiveFactor && !secondFactorDone) return 'MFA_REQUIRED';
  if (userStatus === 'PASSWORD_EXPIRED') return 'PASSWORD_EXPIRED';
  if (policy !== undefined && !secondFactorDone) return 'MFA_ENROLL';
  return 'SUCCESS';
}
