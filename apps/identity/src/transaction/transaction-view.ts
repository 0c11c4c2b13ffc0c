import { enrollable, factorsOf, secondFactorPolicy, signInView } from '../factor/factor.js';
import { rememberPolicy } from '../factor/remembered-device.js';
import type { IdentityProvider } from '../identity-provider.js';
import { PASSWORD_POLICY } from '../user/passwords.js';
import { signedInView } from '../user/user.js';
import type { Success, Transaction } from './authn-transaction.js';
import { type Call, CALLS, STATES } from './states.js';

/** A transaction as Okta's authn endpoints answer it. */
export async function transactionView(provider: IdentityProvider, transaction: Transaction | Success) {
  if (transaction.status === 'SUCCESS') {
    const { status, expiresAt, sessionToken, relayState, user } = transaction;
    return { status, expiresAt, sessionToken, ...relayed(relayState), _embedded: { user: signedInView(user) } };
  }
  const { stateToken, status, expires_at: expiresAt, recovery_type: recoveryType, relay_state, user } = transaction;
  return {
    stateToken,
    expiresAt,
    status,
    ...(recoveryType !== null && { recoveryType }),
    ...relayed(relay_state),
    _embedded: { user: signedInView(user), ...(await embedded(provider, transaction)) },
    _links: await links(provider, transaction),
  };
}

export const relayed = (relayState: string | null) => (relayState === null ? {} : { relayState });

/** A link that the client turns into a function: only one with exactly one method is. */
export const link = ({ issuer }: IdentityProvider, path: string, name?: string) => ({
  ...(name !== undefined && { name }),
  href: `${new URL(issuer).origin}${path}`,
  hints: { allow: ['POST'] },
});

async function embedded(provider: IdentityProvider, { status, user, factor_id }: Transaction) {
  switch (status) {
    case 'MFA_ENROLL': {
      const enroll = link(provider, CALLS.enroll);
      const kinds = enrollable(provider, await secondFactorPolicy(provider, user.id));
      return { factors: kinds.map((kind) => ({ ...kind, _links: { enroll } })) };
    }
    case 'MFA_REQUIRED': {
      const active = (await factorsOf(provider, user.id)).filter((factor) => factor.status === 'ACTIVE');
      return {
        ...policy(provider),
        factors: active.map((factor) => ({
          ...signInView(provider, factor, user),
          _links: { verify: link(provider, pathOf('verify', factor.id)) },
        })),
      };
    }
    case 'MFA_ENROLL_ACTIVATE':
    case 'MFA_CHALLENGE': {
      const factor = (await factorsOf(provider, user.id)).find(({ id }) => id === factor_id);
      return {
        ...(status === 'MFA_CHALLENGE' && policy(provider)),
        factor: factor && signInView(provider, factor, user),
      };
    }
    case 'PASSWORD_EXPIRED':
    case 'PASSWORD_RESET':
      return { policy: PASSWORD_POLICY };
  }
}

function policy(provider: IdentityProvider) {
  const remembers = rememberPolicy(provider);
  return remembers && { policy: remembers };
}

async function links(provider: IdentityProvider, { status, factor_id, user }: Transaction) {
  const { next, resend, previous } = STATES[status];
  const mayBeSkipped = status === 'MFA_ENROLL' && (await secondFactorPolicy(provider, user.id)) !== 'REQUIRED';
  const to = (call: Call, name?: string) => link(provider, pathOf(call, factor_id ?? ''), name);
  return {
    ...(next !== undefined && { next: to(next, next) }),
    ...(previous !== undefined && { prev: to('previous') }),
    ...(resend !== undefined && (await takesCodes(provider, user.id, factor_id)) && { resend: [to(resend, 'sms')] }),
    ...(mayBeSkipped && { skip: to('skip') }),
    cancel: to('cancel'),
  };
}

async function takesCodes(provider: IdentityProvider, userId: string, factorId: string | null): Promise<boolean> {
  const factor = (await factorsOf(provider, userId)).find(({ id }) => id === factorId);
  return factor?.factor_type === 'sms';
}

const pathOf = (call: Call, factorId: string): string => CALLS[call].replace(':id', factorId);
