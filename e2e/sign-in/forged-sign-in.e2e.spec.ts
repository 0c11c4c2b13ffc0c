import { createHash } from 'node:crypto';
import { expect, type APIRequestContext, type Page, request } from '@playwright/test';
import { expectFocusInside } from '../product/focus.js';
import { addressOf, signIn, test } from '../product/people.js';
import { runningProduct } from '../product/product.js';

const VERIFIER = 'a-code-verifier-that-is-long-enough-for-the-rule';
const CLIENT_ID = 'throughline-console';

/** Somebody with an account of their own, in a browser of their own, who sends links to others. */
async function attacker(): Promise<{
  readonly browser: APIRequestContext;
  readonly sessionToken: () => Promise<string>;
}> {
  const browser = await request.newContext({ baseURL: (await runningProduct()).origin });
  return {
    browser,
    sessionToken: async () => {
      const data = { username: addressOf('referrer'), password: 'Throughline1!' };
      const answer = (await (await browser.post('/api/v1/authn', { data })).json()) as { sessionToken: string };
      return answer.sessionToken;
    },
  };
}

async function authorizeLink(parameters: Record<string, string>): Promise<string> {
  const { origin } = await runningProduct();
  const asked = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: `${origin}/login/callback`,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return `/oauth2/default/v1/authorize?${asked}`;
}

/** Follows a link from a page of another origin, as from a mail. */
async function followLink(page: Page, href: string): Promise<void> {
  const { origin } = await runningProduct();
  await page.goto(`data:text/html,<a href="${new URL(href, origin).href.replaceAll('&', '%26amp;')}">Look!</a>`);
  await page.getByRole('link', { name: 'Look!' }).click();
  await page.waitForURL(`${origin}/**`);
}

const sessionOf = async (page: Page) => {
  const answer = await page.request.get('/api/v1/sessions/me');
  return answer.ok() ? ((await answer.json()) as { login: string }).login : null;
};

test.describe('A link with a session token of the sender’s', () => {
  test('does not change the signed-in person, also at the next renewal', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/');
    await signIn(page, 'staff2');
    const { sessionToken } = await attacker();
    await followLink(page, await authorizeLink({ sessionToken: await sessionToken() }));
    await expect(page).toHaveURL(/\/login\/callback/);
    const failure = page.getByRole('alert');
    await expect(failure).toContainText('does not complete a sign-in that was started in this browser');
    await expect(failure).not.toContainText(/PKCE|codeVerifier|storage/);
    expect(await sessionOf(page)).toBe(addressOf('staff2'));
    await page.goto('/queue');
    await spoilToken(page);
    await page.reload();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('button', { name: /Account:/ })).toBeVisible();
  });

  test('does not sign in a visitor, and neither does a link with a code', async ({ visitor }) => {
    const page = await visitor();
    const { browser, sessionToken } = await attacker();
    await followLink(page, await authorizeLink({ sessionToken: await sessionToken() }));
    expect(await sessionOf(page)).toBeNull();

    const own = await browser.get(await authorizeLink({ sessionToken: await sessionToken() }), { maxRedirects: 0 });
    const callback = own.headers()['location'] ?? '';
    expect(callback).toContain('code=');
    await followLink(page, callback);
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    expect(await sessionOf(page)).toBeNull();
  });
});

test.describe('The address in the mailed link for a new browser', () => {
  test('opens the sign-in dialog once, with the reason', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/?sign-in=known-browser');
    const dialog = page.getByRole('dialog', { name: 'Sign In' });
    await expect(dialog).toContainText('This browser may sign in now.');
    await expect(page).toHaveURL(/\/$/);
    await expectFocusInside(dialog);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});

test.describe('A provider session that now belongs to another person', () => {
  test('signs out every tab with a message, and keeps the typed text', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await signIn(page, 'referrer2');
    const lastName = page.getByRole('group', { name: 'Member', exact: true }).getByLabel('Last Name');
    await lastName.fill('Unsent');
    const other = await page.context().newPage();
    await other.goto('/referrals');
    await expect(other.getByRole('table')).toBeVisible();

    // As a provider does that takes any session token.
    const { browser, sessionToken } = await attacker();
    await browser.get(await authorizeLink({ sessionToken: await sessionToken() }), { maxRedirects: 0 });
    const { cookies } = await browser.storageState();
    await page.context().addCookies(cookies.filter(({ name }) => name === 'sid'));
    // The other tab learns of it, and renews the token.
    await spoilToken(page);

    for (const tab of [page, other]) {
      await expect(tab.getByRole('dialog', { name: 'Sign In' })).toContainText(
        'You were signed out because this browser was about to continue as another person.',
      );
    }
    await expect(other.getByRole('table')).toHaveCount(0);
    await expectFocusInside(page.getByRole('dialog', { name: 'Sign In' }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(lastName).toHaveValue('Unsent');
    await expect.poll(() => sessionOf(page)).toBeNull();
  });
});

/** The API takes the stored token no more, so that the next call renews it. */
async function spoilToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tokens = JSON.parse(localStorage.getItem('okta-token-storage') ?? '') as {
      readonly accessToken: { accessToken: string };
    };
    tokens.accessToken.accessToken = tokens.accessToken.accessToken.replace(/.{6}$/, 'AAAAAA');
    localStorage.setItem('okta-token-storage', JSON.stringify(tokens));
  });
}
