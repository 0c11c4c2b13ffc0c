import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { freePorts } from '../../scripts/launcher/ports.mjs';
import { mailTo } from '../product/mailbox.js';
import { test } from '../product/people.js';
import { dataFolder, ROOT, runningProduct } from '../product/product.js';
import { expectWcag } from '../product/wcag.js';

const LOGIN = 'second-factors@throughline.example';
const PASSWORD = 'Green-river-42!';

let origin = '';
let userId = '';
let manage: (method: string, path: string, body?: object) => Promise<{ readonly id: string }>;
let processes: ChildProcess[] = [];

/** Another API and identity provider on the product's databases, which offer authenticator apps and passkeys; and a person whose group needs a second factor. */
test.beforeAll(async () => {
  const { postgres } = await runningProduct();
  const secrets = JSON.parse(await readFile(join(dataFolder(), 'secrets.json'), 'utf8')) as {
    readonly secretKey: string;
    readonly identityApiToken: string;
  };
  const [port, identityPort] = await freePorts(2);
  origin = `http://localhost:${port}`;
  const identityUrl = `http://127.0.0.1:${identityPort}`;
  const env = {
    ...process.env,
    SIGN_IN_METHODS: 'sms,totp,passkey',
    REMEMBER_DEVICE_DAYS: '30',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DATA_DIR: dataFolder(),
    DATABASE_URL: postgres.url,
    IDENTITY_DATABASE_URL: Object.assign(new URL(postgres.url), { pathname: '/identity' }).href,
    IDENTITY_URL: identityUrl,
    IDENTITY_PORT: String(identityPort),
    IDENTITY_API_TOKEN: secrets.identityApiToken,
    SECRET_KEY: secrets.secretKey,
    ALLOW_CAPTURED_MAIL: 'yes',
    LOG_LEVEL: 'error',
  };
  processes = ['identity', 'api'].map((name) =>
    spawn(process.execPath, [join(ROOT, `dist/apps/${name}/src/main.js`)], { cwd: ROOT, env, stdio: 'inherit' }),
  );
  for (const url of [`${identityUrl}/health/ready`, `${origin}/api/health/ready`]) {
    const answers = () => fetch(url).then(({ ok }) => ok, () => false); // prettier-ignore
    await expect.poll(answers, { message: url }).toBe(true);
  }
  const person = ['--login', LOGIN, '--first-name', 'Inez', '--last-name', 'Lund', '--phone', '5125550144'];
  const command = ['scripts/throughline.mjs', 'account', 'create', ...person, '--company', '1'];
  execFileSync(process.execPath, command, { cwd: ROOT, env, input: PASSWORD });
  manage = async (method, path, body) => {
    const headers = { authorization: `SSWS ${secrets.identityApiToken}`, 'content-type': 'application/json' };
    const answer = await fetch(identityUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return answer.status === 204 ? { id: '' } : ((await answer.json()) as { readonly id: string });
  };
  const profile = { name: 'Needs a second factor', secondFactor: 'REQUIRED' };
  const group = await manage('POST', '/api/v1/groups', { profile });
  ({ id: userId } = await manage('GET', `/api/v1/users/${encodeURIComponent(LOGIN)}`));
  await manage('PUT', `/api/v1/groups/${group.id}/users/${userId}`);
});

test.afterAll(() =>
  Promise.all(
    processes.map(async (child) => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }),
  ),
);

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const account = (page: Page) => page.getByRole('button', { name: 'Account:' });
const openSignIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Login' }).click();

async function logout(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await openSignIn(page);
}

