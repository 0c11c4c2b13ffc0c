import { expect } from '@playwright/test';
import type { TaskQueue, UserList } from '@throughline/contracts';
import { mailTo } from '../product/mailbox.js';
import { openUser } from '../screens/account-screens.js';
import { expectFocusInside, pressUntilFocused } from '../product/focus.js';
import { fillByKeyboard, submitByKeyboard, typeInto } from '../order/order.js';
import { addressOf, test } from '../product/people.js';
import { accessTokenOf } from '../product/person-api.js';
import { expectWcag } from '../product/wcag.js';

const PASSWORD = 'Blue-harbor-58!';
/** The address of a person of this run alone: the specs may run again on a product that runs already. */
const EMAIL = `rosa.ngata.${Date.now()}@plan.example`;

test('Somebody registers, and an administrator confirms the company and deactivates the account', async ({
  visitor,
  signedIn,
}) => {
  const page = await visitor();
  const press = (key: string) => page.keyboard.press(key);

  await test.step('registers, signs in and orders by keyboard alone', async () => {
    await page.goto('/');
    await pressUntilFocused(page, 'Register');
    await press('Enter');
    const register = page.getByRole('dialog', { name: 'Create Account' });
    await expectFocusInside(register);
    await press('Enter');
    await expect(register.getByLabel('First Name')).toBeFocused();
    await page.keyboard.type('Rosa');
    await typeInto(page, /^Last Name/, 'Ngata');
    await typeInto(page, /^Email/, EMAIL);
    await typeInto(page, /^Phone/, '6025550149');
    await typeInto(page, /^State/, 'Arizona');
    await expect(register.getByRole('option', { name: 'Throughline Medical Supply' })).toHaveCount(0);
    await typeInto(page, /^Company/, 'Saguaro');
    await pressUntilFocused(page, /^Create Account$/);
    await press('Enter');
    await expect(page.getByText(`Please look into the mailbox of ${EMAIL}`)).toBeVisible();

    await page.goto((await mailTo(page, EMAIL, 'Activate')).links[0] ?? '');
    await typeInto(page, 'New password', PASSWORD);
    await typeInto(page, 'Confirm password', PASSWORD);
    await expectWcag(page);
    await press('Enter');
    await expect(page.getByText('Your account is active.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
    await press('Enter');
    await expect(page.getByLabel('Username')).toHaveValue(EMAIL);
    await expect(page.getByRole('dialog').getByLabel('Password')).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();

    await pressUntilFocused(page, 'New Referral');
    await press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'New referral' })).toBeVisible();
    await fillByKeyboard(page, 'Ngata', { state: 'Arizona', item: 'Folding walker with wheels', option: 'Adult' });
    await submitByKeyboard(page);
  });

  const admin = await signedIn('admin');
  await admin.goto('/');
  await admin.getByRole('button', { name: 'Account:' }).click();
  await admin.getByRole('menuitem', { name: 'Admin' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
  await openUser(admin, EMAIL);
  await expect(admin.getByText('Saguaro Health Plan (not confirmed)')).toBeVisible();

  await admin.getByRole('button', { name: 'Change company' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Called the plan');
  await dialog.getByRole('button', { name: 'Settle the claim' }).click();
  await expect(admin.getByText('(not confirmed)')).toHaveCount(0);

  await admin.getByRole('button', { name: 'Deactivate' }).click();
  await dialog.getByLabel('Reason').fill('Left the plan');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(admin.getByText('This account is deactivated')).toBeVisible();
  const audit = admin.getByRole('region', { name: 'Audit' });
  await expect(audit.getByText('deactivated the account')).toBeVisible();
  await expect(audit.getByText('Reason: Left the plan')).toBeVisible();
});

test('A referrer has a profile, and is refused administration in the specified words', async ({ signedIn }) => {
  const page = await signedIn('referrer');
  await page.goto('/');
  await page.getByRole('button', { name: 'Account:' }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Basic Info' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit profile' })).toHaveCount(0);
  await page.goto('/admin');
  await expect(page.getByText('You must be an company administrator to access this page.')).toBeVisible();
});

test('A banner and a right reach the open page when they are given and taken, and a created person the open list', async ({
  signedIn,
}) => {
  const [admin, person] = [await signedIn('admin'), await signedIn('referrer')];
  await person.goto('/admin');
  await expect(person.getByText('You must be an company administrator to access this page.')).toBeVisible();

  const dialog = admin.getByRole('dialog');
  await admin.goto('/admin?tab=banners');
  const banner = admin.getByRole('region', { name: 'Update' });
  await banner.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByLabel(/^Text(?! in Spanish)/).fill('The portal is updated tonight.');
  await dialog.getByLabel('Reason').fill('Release');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(banner).toContainText('Shown now');
  await expect(person.getByText('Portal update: The portal is updated tonight.')).toBeVisible();
  await banner.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByLabel('Reason').fill('Done');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(banner).toContainText('Not shown');
  await expect(person.getByText('The portal is updated tonight.')).toBeHidden();

  await admin.goto('/admin?tab=companies');
  await admin.getByRole('button', { name: 'Name a site administrator of Saguaro Health Plan' }).click();
  // The company has more people than are listed at once.
  await dialog.getByLabel('Search people').fill('Ana Ruiz');
  await dialog.getByLabel('Person').selectOption({ label: `Ana Ruiz (${addressOf('referrer')})` });
  await dialog.getByLabel('Reason').fill('She asked');
  await dialog.getByRole('button', { name: 'Name' }).click();
  await expect(person.getByRole('heading', { level: 1, name: 'My company' })).toBeVisible();

  const email = `invited.${Date.now()}@plan.example`;
  await person.getByRole('button', { name: 'Invite' }).click();
  const invitation = person.getByRole('dialog');
  await invitation.getByRole('button', { name: 'Invite' }).click();
  await expect(invitation.getByText('Reason is required.')).toBeVisible();
  await invitation.getByLabel('First Name').fill('Noor');
  await invitation.getByLabel('Last Name').fill('Haddad');
  await invitation.getByLabel('Email').fill(email);
  await invitation.getByLabel('State').selectOption('AZ');
  await expect(invitation.getByLabel('Company').getByRole('option')).toHaveText(['Saguaro Health Plan']);
  await invitation.getByLabel('Reason').fill('New colleague');
  await invitation.getByRole('button', { name: 'Invite' }).click();
  await person.getByLabel('Name, email or company').fill(email);
  await expect(person.getByRole('row').filter({ hasText: email })).toContainText('Invited');

  await admin.getByRole('button', { name: 'Remove Ana Ruiz' }).click();
  await dialog.getByLabel('Reason').fill('She moved');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(person.getByText('You must be an company administrator to access this page.')).toBeVisible();
});

test('The phone of Register says at once what it does not hold', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Register' }).click();
  const phone = page.getByRole('dialog', { name: 'Create Account' }).getByLabel('Phone');
  const isSaid = async (words: string) => {
    await expect(phone).toHaveAccessibleDescription(words);
    await expect(page.locator('#announcements').getByRole('status')).toContainText(words);
  };
  await phone.pressSequentially('1-602-555-0112');
  await expect(phone).toHaveValue('(602) 555-0112');
  await expect(phone).toHaveAccessibleDescription('');
  await phone.press('9');
  await expect(phone).toHaveValue('(602) 555-0112');
  await isSaid('Left out: 9. A US phone number has 10 digits.');
  await phone.selectText();
  await page.keyboard.insertText('602.555.0113 ext 5');
  await expect(phone).toHaveValue('(602) 555-0113');
  await isSaid('Left out: ext 5. A US phone number has 10 digits.');
  await phone.press('Backspace');
  await expect(phone).toHaveAccessibleDescription('');
  await phone.blur();
  await isSaid('A US phone number has 10 digits; this one has 9.');

  const register = page.getByRole('dialog', { name: 'Create Account' });
  await register.getByLabel('First Name').fill('Noor');
  await page.reload();
  await expect(register.getByLabel('First Name')).toHaveValue('Noor');
  await expect(phone).toHaveValue('(602) 555-011');
  await page.keyboard.press('Escape');
  await register.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible();
  await expect(register).toHaveCount(0);
});

