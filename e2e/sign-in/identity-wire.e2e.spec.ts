import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { mailTo } from '../product/mailbox.js';
import { addressOf, test } from '../product/people.js';
import { ROOT, runningProduct } from '../product/product.js';

/** The published build of the portal's client, as a script: the console loads it as a module that a spec cannot reach. */
const CLIENT = join(ROOT, 'node_modules/@okta/okta-auth-js/dist/okta-auth-js.authn.min.js');
const PASSWORD = 'Throughline1!';

interface Transaction {
  readonly status: string;
  readonly sessionToken?: string;
  readonly factors?: readonly { readonly verify: () => Promise<Transaction> }[];
  readonly verify?: (given: object) => Promise<Transaction>;
}

interface Client {
  signInWithCredentials(given: object): Promise<Transaction>;
  readonly token: {
    getWithoutPrompt(given: object): Promise<{ readonly tokens: { readonly idToken: { readonly claims: object } } }>;
  };
  readonly session: { exists(): Promise<boolean>; close(): Promise<unknown> };
}

interface PageWithClient {
  readonly OktaAuth: new (options: object) => Client;
  client: Client;
  transaction: Transaction;
}

async function openClient(page: Page): Promise<void> {
  const { origin } = await runningProduct();
  await page.goto('/help');
  await page.addScriptTag({ path: CLIENT });
  await page.evaluate((portal) => {
    const here = window as unknown as PageWithClient;
    here.client = new here.OktaAuth({
      issuer: `${portal}/oauth2/default`,
      clientId: 'throughline-console',
      redirectUri: `${portal}/login/callback`,
      scopes: ['openid', 'profile', 'email'],
      tokenManager: { storage: 'memory' },
    });
  }, origin);
}

test('The client signs in with a code to the phone, and gets tokens in its hidden frame', async ({ newPage }) => {
  // The portal's policy admits no script of a spec's.
  const page = await newPage({ bypassCSP: true });
  await openClient(page);
  const begun = await page.evaluate(
    async (given) => {
      const here = window as unknown as PageWithClient;
      const first = await here.client.signInWithCredentials(given);
      here.transaction = await first.factors![0]!.verify();
      return [first.status, here.transaction.status];
    },
    { username: addressOf('phone'), password: PASSWORD },
  );
  expect(begun).toEqual(['MFA_REQUIRED', 'MFA_CHALLENGE']);
  const code = /^\d{6}/.exec((await mailTo(page, '+16025550181', 'Text message')).text)?.[0];
  const ended = await page.evaluate(async (passCode) => {
    const here = window as unknown as PageWithClient;
    const { status, sessionToken } = await here.transaction.verify!({ passCode });
    const { tokens } = await here.client.token.getWithoutPrompt({ sessionToken });
    const signedIn = await here.client.session.exists();
    await here.client.session.close();
    return { status, claims: tokens.idToken.claims, signedIn, afterwards: await here.client.session.exists() };
  }, code);
  expect(ended).toMatchObject({
    status: 'SUCCESS',
    claims: { preferred_username: addressOf('phone'), amr: ['pwd', 'sms', 'mfa'] },
    signedIn: true,
    afterwards: false,
  });
});