test('A person sets up an authenticator app, signs in with it, is remembered, changes it on the profile, and then signs in with a passkey alone', async ({
  newPage,
}) => {
  const page = await newPage({ baseURL: origin });
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/');
  let app = new TOTP();
  const typePassword = async () => {
    await dialogOf(page, 'Sign In').getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
  };

  await test.step('the app is chosen instead of the phone, and set up', async () => {
    await openSignIn(page);
    await dialogOf(page, 'Sign In').getByLabel('Username').fill(LOGIN);
    await typePassword();
    await expectWcag(page, '[role="dialog"]');
    await page.getByRole('button', { name: 'Continue' }).click();
    await dialogOf(page, 'Setup Phone MFA').getByRole('button', { name: 'Use another way' }).click();
    await dialogOf(page, 'Set Up MFA').getByLabel('Authenticator app').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    const setup = dialogOf(page, 'Setup Authenticator App');
    await expect(setup.getByRole('img', { name: 'QR code' })).toBeVisible();
    await expectWcag(page, '[role="dialog"]');
    app = new TOTP({ secret: (await setup.getByRole('code').innerText()).replaceAll(' ', '') });
    await setup.getByLabel('Verification code').fill(app.generate());
    await page.keyboard.press('Enter');
    await dialogOf(page, 'Authenticator App MFA Complete').getByRole('button', { name: 'Login' }).click();
  });

  await test.step('it is asked for at the next sign-in', async () => {
    await typePassword();
    const verify = dialogOf(page, 'Verify Authenticator App');
    await expect(verify.getByLabel('Verification code')).toBeFocused();
    // The code of the present was used.
    await page.keyboard.type(app.generate({ timestamp: Date.now() + 30_000 }));
    await verify.getByLabel('Do not ask again in this browser for 30 days').check();
    await expectWcag(page, '[role="dialog"]');
    await page.keyboard.press('Enter');
    await expect(account(page)).toBeVisible();
  });

  await test.step('and then no more in this browser', async () => {
    await logout(page);
    await dialogOf(page, 'Sign In').getByLabel('Username').fill(LOGIN);
    await typePassword();
    await expect(account(page)).toBeVisible();
  });

  const methods = page.getByRole('region', { name: 'Sign-in methods' });
  await test.step('it stays as the only factor, and is replaced on the profile once there is a phone', async () => {
    await page.goto('/user');
    await methods.getByRole('button', { name: 'Remove: authenticator app' }).click();
    const remove = dialogOf(page, 'Remove the Authenticator App');
    await remove.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(remove).toContainText('A second factor is required for your account');
    await expectWcag(page, '[role="dialog"]');
    const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: '+15125550144' } };
    await manage('POST', `/api/v1/users/${userId}/factors?activate=true`, phone);
    await page.keyboard.press('Enter');
    await expect(methods.getByRole('listitem')).toHaveText([/Text messages to \+1 XXX-XXX-0144/]);
    await methods.getByRole('button', { name: 'Add an authenticator app' }).click();
    const add = dialogOf(page, 'Add an Authenticator App');
    await add.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(add.getByLabel('Verification code')).toBeFocused();
    await expectWcag(page, '[role="dialog"]');
    app = new TOTP({ secret: (await add.getByRole('code').innerText()).replaceAll(' ', '') });
    await page.keyboard.type(app.generate());
    await page.keyboard.press('Enter');
    await expect(methods.getByRole('listitem')).toHaveCount(2);
    await expectWcag(page, 'main');
  });

  await test.step('of two factors one is chosen, the phone first, and asked for at once the next time', async () => {
    const signIn = async () => {
      await logout(page);
      await dialogOf(page, 'Sign In').getByLabel('Username').fill(LOGIN);
      await typePassword();
    };
    await signIn();
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio').first()).toBeChecked();
    await page.getByLabel('Authenticator app').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(dialogOf(page, 'Verify Authenticator App').getByLabel('Verification code')).toBeFocused();
    await page.keyboard.type(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.keyboard.press('Enter');
    await expect(account(page)).toBeVisible();
    await signIn();
    await dialogOf(page, 'Verify Authenticator App').getByRole('button', { name: 'Use another way' }).click();
    await expect(dialogOf(page, 'Verify MFA').getByLabel('Text message to +1 XXX-XXX-0144')).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(dialogOf(page, 'Verify Phone MFA').getByLabel('Verification code')).toBeFocused();
    const code = /^\d{6}/.exec((await mailTo(page, '+15125550144', 'Text message')).text)?.[0] ?? '';
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(account(page)).toBeVisible();
  });

  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await test.step('a passkey is added with the password', async () => {
    await page.goto('/user');
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    const add = dialogOf(page, 'Add a Passkey');
    await add.getByLabel('Name').fill('Work laptop');
    await add.getByLabel('Password').fill('Not-mine-1!');
    await page.keyboard.press('Enter');
    await expect(add).toContainText('Password is not correct');
    await expectWcag(page, '[role="dialog"]');
    await add.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('listitem')).toContainText('Work laptop');
  });

  await test.step('it signs in without a password and without a code', async () => {
    await logout(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(account(page)).toBeVisible();
  });

  await test.step('once removed, it signs in no more', async () => {
    await page.goto('/user');
    await expect(passkeys.getByRole('listitem')).toContainText('last used');
    await passkeys.getByRole('button', { name: 'Remove: Work laptop' }).click();
    const remove = dialogOf(page, 'Remove the Passkey');
    await expect(remove.getByLabel('Password')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove).toContainText('Password is required');
    await page.keyboard.type('Not-mine-1!');
    await page.keyboard.press('Enter');
    await expect(remove).toContainText('Password is not correct');
    await expectWcag(page, '[role="dialog"]');
    await remove.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(passkeys).toContainText('You have none.');
    await logout(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(dialogOf(page, 'Sign In')).toContainText('This passkey was not accepted.');
  });

  await test.step('a security question is asked before a forgotten password is reset', async () => {
    await manage('POST', `/api/v1/users/${userId}/credentials/change_recovery_question`, {
      password: { value: PASSWORD },
      recovery_question: { question: 'Who was your first teacher?', answer: 'Óscar Vega' },
    });
    const forgotten = { data: { username: LOGIN, factorType: 'EMAIL' } };
    await page.request.post('/api/v1/authn/recovery/password', forgotten);
    await page.goto((await mailTo(page, LOGIN, 'Reset your Throughline password')).links[0]!);
    const answer = page.getByLabel('Who was your first teacher?');
    await answer.fill('Nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The recovery question answer did not match our records.');
    await expectWcag(page, 'main');
    await answer.fill('óscar vega');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'New password' })).toBeFocused();
  });
});
