import type { ApiError } from '../../api/api-error.js';

/** A sign-in that requires a further step. */
export interface PendingSignIn {
  readonly username: string;
  /** The provider's id for the person. */
  readonly userId: string;
  readonly stateToken: string;
  /** Whether the person may choose between a phone and an authenticator app. */
  readonly hasChoice: boolean;
  /** For how many days the browser may be remembered; 0: not at all. */
  readonly rememberDays: number;
}

export type FactorKind = 'phone' | 'app';

/** An enrolled phone or authenticator app; with a null id, one that can be enrolled. */
export interface FactorChoice {
  readonly kind: FactorKind;
  readonly id: string | null;
  /** The masked number, as it is shown; null for an app. */
  readonly phone: string | null;
}

/** What an authenticator app is set up with. */
export interface NewApp {
  readonly factorId: string;
  readonly secret: string;
  /** Address of an image. */
  readonly qrCode: string;
}

/** A code that was sent to a phone, or will be. */
export interface SentCode {
  readonly factorId: string;
  /** The masked number from the provider; null if it sent none. */
  readonly phone: string | null;
  /** The ten digits of a phone that is being enrolled; null: the phone is enrolled already. */
  readonly enrolling: string | null;
  /** Whether a code was sent for this sign-in: a code of another sign-in does not confirm it. */
  readonly sent: boolean;
  /** When another code may be sent, in ms. */
  readonly resendAt: number;
  /** Why the last requested code was not sent. */
  readonly unsent: ApiError | null;
}

/**
 * The next step for a person (access specification, section 4). `in`: none, because they are signed in or the page is leaving for the
 * provider.
 */
export type SignInStep =
  | { readonly dialog: 'in' }
  | { readonly dialog: 'sign-in'; readonly username: string; readonly notice: SignInNotice | null }
  /** `sent`: the address to which a link was mailed; absent: none was yet. */
  | { readonly dialog: 'forgot-password' | 'locked-out'; readonly username: string; readonly sent?: string }
  | { readonly dialog: 'password-expired' | 'reset-password'; readonly pending: PendingSignIn }
  | { readonly dialog: 'phone-complete' | 'app-complete'; readonly pending: PendingSignIn }
  | { readonly dialog: 'choose-factor'; readonly pending: PendingSignIn; readonly factors: readonly FactorChoice[] }
  | { readonly dialog: 'setup-app'; readonly pending: PendingSignIn; readonly app: NewApp }
  | { readonly dialog: 'verify-app'; readonly pending: PendingSignIn; readonly factorId: string }
  | {
      readonly dialog: 'setup-phone';
      readonly pending: PendingSignIn;
      /** The number to which the previous code was sent, to be corrected. */
      readonly phone?: string;
      /** When a code may be sent to another number, in ms. */
      readonly sendAt?: number;
    }
  | { readonly dialog: 'verify-phone'; readonly pending: PendingSignIn; readonly code: SentCode };

/** The code of the next dialog could not be loaded. */
export const STEP_NOT_LOADED = 'The next dialog could not be loaded. Check the connection and try again.';

/** Why the Sign In dialog is shown again. */
export type SignInNotice = 'took-too-long' | 'password-set';

/** The dialog for each status of the provider; which dialog a factor has depends on the available factors (`factorStep`). */
const DIALOGS = new Map([
  ['SUCCESS', 'in'],
  ['MFA_ENROLL', 'enroll-factor'],
  ['MFA_ENROLL_ACTIVATE', 'enroll-factor'],
  ['MFA_REQUIRED', 'ask-factor'],
  ['MFA_CHALLENGE', 'ask-factor'],
  ['PASSWORD_EXPIRED', 'password-expired'],
  ['PASSWORD_RESET', 'reset-password'],
  ['LOCKED_OUT', 'locked-out'],
] as const);

type DialogOfStatus = typeof DIALOGS extends Map<string, infer Dialog> ? Dialog : never;

/** The words for a sign-in that failed for no reason of the person's. */
export const LOGIN_FAILED = 'Login attempt failed';

/** The provider answered with something that this console knows no step for. */
export const failedAttempt = (cause?: unknown): Error => new Error(LOGIN_FAILED, { cause });

/** Throws `failedAttempt` for a status without a dialog. */
export function dialogOf(status: string) {
  const dialog = (DIALOGS as ReadonlyMap<string, DialogOfStatus>).get(status);
  if (dialog === undefined) throw failedAttempt();
  return dialog;
}
