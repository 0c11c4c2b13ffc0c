import { Router } from 'express';
import type { IdentityProvider } from '../identity-provider.js';
import { keepBrowserKey } from '../session/browser-key.js';
import { isStorable } from '../wire/storable-text.js';
import { EXPIRED, OFFER, sendPage } from './browser-link-page.js';
import { BROWSER_LINK_PATH, loginOfBrowserLink } from './browser-link.js';
import { rememberSources, sourcesOf } from './sign-in-source.js';

/** Relative to the provider's origin: the portal's page with its Sign In dialog, and a line that says that this browser may sign in now. */
const SIGN_IN_PAGE = '/?sign-in=known-browser';

/**
 * The page of a mailed link, and its button, which makes the browser known for the account. The provider serves the page, because a tenant
 * has no such link for which the console could have one. Opening the page does nothing: programs that check mail open links, and a browser
 * that comes from another site does not send its key.
 */
export function browserLinkRoutes(provider: IdentityProvider): Router {
  const routes = Router();
  const { origin } = new URL(provider.issuer);

  const loginOf = (token: string) =>
    isStorable(token) ? loginOfBrowserLink(provider, token) : Promise.resolve(undefined);

  routes.get(`${BROWSER_LINK_PATH}/:token`, async (request, response) => {
    sendPage(response, (await loginOf(request.params.token)) === undefined ? EXPIRED : OFFER);
  });

  routes.post(`${BROWSER_LINK_PATH}/:token`, async (request, response) => {
    const login = await loginOf(request.params.token);
    const sentBy = request.get('sec-fetch-site') ?? 'same-origin';
    if (login === undefined || sentBy !== 'same-origin')
      return sendPage(response, login === undefined ? EXPIRED : OFFER);
    const browserKey = keepBrowserKey(provider, request, response);
    await rememberSources(provider, sourcesOf(login, { browserKey }));
    response.redirect(303, `${origin}${SIGN_IN_PAGE}`);
  });

  return routes;
}
