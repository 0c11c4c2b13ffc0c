import type { AuthnTransaction } from '@okta/okta-auth-js/authn';
import { ApiError } from '../../api/api-error.js';
import { call } from '../../api/api.js';
import { serverNow } from '../../api/server-time.js';
import { identityProvider } from './identity-provider.js';
import { FACTOR_CHOICE } from '../storage/forget-person.js';
import { sayableRefusal } from './provider-words.js';
import {
  failedAttempt,
  type FactorChoice,
  type FactorKind,
  type NewApp,
  type PendingSignIn,
  type SentCode,
  type SignInStep,
} from './sign-in-step.js';

/** The provider sends one code in this time. */
const CODE_INTERVAL_SECONDS = 30;

const KINDS: Readonly<Record<string, FactorChoice['kind']>> = { sms: 'phone', 'token:software:totp': 'app' };

interface Factor {
  readonly id?: string;
  readonly factorType?: string;
  readonly profile?: { readonly phoneNumber?: string };
}

type FactorsOf = Pick<AuthnTransaction, 'factors' | 'factor'>;

/** The phones of a sign-in, followed by its authenticator apps. Other factors have no dialog. */
export function choicesOf({ factors, factor }: FactorsOf): readonly FactorChoice[] {
  const listed = (factors ?? (factor ? [factor] : [])) as readonly Factor[];
  const choices = listed.flatMap(({ id, factorType = '', profile }) => {
    const kind = KINDS[factorType];
    return kind === undefined ? [] : [{ kind, id: id ?? null, phone: profile?.phoneNumber ?? null }];
  });
  return [...choices.filter(({ kind }) => kind === 'phone'), ...choices.filter(({ kind }) => kind === 'app')];
}

/** For how many days the provider remembers a browser; 0: not at all. */
export function rememberDaysOf({ policy }: { readonly policy?: object | undefined }): number {
  const { allowRememberDevice, rememberDeviceLifetimeInMinutes: minutes = 0 } = (policy ?? {}) as {
    readonly allowRememberDevice?: boolean;
    readonly rememberDeviceLifetimeInMinutes?: number;
  };
  return allowRememberDevice ? Math.floor(minutes / (24 * 60)) : 0;
}

/** Stores that the person has chosen this kind of factor, which is asked for first from then on. */
export const rememberFactor = (storage: Storage, kind: FactorKind): void => storage.setItem(FACTOR_CHOICE, kind);

/** The kind of factor that was last chosen in this browser. */
export const rememberedFactor = (storage: Storage): string | null => storage.getItem(FACTOR_CHOICE);

/**
 * The next step of a sign-in that requires a second factor: its only factor, the one of the `preferred` kind, or the choice. Throws 'No SMS
 * factor' if there is none with a dialog.
 */
export async function factorStep(
  transaction: FactorsOf,
  act: 'enroll-factor' | 'ask-factor',
  pending: PendingSignIn,
  preferred: string | null = null,
): Promise<SignInStep> {
  const factors = choicesOf(transaction).map((factor) => (act === 'enroll-factor' ? { ...factor, id: null } : factor));
  const [only, another] = factors;
  if (only === undefined) throw new Error('No SMS factor');
  if (another === undefined) return takeFactor(pending, only);
  const choice = { dialog: 'choose-factor', pending, factors } as const;
  const first = factors.find(({ kind, id }) => kind === preferred && id !== null);
  // A failure is shown when this factor is chosen again; another factor may work.
  return first === undefined ? choice : takeFactor(pending, first).catch(() => choice);
}

/** Continues with the factor: enrols it, or asks for its code. */
export async function takeFactor(pending: PendingSignIn, { kind, id, phone }: FactorChoice): Promise<SignInStep> {
  if (kind === 'app') {
    return id === null ? enrollApp(pending) : { dialog: 'verify-app', pending, factorId: id };
  }
  if (id === null) return { dialog: 'setup-phone', pending };
  const code = { factorId: id, phone, enrolling: null, sent: false };
  return { dialog: 'verify-phone', pending, code: await sendCode(pending, code) };
}

/** Returns to the state of the transaction in which a factor can be chosen, although one was chosen or is being enrolled. */
export async function backToChoice(stateToken: string): Promise<AuthnTransaction> {
  const { authn } = await identityProvider();
  const present = await authn.resume({ stateToken });
  return present.prev === undefined ? present : present.prev();
}

async function enrollApp(pending: PendingSignIn): Promise<SignInStep> {
  const { factors } = await backToChoice(pending.stateToken);
  const offered = factors?.find(({ factorType }) => KINDS[factorType as string] === 'app');
  const enroll = offered?.['enroll'] as (() => Promise<AuthnTransaction>) | undefined;
  if (enroll === undefined) throw failedAttempt();
  return { dialog: 'setup-app', pending, app: newAppOf(await enroll()) };
}

function newAppOf({ factor }: FactorsOf): NewApp {
  const { id, activation } = (factor ?? {}) as Partial<{
    readonly id: string;
    readonly activation: { readonly sharedSecret: string; readonly qrcode: { readonly href: string } };
  }>;
  if (id === undefined || activation === undefined) throw failedAttempt();
  return { factorId: id, secret: activation.sharedSecret, qrCode: activation.qrcode.href };
}

/** Sends a code to an enrolled phone. If one was sent a moment ago, that is no failure: another one can be sent later. */
async function sendCode({ stateToken }: PendingSignIn, code: Omit<SentCode, 'resendAt' | 'unsent'>): Promise<SentCode> {
  const { factorId } = code;
  try {
    await call('POST /okta/factors/{factorId}/verify', { params: { factorId }, body: { stateToken } });
    return { ...code, sent: true, resendAt: after(CODE_INTERVAL_SECONDS), unsent: null };
  } catch (error) {
    const resendAt = nextCodeAt(error);
    if (resendAt === null) throw error;
    return { ...code, resendAt, unsent: sayableRefusal(error as ApiError) };
  }
}

/** When another code may be sent, in ms, after one was refused because it was too soon; null after another failure. */
export const nextCodeAt = (error: unknown): number | null =>
  error instanceof ApiError && error.status === 429 ? after(error.retryAfterSeconds ?? CODE_INTERVAL_SECONDS) : null;

const after = (seconds: number): number => serverNow() + seconds * 1000;

/** Sends a code, or another one, to a phone that is being enrolled. */
export async function enrollPhone(pending: PendingSignIn, phone: string): Promise<SignInStep> {
  const { userId, stateToken } = pending;
  const { status, id } = await call('POST /okta/users/{userId}/factors/enroll', {
    params: { userId },
    body: { stateToken, phone },
  });
  if (status !== 'PENDING_ACTIVATION') throw failedAttempt();
  const code = { factorId: id, phone: null, enrolling: phone, sent: true, unsent: null };
  return { dialog: 'verify-phone', pending, code: { ...code, resendAt: after(CODE_INTERVAL_SECONDS) } };
}

/** Sends another code, to the same phone. */
export async function resendCode(pending: PendingSignIn, code: SentCode): Promise<SignInStep> {
  if (code.enrolling !== null) return enrollPhone(pending, code.enrolling);
  return { dialog: 'verify-phone', pending, code: await sendCode(pending, code) };
}
