import { beforeAll } from '@jest/globals';
import { oktaClient } from './testing/okta-client.js';
import { ISSUER, PASSWORD, runIdentity } from './testing/running-identity.js';

/* The authn endpoints in the wire format that the portal's own client uses: every state, every transition from it, every refusal. */

export const identity = runIdentity();

export const NEW_PASSWORD = 'An0ther-horse!';

export const REDIRECT_URI = 'http://portal.test/login/callback';

export const open = () =>
  oktaClient({
    issuer: ISSUER,
    clientId: 'throughline-console',
    redirectUri: REDIRECT_URI,
    address: identity.address,
  });

export const credentials = (username: string, password = PASSWORD) => ({ username, password });

export const signIn = (username: string, password?: string) =>
  open().client.signInWithCredentials(credentials(username, password));

export const addUserWithPhone = (login: string) => identity.addUserWithPhone(login);

export let groupId = '';

export let optionalGroupId = '';

const addGroup = async (name: string, secondFactor: string): Promise<string> => {
  const answer = await identity.manage('POST', '/api/v1/groups', { profile: { name, secondFactor } });
  return ((await answer.json()) as { id: string }).id;
};

/** Waits for the mail with this subject. */
export async function notice(login: string, subject: string): Promise<string> {
  for (;;) {
    const found = (await identity.messages()).find((mail) => mail.to === login && mail.subject === subject);
    if (found) return found.text;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

beforeAll(async () => {
  groupId = await addGroup('Second factor', 'REQUIRED');
  optionalGroupId = await addGroup('Second factor if wanted', 'OPTIONAL');
});
