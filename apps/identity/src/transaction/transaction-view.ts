import { confirmedFactorsOf, enrollable, factorsOf, secondFactorPolicy, signInView } from '../factor/factor.js';
import { rememberPolicy } from '../factor/remembered-device.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { Factor, TransactionState } from '../identity-schema.js';
import { PASSWORD_POLICY } from '../user/passwords.js';
import { signedInView, type User } from '../user/user.js';
import type { Success, Transaction } from './authn-transaction.js';
import { type Call, CALLS, STATES } from './states.js';

/** A transaction in the format of Okta's authn endpoints. */
export async function transactionView(provider: IdentityProvider, transaction: Transaction | Success) {
  if (transaction.status === 'SUCCESS') {
    const { status, expiresAt, sessionToken, relayState, user } = transaction;
    return { status, expiresAt, sessionToken, ...relayed(relayState), _embedded: { user: signedInView(user) } };
  }
  const { stateToken, status, expires_at: expiresAt, recovery_type: recoveryType, relay_state } = transaction;
  const factor = await factorOf(provider, transaction);
  return {
    stateToken,
    expiresAt,
    status,
    ...(recoveryType !== null && { recoveryType }),
    ...relayed(relay_state),
    _embedded: await embedded(provider, transaction, factor),
    _links: await links(provider, transaction, factor),
  };
}

export const relayed = (relayState: string | null) => (relayState === null ? {} : { relayState });

/** A link that the client turns into a function, for which it must have exactly one method. */
export const link = ({ issuer }: IdentityProvider, path: string, name?: string) => ({
  ...(name !== undefined && { name }),
  href: `${new URL(issuer).origin}${path}`,
  hints: { allow: ['POST'] },
});

async function factorOf(provider: IdentityProvider, { user, factor_id }: Transaction): Promise<Factor | undefined> {
  if (factor_id === null) return undefined;
  return (await factorsOf(provider, user.id)).find(({ id }) => id === factor_id);
}

async function embedded(provider: IdentityProvider, transaction: Transaction, factor: Factor | undefined) {
  const { user, status } = transaction;
  const question = user.recovery_question;
  if (status === 'RECOVERY') return { user: { ...signedInView(user), recovery_question: { question } } };
  return { user: signedInView(user), ...(await offered(provider, status, user, factor)) };
}

/** What the state offers the person: factors to choose from, or rules for a password. */
async function offered(
  provider: IdentityProvider,
  status: Exclude<TransactionState, 'RECOVERY'>,
  user: User,
  factor: Factor | undefined,
) {
  switch (status) {
    case 'MFA_ENROLL': {
      const enroll = link(provider, CALLS.enroll);
      const kinds = enrollable(provider, await secondFactorPolicy(provider, user.id));
      return { factors: kinds.map((kind) => ({ ...kind, _links: { enroll } })) };
    }
    case 'MFA_REQUIRED': {
      const confirmed = await confirmedFactorsOf(provider, user.id);
      return {
        ...policy(provider),
        factors: confirmed.map((factor) => ({
          ...signInView(provider, factor, user),
          _links: { verify: link(provider, pathOf('verify', factor.id)) },
        })),
      };
    }
    case 'MFA_ENROLL_ACTIVATE':
    case 'MFA_CHALLENGE':
      return {
        ...(status === 'MFA_CHALLENGE' && policy(provider)),
        factor: factor && signInView(provider, factor, user),
      };
    case 'PASSWORD_EXPIRED':
    case 'PASSWORD_RESET':
      return { policy: PASSWORD_POLICY };
  }
}

function policy(provider: IdentityProvider) {
  const remembers = rememberPolicy(provider);
  return remembers && { policy: remembers };
}

async function links(provider: IdentityProvider, { status, factor_id, user }: Transaction, factor: Factor | undefined) {
  const { next, resend, previous } = STATES[status];
  const mayBeSkipped = status === 'MFA_ENROLL' && (await secondFactorPolicy(provider, user.id)) !== 'REQUIRED';
  const to = (call: Call, name?: string) => link(provider, pathOf(call, factor_id ?? ''), name);
  return {
    ...(next !== undefined && { next: to(next, next) }),
    ...(previous !== undefined && { prev: to('previous') }),
    ...(resend !== undefined && factor?.factor_type === 'sms' && { resend: [to(resend, 'sms')] }),
    ...(mayBeSkipped && { skip: to('skip') }),
    cancel: to('cancel'),
  };
}

const pathOf = (call: Call, factorId: string): string => CALLS[call].replace(':id', factorId);
