import type { Response } from 'express';
import { randomSecret } from '../secret.js';
import type { ResponseMode } from './authorization-request.js';

/** A code or an error, always with the state: without it the client would wait for two minutes. */
export type AuthorizationAnswer = { readonly state: string; readonly [parameter: string]: string };

/** Answers an authorization request by redirect, or to the window around a hidden iframe (silent renewal). */
export function sendAuthorizationAnswer(
  response: Response,
  { mode, redirectUri }: { mode: ResponseMode; redirectUri: string },
  answer: AuthorizationAnswer,
): void {
  const target = new URL(redirectUri);
  switch (mode) {
    case 'query':
      for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
      return response.redirect(303, target.href);
    case 'okta_post_message':
      return sendPostMessagePage(response, target.origin, answer);
  }
}

/** The message is the answer itself, a flat object, as the Okta client expects it. It is sent to the portal's own origin only. */
function sendPostMessagePage(response: Response, origin: string, answer: AuthorizationAnswer): void {
  const nonce = randomSecret();
  response.set({
    'Content-Security-Policy': `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors 'self'`,
    'Referrer-Policy': 'no-referrer',
  });
  response.type('html').send(`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Signing in</title></head>
  <body><script nonce="${nonce}">parent.postMessage(${scriptLiteral(answer)}, ${scriptLiteral(origin)})</script></body>
</html>
`);
}

/** JSON that cannot end the script element around it. */
const scriptLiteral = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');
