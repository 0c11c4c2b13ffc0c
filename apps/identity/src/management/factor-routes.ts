import { Router } from 'express';
import { z } from 'zod';
import {
  activateFactor,
  addPendingFactor,
  confirmedFactorsOf,
  factorsOf,
  factorToEnroll,
  managementView,
  removeFactor,
  requireNoneOfKind,
  useCode,
} from '../factor/factor.js';
import { sendCode } from '../factor/sms-code.js';
import type { IdentityProvider } from '../identity-provider.js';
import { findUserById, type User } from '../user/user.js';
import { jsonBody } from '../wire/json-body.js';
import { invalidPasscode, notFound } from '../wire/okta-error.js';
import { queryFlag, storableText } from '../wire/storable-text.js';
import { storableOnly } from './require-api-token.js';

const codeBody = z.object({ passCode: storableText(100) });

/**
 * Okta's management of a person's phones and authenticator apps. The caller must have verified the person: the provider sends codes, and
 * relies on the portal's server for whose factor it is.
 */
export function factorRoutes(provider: IdentityProvider): Router {
  const routes = Router().param('id', storableOnly).param('factorId', storableOnly);
  const userOf = async (id: string): Promise<User> => {
    const user = await findUserById(provider, id);
    if (user === undefined) throw notFound();
    return user;
  };
  const factorOf = async ({ id }: User, factorId: string) => {
    const factor = (await factorsOf(provider, id)).find((one) => one.id === factorId);
    if (factor === undefined) throw notFound();
    return factor;
  };

  routes.get('/api/v1/users/:id/factors', async (request, response) => {
    const user = await userOf(request.params.id);
    response.json((await factorsOf(provider, user.id)).map((factor) => managementView(provider, factor, user)));
  });

  /** `updatePhone`: the new number replaces the previous one. `activate`: adds a phone without confirming it with a code. */
  routes.post('/api/v1/users/:id/factors', jsonBody(), async (request, response) => {
    const user = await userOf(request.params.id);
    const wanted = factorToEnroll(request.body);
    const isPhone = wanted.factor_type === 'sms';
    const isUpdate = queryFlag(request.query, 'updatePhone', false);
    const isWithoutCode = queryFlag(request.query, 'activate', false);
    if (!isPhone || !isUpdate) requireNoneOfKind(await confirmedFactorsOf(provider, user.id), wanted);
    const factor = await addPendingFactor(provider, user.id, wanted);
    const isActive = isPhone && isWithoutCode;
    if (isPhone && !isActive) await sendCode(provider, user, factor, factor.id);
    const added = isActive ? await activateFactor(provider, user, factor) : factor;
    response.json(managementView(provider, added, user));
  });

  routes.post('/api/v1/users/:id/factors/:factorId/lifecycle/activate', jsonBody(), async (request, response) => {
    const user = await userOf(request.params.id);
    const factor = await factorOf(user, request.params.factorId);
    const parsed = codeBody.safeParse(request.body);
    if (!parsed.success) throw invalidPasscode();
    await useCode(provider, factor, factor.id, parsed.data.passCode);
    response.json(managementView(provider, await activateFactor(provider, user, factor), user));
  });

  routes.post('/api/v1/users/:id/factors/:factorId/resend', async (request, response) => {
    const user = await userOf(request.params.id);
    const factor = await factorOf(user, request.params.factorId);
    await sendCode(provider, user, factor, factor.id);
    response.json(managementView(provider, factor, user));
  });

  routes.delete('/api/v1/users/:id/factors/:factorId', async (request, response) => {
    const user = await userOf(request.params.id);
    await removeFactor(provider, user, await factorOf(user, request.params.factorId), { byOwner: false });
    response.status(204).end();
  });

  return routes;
}
