import type { ApiError } from '../api/api-error.js';

/** A sign-in that does not lead straight in. */
export interface PendingSignIn {
  readonly username: string;
  /** The id that the provider has for the person. */
  readonly userId: string;
  readonly stateToken: string;
  /** Whether the person may choose between a phone and an authenticator app. */
  readonly hasChoice: boolean;
  /** For how many days the browser may be remembered; 0: not at all. */
  readonly rememberDays: number;
}

export type FactorKind = 'phone' | 'app';

/** A phone or an authenticator app that is enrolled; with the id null: one that may be. */
export interface FactorChoice {
  readonly kind: FactorKind;
  readonly id: string | null;
  /** As it is shown, masked; null of an app. */
  readonly phone: string | null;
}

/** What an authenticator app is set up with. */
export interface NewApp {
  readonly factorId: string;
  readonly secret: string;
  /** Address of an image. */
  readonly qrCode: string;
}

/** A code that is on its way to a phone. */
export interface SentCode {
  readonly factorId: string;
  /** As it is shown, perhaps masked. */
  readonly phone: string;
  /** Ten digits of a phone that is being enrolled; null: one that is. */
  readonly enrolling: string | null;
  /** When another code may be sent, in ms. */
  readonly resendAt: number;
  /** Why none was sent now. */
  readonly unsent: ApiError | null;
}

/** What a person sees next (access specification, section 4). `in`: nothing, they are signed in, or the page goes to the provider. */
export type SignInStep =
  | { readonly dialog: 'in' }
  | { readonly dialog: 'sign-in'; readonly username: string; readonly notice: SignInNotice | null }
  | { readonly dialog: 'forgot-password' | 'locked-out'; readonly username: string }
  | { readonly dialog: 'password-expired' | 'reset-password'; readonly pending: PendingSignIn }
  | { readonly dialog: 'phone-complete' | 'app-complete'; readonly pending: PendingSignIn }
  | { readonly dialog: 'choose-factor'; readonly pending: PendingSignIn; readonly factors: readonly FactorChoice[] }
  | { readonly dialog: 'setup-app'; readonly pending: PendingSignIn; readonly app: NewApp }
  | { readonly dialog: 'verify-app'; readonly pending: PendingSignIn; readonly factorId: string }
  | { readonly dialog: 'setup-phone'; readonly pending: PendingSignIn; readonly phone?: string }
  | { readonly dialog: 'verify-phone'; readonly pending: PendingSignIn; readonly code: SentCode };

/** Why the Sign In dialog is shown again. */
export type SignInNotice = 'took-too-long' | 'password-set';

/** The provider's status → the dialog, where no authenticator app is offered or enrolled. `verify-phone` begins with sending a code. */
const DIALOGS = new Map([
  ['SUCCESS', 'in'],
  ['MFA_ENROLL', 'setup-phone'],
  ['MFA_ENROLL_ACTIVATE', 'setup-phone'],
  ['MFA_REQUIRED', 'verify-phone'],
  ['MFA_CHALLENGE', 'verify-phone'],
  ['PASSWORD_EXPIRED', 'password-expired'],
  ['PASSWORD_RESET', 'reset-password'],
  ['LOCKED_OUT', 'locked-out'],
] as const);

type DialogOfStatus = typeof DIALOGS extends Map<string, infer Dialog> ? Dialog : never;

/** Throws 'Login attempt failed' for a status that the portal has no dialog for. */
export function dialogOf(status: string) {
  const dialog = (DIALOGS as ReadonlyMap<string, DialogOfStatus>).get(status);
  if (dialog === undefined) throw new Error('Login attempt failed');
  return dialog;
}