test('A visitor finds Register in the menu of a phone', async ({ newPage }) => {
  const page = await newPage({ viewport: { width: 390, height: 844 } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Account' })).toBeVisible();
});

test('The tasks of somebody who leaves are counted before, and go to a colleague or to the queue', async ({
  signedIn,
}) => {
  const admin = await signedIn('admin');
  await admin.goto('/');
  const token = await accessTokenOf(admin);
  const headers = { authorization: `Bearer ${token}` };
  const api = async <Data>(path: string, body?: object): Promise<Data> => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answer = body
      ? await admin.request.post(`/api${path}`, { data: body, headers: { ...headers, ...key } })
      : await admin.request.get(`/api${path}`, { headers });
    return ((await answer.json()) as { readonly data: Data }).data;
  };
  const email = `leaving.${Date.now()}@throughline.example`;
  const person = { firstName: 'Lea', lastName: 'Ving', email, phone: '', state: 'TX', company: 1, reason: 'New' };
  await api('/okta/create', person);
  const found = () => api<UserList>(`/users?search=${encodeURIComponent(email)}`);
  await expect.poll(async () => (await found()).rowCount).toBe(1);
  const [lea] = (await found()).rows;
  const held = async (userId: string) => (await api<TaskQueue>(`/tasks?tab=open&assignee=${userId}`)).rowCount;
  const { rows } = await api<TaskQueue>('/tasks?tab=unassigned&pageSize=2');
  const taskIds = rows.map(({ taskId }) => taskId);
  await api('/tasks/assign', { userId: lea!.id, taskIds });
  await expect.poll(() => held(lea!.id)).toBe(2);

  await openUser(admin, email);
  const dialog = admin.getByRole('dialog');
  await admin.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByText('Lea Ving holds 2 open tasks, those on hold included.')).toBeVisible();
  const colleague = dialog.getByLabel('Open tasks go to');
  await expect(colleague.getByRole('option').first()).toHaveText('The queue (Unassigned)');
  await expect(colleague.getByRole('option', { name: 'Lea Ving' })).toHaveCount(0);
  await colleague.selectOption({ label: `Minh Tran · ${addressOf('staff2')}` });
  await dialog.getByLabel('Reason').fill('Left the company');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(admin.getByText('Open tasks to: Minh Tran')).toBeVisible();
  await expect.poll(() => held(lea!.id)).toBe(0);
  for (const taskId of taskIds) {
    await admin.goto(`/task/${taskId}`);
    await expect(admin.getByText('Minh Tran').first()).toBeVisible();
  }
});

