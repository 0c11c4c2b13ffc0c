import { createHash, randomBytes } from 'node:crypto';
import { SIGN_IN_CALLBACK } from '@throughline/platform';

/** Exchanges a password for an access token over HTTP, like the console with the Okta client. Throws the provider's answer. */
export async function signIn(origin: string, username: string, password: string): Promise<string> {
  const { sessionToken } = await answerOf(
    fetch(`${origin}/api/v1/authn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    }),
  );
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: 'throughline-console', redirect_uri: `${origin}${SIGN_IN_CALLBACK}` };
  const parameters = new URLSearchParams({
    ...client,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    nonce: 'a-nonce',
    response_type: 'code',
    state: 'a-state',
    scope: 'openid profile email',
    sessionToken: sessionToken ?? '',
  });
  const led = await fetch(`${origin}/oauth2/default/v1/authorize?${parameters}`, { redirect: 'manual' });
  const code = new URL(led.headers.get('location') ?? 'missing:').searchParams.get('code') ?? '';
  const form = { ...client, grant_type: 'authorization_code', code_verifier: verifier, code };
  const { access_token } = await answerOf(
    fetch(`${origin}/oauth2/default/v1/token`, { method: 'POST', body: new URLSearchParams(form) }),
  );
  return access_token ?? '';
}

async function answerOf(request: Promise<Response>) {
  const answer = await request;
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}
