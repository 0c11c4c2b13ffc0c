import { Router } from 'express';
import { z } from 'zod';
import {
  activateFactor,
  addPendingFactor,
  confirmedFactorsOf,
  factorsOf,
  offeredFactor,
  secondFactorPolicy,
  useCode,
} from '../factor/factor.js';
import { rememberDevice } from '../factor/remembered-device.js';
import { sendCode } from '../factor/sms-code.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { Factor } from '../identity-schema.js';
import { jsonBody } from '../wire/json-body.js';
import { invalidToken, notFound, wrongState } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import {
  continueTransaction,
  endTransaction,
  moveTo,
  proceed,
  type Success,
  type Transaction,
} from './authn-transaction.js';
import { type Call, CALLS, STATES } from './states.js';
import { relayed, transactionView } from './transaction-view.js';

const stateBody = z.object({ stateToken: storableText(1000).min(1), passCode: storableText(100).optional() });

/**
 * The calls that continue a sign-in: second factor, back, cancel. Each handler acts in the states in which `STATES` allows it, and answers
 * with the transaction after it.
 */
export function transactionRoutes(provider: IdentityProvider): Router {
  const routes = Router();

  const on = (call: Call, step: (transaction: Transaction, request: StepRequest) => Promise<Transaction | Success>) =>
    routes.post(CALLS[call], jsonBody(), async ({ body, params, query }, response) => {
      const parsed = stateBody.safeParse(body);
      if (!parsed.success) throw invalidToken();
      const { id: factorId } = params as { readonly id?: string };
      const transaction = await continueTransaction(provider, parsed.data.stateToken, call, factorId);
      const { passCode } = parsed.data;
      const remember = query['rememberDevice'] === 'true';
      const after = await step(transaction, { body, factorId: factorId ?? '', passCode, remember });
      response.json(await transactionView(provider, after));
    });

  on('introspect', (transaction) => Promise.resolve(transaction));

  routes.post(CALLS.cancel, jsonBody(), async ({ body }, response) => {
    const parsed = stateBody.safeParse(body);
    if (!parsed.success) throw invalidToken();
    const transaction = await continueTransaction(provider, parsed.data.stateToken, 'cancel');
    await endTransaction(provider, transaction);
    response.json(relayed(transaction.relay_state));
  });

  on('previous', (transaction) =>
    moveTo(provider, transaction, { status: STATES[transaction.status].previous!, factor_id: null }),
  );

  on('skip', async (transaction) => {
    if ((await secondFactorPolicy(provider, transaction.user_id)) === 'REQUIRED') throw wrongState();
    requireNone(await confirmedFactorsOf(provider, transaction.user_id));
    return proceed(provider, transaction, { second_factor: 'SKIPPED' });
  });

  on('enroll', async (transaction, { body }) => {
    const wanted = offeredFactor(provider, body);
    const factor = await addPendingFactor(provider, transaction.user_id, wanted);
    if (factor.factor_type === 'sms') await sendCode(provider, transaction.user, factor, transaction.token_hash);
    return moveTo(provider, transaction, { status: 'MFA_ENROLL_ACTIVATE', factor_id: factor.id });
  });

  on('activate', async (transaction, { passCode = '', factorId }) => {
    const factor = await factorOf(transaction, factorId);
    const second_factor = await useCode(provider, factor, transaction.token_hash, passCode);
    await activateFactor(provider, transaction.user, factor, requireNone);
    return proceed(provider, transaction, { second_factor });
  });

  /** The code of an authenticator app needs no challenge first. */
  on('verify', async (transaction, { passCode, factorId, remember }) => {
    const factor = await factorOf(transaction, factorId);
    const isPhone = factor.factor_type === 'sms';
    if (passCode === undefined) {
      if (isPhone) await sendCode(provider, transaction.user, factor, transaction.token_hash);
      return moveTo(provider, transaction, { status: 'MFA_CHALLENGE', factor_id: factor.id });
    }
    if (isPhone && transaction.status !== 'MFA_CHALLENGE') throw wrongState();
    const second_factor = await useCode(provider, factor, transaction.token_hash, passCode);
    if (remember) await rememberDevice(provider, transaction, factor.id);
    return proceed(provider, transaction, { second_factor });
  });

  for (const call of ['resendActivation', 'resendChallenge'] as const) {
    on(call, async (transaction, { factorId }) => {
      await sendCode(provider, transaction.user, await factorOf(transaction, factorId), transaction.token_hash);
      return transaction;
    });
  }

  /** The factor in the path, if it belongs to the person. Only the factor that is being enrolled may be unconfirmed. */
  async function factorOf({ user_id, status }: Transaction, factorId: string) {
    const wanted = status === 'MFA_ENROLL_ACTIVATE' ? 'PENDING_ACTIVATION' : 'ACTIVE';
    const factor = (await factorsOf(provider, user_id)).find((one) => one.id === factorId && one.status === wanted);
    if (factor === undefined) throw notFound();
    return factor;
  }

  return routes;
}

/** The person may have confirmed a factor elsewhere since the sign-in began: then the password alone neither replaces nor skips it. */
function requireNone(confirmed: readonly Factor[]): void {
  if (confirmed.length > 0) throw wrongState();
}

interface StepRequest {
  readonly body: unknown;
  readonly factorId: string;
  readonly passCode: string | undefined;
  /** True if the person does not want to be asked again in this browser. */
  readonly remember: boolean;
}
