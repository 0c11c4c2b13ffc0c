import type { AuthnTransaction } from '@okta/okta-auth-js/authn';
import { ApiError } from '../api/api-error.js';
import { call } from '../api/api.js';
import { identityProvider } from './identity-provider.js';
import type { FactorChoice, NewApp, PendingSignIn, SentCode, SignInStep } from './sign-in-step.js';

/** The provider sends one code in this time. */
const CODE_INTERVAL_SECONDS = 30;

const KINDS: Readonly<Record<string, FactorChoice['kind']>> = { sms: 'phone', 'token:software:totp': 'app' };

interface Factor {
  readonly id?: string;
  readonly factorType?: string;
  readonly profile?: { readonly phoneNumber?: string };
}

type FactorsOf = Pick<AuthnTransaction, 'factors' | 'factor'>;

/** The phones and authenticator apps of a sign-in. Other factors have no dialog. */
export function choicesOf({ factors, factor }: FactorsOf): readonly FactorChoice[] {
  const listed = (factors ?? (factor ? [factor] : [])) as readonly Factor[];
  return listed.flatMap(({ id, factorType = '', profile }) => {
    const kind = KINDS[factorType];
    return kind === undefined ? [] : [{ kind, id: id ?? null, phone: profile?.phoneNumber ?? null }];
  });
}

/** For how many days the provider lets a browser be remembered; 0: not at all. */
export function rememberDaysOf({ policy }: { readonly policy?: object | undefined }): number {
  const { allowRememberDevice, rememberDeviceLifetimeInMinutes: minutes = 0 } = (policy ?? {}) as {
    readonly allowRememberDevice?: boolean;
    readonly rememberDeviceLifetimeInMinutes?: number;
  };
  return allowRememberDevice ? Math.floor(minutes / (24 * 60)) : 0;
}

/**
 * What a sign-in that asks for a second factor goes on with: the only factor that there is, or the choice. Throws 'No SMS factor' where there is none that has
 * a dialog.
 */
export async function factorStep(
  transaction: FactorsOf & Pick<AuthnTransaction, 'status'>,
  pending: PendingSignIn,
): Promise<SignInStep> {
  const enrolling = transaction.status.startsWith('MFA_ENROLL');
  const factors = choicesOf(transaction).map((factor) => (enrolling ? { ...factor, id: null } : factor));
  const [only, another] = factors;
  if (only === undefined) throw new Error('No SMS factor');
  return another === undefined ? takeFactor(pending, only) : { dialog: 'choose-factor', pending, factors };
}

/** Goes on with the factor: to enrol it, or to ask for its code. */
export async function takeFactor(pending: PendingSignIn, { kind, id, phone }: FactorChoice): Promise<SignInStep> {
  if (kind === 'app') {
    return id === null ? enrollApp(pending) : { dialog: 'verify-app', pending, factorId: id };
  }
  if (id === null) return { dialog: 'setup-phone', pending };
  return { dialog: 'verify-phone', pending, code: await sendCode(pending, id, phone) };
}

async function enrollApp(pending: PendingSignIn): Promise<SignInStep> {
  const { authn } = await identityProvider();
  const present = await authn.resume({ stateToken: pending.stateToken });
  // Another one was being enrolled.
  const { factors } = present.prev === undefined ? present : await present.prev();
  const offered = factors?.find(({ factorType }) => KINDS[factorType as string] === 'app');
  const enroll = offered?.['enroll'] as (() => Promise<AuthnTransaction>) | undefined;
  if (enroll === undefined) throw new Error('Login attempt failed');
  return { dialog: 'setup-app', pending, app: newAppOf(await enroll()) };
}

function newAppOf({ factor }: FactorsOf): NewApp {
  const { id, activation } = (factor ?? {}) as Partial<{
    readonly id: string;
    readonly activation: { readonly sharedSecret: string; readonly qrcode: { readonly href: string } };
  }>;
  if (id === undefined || activation === undefined) throw new Error('Login attempt failed');
  return { factorId: id, secret: activation.sharedSecret, qrCode: activation.qrcode.href };
}

/** Has a code sent to an enrolled phone. One that was sent a moment ago is no failure: another can be had later. */
async function sendCode({ stateToken }: PendingSignIn, id: string, phone: string | null): Promise<SentCode> {
  const code = { factorId: id, phone: phone ?? 'your phone', enrolling: null };
  try {
    await call('POST /okta/factors/{factorId}/verify', { params: { factorId: id }, body: { stateToken } });
    return { ...code, resendAt: resendAfter(CODE_INTERVAL_SECONDS), unsent: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    return { ...code, resendAt: resendAfter(error.retryAfterSeconds ?? CODE_INTERVAL_SECONDS), unsent: error };
  }
}

const resendAfter = (seconds: number): number => Date.now() + seconds * 1000;

/** Has a code sent to a phone that is to be enrolled, or another code. */
export async function enrollPhone(pending: PendingSignIn, phone: string): Promise<SignInStep> {
  const { userId, stateToken } = pending;
  const { status, id } = await call('POST /okta/users/{userId}/factors/enroll', {
    params: { userId },
    body: { stateToken, phone },
  });
  if (status !== 'PENDING_ACTIVATION') throw new Error('Login attempt failed');
  const code = { factorId: id, phone: `the phone number that ends in ${phone.slice(-4)}`, enrolling: phone };
  return {
    dialog: 'verify-phone',
    pending,
    code: { ...code, resendAt: resendAfter(CODE_INTERVAL_SECONDS), unsent: null },
  };
}

/** Sends another code, to the same phone. */
export async function resendCode(pending: PendingSignIn, code: SentCode): Promise<SignInStep> {
  if (code.enrolling !== null) return enrollPhone(pending, code.enrolling);
  return { dialog: 'verify-phone', pending, code: await sendCode(pending, code.factorId, code.phone) };
}
