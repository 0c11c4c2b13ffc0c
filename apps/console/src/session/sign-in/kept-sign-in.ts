import { keepForReload, SIGN_IN_STEP, readStored } from '../storage/stored.js';
import { among, moment, object, parts, type Reader } from '../storage/stored-values.js';
import type { SignInStep } from './sign-in-step.js';

/*
 * The step of a sign-in that this tab shows, and what was typed into it, for a reload (docs/decisions/0133). Only the tab has it, until the
 * dialog is closed or the person is signed in. Passwords are never stored.
 */

/** A step with a dialog. */
export type ShownStep = Exclude<SignInStep, { dialog: 'in' }>;

type Typed = Readonly<Record<string, unknown>>;

interface KeptSignIn {
  readonly step: ShownStep;
  readonly typed: Typed;
  /** When the step was reached, in ms. */
  readonly at: number;
}

const DIALOGS: readonly ShownStep['dialog'][] = [
  ...(['sign-in', 'forgot-password', 'locked-out', 'password-expired', 'reset-password', 'phone-complete'] as const),
  ...(['app-complete', 'choose-factor', 'setup-app', 'verify-app', 'setup-phone', 'verify-phone'] as const),
];

/** The fields that are stored. */
const KEPT_FIELDS = ['username', 'phone', 'consent', 'passCode', 'remember'];

/** Longer than the provider keeps a sign-in. */
const MAX_AGE_MS = 60 * 60_000;

const step: Reader<ShownStep> = (stored) => {
  parts({ dialog: among(DIALOGS) })(stored);
  return stored as ShownStep;
};
const kept = parts<KeptSignIn>({ step, typed: object, at: moment });

/** Null if there is none, or if it is too old. */
export function keptSignIn(storage: Storage, now: number): Omit<KeptSignIn, 'at'> | null {
  const found = readStored(storage, SIGN_IN_STEP, kept);
  return found === null || Math.abs(now - found.at) > MAX_AGE_MS ? null : found;
}

export const keepStep = (storage: Storage, shown: ShownStep, now: number): void =>
  store(storage, { step: shown, typed: {}, at: now });

/** Stores what was typed into the step that is kept. */
export function keepTyped(storage: Storage, values: Typed): void {
  const found = readStored(storage, SIGN_IN_STEP, kept);
  if (found === null) return;
  const typed = Object.fromEntries(Object.entries(values).filter(([name]) => KEPT_FIELDS.includes(name)));
  store(storage, { ...found, typed });
}

/** Errors cannot be stored: a reload shows none. */
const store = (storage: Storage, value: KeptSignIn): void =>
  keepForReload(
    storage,
    SIGN_IN_STEP,
    JSON.stringify(value, (name, part: unknown) => (name === 'unsent' ? null : part)),
  );