test('The dialog of a site administrator stays, with what was typed, when the person moves out of their reach', async ({
  signedIn,
}) => {
  const [admin, manager] = [await signedIn('admin'), await signedIn('site-admin')];
  await admin.goto('/');
  const authorization = `Bearer ${await accessTokenOf(admin)}`;
  const post = async (path: string, data: object) => {
    const headers = { authorization, 'idempotency-key': crypto.randomUUID() };
    expect((await admin.request.post(`/api${path}`, { data, headers })).status()).toBeLessThan(300);
  };
  const find = async (email: string) => {
    const answer = await admin.request.get(`/api/users?search=${encodeURIComponent(email)}`, {
      headers: { authorization },
    });
    return ((await answer.json()) as { readonly data: UserList }).data.rows[0];
  };
  const company = (await find(addressOf('site-admin')))?.company?.id;
  const email = `moving.${Date.now()}@plan.example`;
  await post('/okta/create', {
    firstName: 'Mo',
    lastName: 'Ving',
    email,
    phone: '',
    state: 'AZ',
    company,
    reason: 'New',
  });
  await expect.poll(() => find(email)).toBeDefined();
  const { id } = (await find(email))!;

  await manager.goto(`/user/${id}`);
  await manager.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Left the plan');
  const seen = { companyId: company, claimedCompanyId: null, groups: [], admin: false, siteAdmin: false, active: true };
  await post(`/users/user/${id}/company`, { companyId: null, seen, reason: 'Another plan' });

  await expect(dialog.getByText('You cannot see this person any more', { exact: false })).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Left the plan');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByText('This user was not found.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Left the plan');
  await expectWcag(manager, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(manager.getByRole('heading', { name: 'No such person' })).toBeVisible();
});

for (const [person, address, tag] of [
  ['ops', '/audit', '@long'],
  ['admin', '/admin', []],
] as const) {
  test(
    `A certificate that ends soon is announced to ${person} at ${address}`,
    { tag: [tag].flat() },
    async ({ signedIn }) => {
      const page = await signedIn(person);
      const ends = 'The certificate of the event log (EVENT_STORE_URL) ends on 2027-11-28, in 23 days.';
      await page.route('**/api/health/ready', async (route) => {
        const answer = await route.fetch();
        const { data, ...rest } = (await answer.json()) as { data: object };
        await route.fulfill({ json: { ...rest, data: { ...data, certificates: { ok: true, detail: ends } } } });
      });
      await page.goto(address);
      await expect(page.getByRole('alert').filter({ hasText: ends })).toContainText('Renew a certificate');
      await page.unroute('**/api/health/ready');
      await Promise.all([page.waitForResponse('**/api/health/ready'), page.reload()]);
      await expect(page.getByText('The certificate of')).toHaveCount(0);
    },
  );
}
