import { json, Router } from 'express';
import { z } from 'zod';
import {
  activateFactor,
  addPendingFactor,
  type Factor,
  factorsOf,
  managementView,
  phoneToEnroll,
} from '../factor/factor.js';
import { sendCode, useSentCode } from '../factor/sms-code.js';
import type { IdentityProvider } from '../identity-provider.js';
import { findUserById, type User } from '../user/user.js';
import { invalidField, invalidPasscode, notFound } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { storableOnly } from './require-api-token.js';

const codeBody = z.object({ passCode: storableText(100) });

/**
 * Okta's management of a person's phones. A caller must have made sure who asks: the provider sends codes, and takes the word of the portal's
 * server for whose phone it is.
 */
export function factorRoutes(provider: IdentityProvider): Router {
  const routes = Router().param('id', storableOnly).param('factorId', storableOnly);
  const userOf = async (id: string): Promise<User> => {
    const user = await findUserById(provider, id);
    if (user === undefined) throw notFound();
    return user;
  };
  const factorOf = async (id: string, factorId: string) => {
    const factor = (await factorsOf(provider, (await userOf(id)).id)).find((one) => one.id === factorId);
    if (factor === undefined) throw notFound();
    return factor;
  };

  routes.get('/api/v1/users/:id/factors', async (request, response) => {
    const user = await userOf(request.params.id);
    response.json((await factorsOf(provider, user.id)).map(managementView));
  });

  /** `updatePhone`: a new number in the place of the one before. `activate`: without a code. */
  routes.post('/api/v1/users/:id/factors', json(), async (request, response) => {
    const user = await userOf(request.params.id);
    const phone = phoneToEnroll(request.body);
    const isEnrolledPhone = ({ factor_type, status }: Factor) => factor_type === 'sms' && status === 'ACTIVE';
    const enrolled = (await factorsOf(provider, user.id)).some(isEnrolledPhone);
    if (enrolled && request.query['updatePhone'] !== 'true') {
      throw invalidField('factorEnrollRequest', ['There is an existing verified phone number.']);
    }
    const factor = await addPendingFactor(provider, user.id, phone);
    if (request.query['activate'] === 'true') {
      return void response.json(managementView(await activateFactor(provider, factor)));
    }
    await sendCode(provider, factor, factor.id);
    response.json(managementView(factor));
  });

  routes.post('/api/v1/users/:id/factors/:factorId/lifecycle/activate', json(), async (request, response) => {
    const factor = await factorOf(request.params.id, request.params.factorId);
    const parsed = codeBody.safeParse(request.body);
    if (!parsed.success) throw invalidPasscode();
    await useSentCode(provider, factor.user_id, factor.id, parsed.data.passCode);
    response.json(managementView(await activateFactor(provider, factor)));
  });

  routes.post('/api/v1/users/:id/factors/:factorId/resend', async (request, response) => {
    const factor = await factorOf(request.params.id, request.params.factorId);
    await sendCode(provider, factor, factor.id);
    response.json(managementView(factor));
  });

  routes.delete('/api/v1/users/:id/factors/:factorId', async (request, response) => {
    const { id } = await factorOf(request.params.id, request.params.factorId);
    await provider.db.deleteFrom('factor').where('id', '=', id).execute();
    response.status(204).end();
  });

  return routes;
}
