import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { placeOf } from '@throughline/platform';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { type Budget, takeFromBudget } from '../budget.js';
import type { IdentityProvider } from '../identity-provider.js';
import { storableOnly } from '../management/require-api-token.js';
import { requireBearer } from '../oauth/access-token.js';
import { requirePasswordIn } from '../recovery/choose-password.js';
import { browserKeyOf, keepBrowserKey } from '../session/browser-key.js';
import { sourcesOf } from '../sign-in/sign-in-source.js';
import { beginSignIn } from '../transaction/authn-transaction.js';
import { transactionView } from '../transaction/transaction-view.js';
import { jsonBody } from '../wire/json-body.js';
import { invalidField, notFound, passkeyRefused } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';
import { ofBrowser, ofSession } from './passkey-challenge.js';
import {
  addPasskey,
  creationOptions,
  type Passkey,
  passkeysOf,
  personOf,
  removePasskey,
  requestOptions,
} from './passkey.js';

/** Limits fields of an authenticator's answer, in base64url; without attestation they are far shorter. */
const MAX_FIELD_LENGTH = 8_000;

const field = storableText(MAX_FIELD_LENGTH);
const credential = {
  id: field,
  rawId: field,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};
const signedBody = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: field,
      authenticatorData: field,
      signature: field,
      userHandle: field.optional(),
    }),
  }),
});
const name = storableText(60).trim().min(1);
const newPasskeyBody = z.object({
  name,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: field,
      attestationObject: field,
      transports: z.array(storableText(50)).max(10).default([]),
    }),
  }),
});
const nameBody = z.object({ name });

/** Limits challenges for one household or host, because each is a row of the database. */
const CHALLENGES: Budget = { burst: 60, oneEveryMs: 1_000 };

const AUTHN = '/api/v1/authn/passkey';
const OWN = '/api/v1/users/me/passkeys';

/**
 * Passkeys, if the installation offers them: signing in with one, and for a signed-in person (bearer token) managing their own. Adding and
 * removing one requires the password again, so that somebody at an unattended browser can do neither. A tenant has other calls for
 * passkeys.
 */
export function passkeyRoutes(provider: IdentityProvider): Router {
  const routes = Router().param('id', storableOnly);
  if (!provider.signInMethods.has('passkey')) return routes;

  routes.post(`${AUTHN}/options`, jsonBody(), async (request, response) => {
    await takeFromBudget(provider, `passkey:${placeOf(request.ip ?? 'unknown')}`, CHALLENGES);
    const browserKey = keepBrowserKey(provider, request, response);
    response.json(await requestOptions(provider, ofBrowser(browserKey)));
  });

  routes.post(AUTHN, jsonBody(), async (request, response) => {
    const parsed = signedBody.safeParse(request.body);
    const browserKey = browserKeyOf(provider, request);
    if (!parsed.success || browserKey === undefined) throw passkeyRefused();
    const signed = parsed.data.response as AuthenticationResponseJSON;
    const user = await personOf(provider, ofBrowser(browserKey), signed);
    const sources = sourcesOf(user.profile.login, { address: request.ip ?? 'unknown', browserKey });
    const begun = await beginSignIn(provider, {
      user,
      browserKey,
      byProgram: false,
      sources,
      relayState: null,
      secondFactor: 'PASSKEY',
    });
    response.json(await transactionView(provider, begun));
  });

  routes.get(OWN, async (request, response) => {
    const { user } = await requireBearer(provider, request);
    response.json((await passkeysOf(provider, user.id)).map(ownView));
  });

  routes.post(`${OWN}/options`, jsonBody(), async (request, response) => {
    const { user, claims } = await requireBearer(provider, request);
    await requirePasswordIn(provider, user, request);
    response.json(await creationOptions(provider, user, ofSession(claims.sid)));
  });

  routes.post(OWN, jsonBody(), async (request, response) => {
    const { user, claims } = await requireBearer(provider, request);
    const made = parse(newPasskeyBody, request);
    const added = await addPasskey(provider, user, ofSession(claims.sid), {
      name: made.name,
      response: made.response as RegistrationResponseJSON,
    });
    response.json(ownView(added));
  });

  routes.put(`${OWN}/:id`, jsonBody(), async (request, response) => {
    const { user } = await requireBearer(provider, request);
    const named = await provider.db
      .updateTable('passkey')
      .set(parse(nameBody, request))
      .where('id', '=', request.params.id)
      .where('user_id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow(notFound);
    response.json(ownView(named));
  });

  routes.delete(`${OWN}/:id`, jsonBody(), async (request, response) => {
    const { user } = await requireBearer(provider, request);
    const { id } = request.params;
    if (!(await passkeysOf(provider, user.id)).some((passkey) => passkey.id === id)) throw notFound();
    await requirePasswordIn(provider, user, request);
    await removePasskey(provider, user, id);
    response.status(204).end();
  });

  return routes;
}

function parse<Body>(schema: z.ZodType<Body>, { body }: Request): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidField(String(parsed.error.issues[0]?.path[0] ?? 'passkey'), ['The request is not valid.']);
}

const ownView = ({ id, name, created_at, last_used_at }: Passkey) => ({
  id,
  name,
  created: created_at,
  lastUsed: last_used_at,
});
