import { Router } from 'express';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import type { Factor } from '../identity-schema.js';
import { storableOnly } from '../management/require-api-token.js';
import { requireBearer } from '../oauth/access-token.js';
import { requirePasswordIn } from '../recovery/choose-password.js';
import type { User } from '../user/user.js';
import { jsonBody } from '../wire/json-body.js';
import { invalidPasscode, notFound } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import {
  activateFactor,
  addPendingFactor,
  confirmedFactorsOf,
  factorsOf,
  offeredFactor,
  ownView,
  removeFactor,
  requireNoneOfKind,
} from './factor.js';
import { useTotpCode } from './totp.js';

const OWN = '/api/v1/users/me/factors';
/** The time in which a person can set the app up; then they must give the password again. */
const ENROLMENT_LIFETIME_MS = 15 * 60_000;

const codeBody = z.object({ passCode: storableText(100) });

/**
 * Okta's calls for factors, for a signed-in person (bearer token) and their own authenticator app, if the installation offers it. Adding
 * and removing it requires the password again, so that somebody at an unattended browser can do neither. Phones are changed by
 * administrators.
 */
export function ownFactorRoutes(provider: IdentityProvider): Router {
  const routes = Router().param('id', storableOnly);
  if (!provider.signInMethods.has('totp')) return routes;

  routes.get(OWN, async (request, response) => {
    const { user } = await requireBearer(provider, request);
    const confirmed = await confirmedFactorsOf(provider, user.id);
    response.json(confirmed.map((factor) => ownView(provider, factor, user)));
  });

  routes.post(OWN, jsonBody(), async (request, response) => {
    const { user } = await requireBearer(provider, request);
    const wanted = offeredFactor(provider, request.body, ['token:software:totp']);
    await requirePasswordIn(provider, user, request);
    requireNoneOfKind(await confirmedFactorsOf(provider, user.id), wanted);
    response.json(ownView(provider, await addPendingFactor(provider, user.id, wanted), user));
  });

  routes.post(`${OWN}/:id/lifecycle/activate`, jsonBody(), async (request, response) => {
    const { user } = await requireBearer(provider, request);
    const factor = await ownApp(user, request.params.id);
    const isLate = provider.now().getTime() - factor.created_at.getTime() > ENROLMENT_LIFETIME_MS;
    if (factor.status !== 'PENDING_ACTIVATION' || isLate) throw notFound();
    const parsed = codeBody.safeParse(request.body);
    if (!parsed.success) throw invalidPasscode();
    await useTotpCode(provider, factor, parsed.data.passCode);
    const activated = await activateFactor(provider, user, factor, (present) => requireNoneOfKind(present, factor));
    response.json(ownView(provider, activated, user));
  });

  routes.delete(`${OWN}/:id`, jsonBody(), async (request, response) => {
    const { user } = await requireBearer(provider, request);
    const factor = await ownApp(user, request.params.id);
    await requirePasswordIn(provider, user, request);
    await removeFactor(provider, user, factor, { byOwner: true });
    response.status(204).end();
  });

  async function ownApp({ id }: User, factorId: string): Promise<Factor> {
    const isWanted = (factor: Factor) => factor.id === factorId && factor.factor_type === 'token:software:totp';
    const factor = (await factorsOf(provider, id)).find(isWanted);
    if (factor === undefined) throw notFound();
    return factor;
  }

  return routes;
}
