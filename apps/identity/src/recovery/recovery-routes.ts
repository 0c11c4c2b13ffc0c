import { Router } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import { isProgram, keepBrowserKey } from '../session/browser-key.js';
import { continueTransaction } from '../transaction/authn-transaction.js';
import { CALLS } from '../transaction/states.js';
import { relayed, transactionView } from '../transaction/transaction-view.js';
import { jsonBody } from '../wire/json-body.js';
import { invalidField, invalidToken } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { changePassword, resetPassword } from './choose-password.js';
import { answerRecoveryQuestion } from './recovery-question.js';
import { beginRecovery } from './recovery-token.js';
import { requestRecovery } from './request-recovery.js';

const MAX_LENGTH = 1000;
const typed = storableText(MAX_LENGTH).min(1);

const requestBody = z.object({
  username: typed,
  factorType: z
    .string()
    .transform((type) => type.toUpperCase())
    .pipe(z.literal('EMAIL'))
    .default('EMAIL'),
  relayState: storableText(MAX_LENGTH).optional(),
});
const tokenBody = z.object({ recoveryToken: typed, relayState: storableText(MAX_LENGTH).optional() });
const answerBody = z.object({ stateToken: typed, answer: storableText(MAX_LENGTH) });
const resetBody = z.object({ stateToken: typed, newPassword: storableText(MAX_LENGTH) });
const changeBody = resetBody.extend({ oldPassword: storableText(MAX_LENGTH) });

export const RECOVERY_PATHS = {
  PASSWORD: '/api/v1/authn/recovery/password',
  UNLOCK: '/api/v1/authn/recovery/unlock',
} as const;

/**
 * Okta's recovery: mails a link, exchanges its token for a state token, and that one (after the security question of a person who has one,
 * and with a new password) for a session token. Unlike a tenant's, it accepts activation links too, so that the portal needs only one page.
 * Both mails lead to a new password, which also ends locks.
 */
export function recoveryRoutes(provider: IdentityProvider): Router {
  const routes = Router();

  for (const recoveryType of ['PASSWORD', 'UNLOCK'] as const) {
    routes.post(RECOVERY_PATHS[recoveryType], jsonBody(), async (request, response) => {
      const parsed = requestBody.safeParse(request.body);
      if (!parsed.success) {
        throw invalidField('recoveryRequest', ["The 'username' attribute, and 'EMAIL' as 'factorType', are required."]);
      }
      const { username, factorType, relayState } = parsed.data;
      await requestRecovery(provider, { username, address: request.ip ?? 'unknown', recoveryType });
      response.json({
        status: 'RECOVERY_CHALLENGE',
        factorResult: 'WAITING',
        factorType,
        recoveryType,
        ...relayed(relayState ?? null),
      });
    });
  }

  routes.post('/api/v1/authn/recovery/token', jsonBody(), async (request, response) => {
    const parsed = tokenBody.safeParse(request.body);
    if (!parsed.success) throw invalidToken();
    const { recoveryToken, relayState } = parsed.data;
    const by = { browserKey: keepBrowserKey(provider, request, response), byProgram: isProgram(request) };
    response.json(await transactionView(provider, await beginRecovery(provider, recoveryToken, by, relayState)));
  });

  routes.post(CALLS.answer, jsonBody(), async (request, response) => {
    const parsed = answerBody.safeParse(request.body);
    if (!parsed.success) throw invalidField('answer', ["The 'stateToken' and 'answer' attributes are required."]);
    const { stateToken, answer } = parsed.data;
    const transaction = await continueTransaction(provider, stateToken, 'answer');
    response.json(await transactionView(provider, await answerRecoveryQuestion(provider, transaction, answer)));
  });

  routes.post(CALLS.resetPassword, jsonBody(), async (request, response) => {
    const parsed = resetBody.safeParse(request.body);
    if (!parsed.success) {
      throw invalidField('newPassword', ["The 'stateToken' and 'newPassword' attributes are required."]);
    }
    const { stateToken, newPassword } = parsed.data;
    const transaction = await continueTransaction(provider, stateToken, 'resetPassword');
    response.json(await transactionView(provider, await resetPassword(provider, transaction, newPassword)));
  });

  routes.post(CALLS.changePassword, jsonBody(), async (request, response) => {
    const parsed = changeBody.safeParse(request.body);
    if (!parsed.success) {
      throw invalidField('newPassword', ["The 'stateToken', 'oldPassword' and 'newPassword' attributes are required."]);
    }
    const { stateToken, oldPassword, newPassword } = parsed.data;
    const transaction = await continueTransaction(provider, stateToken, 'changePassword');
    const after = await changePassword(provider, transaction, oldPassword, newPassword);
    response.json(await transactionView(provider, after));
  });

  return routes;
}
