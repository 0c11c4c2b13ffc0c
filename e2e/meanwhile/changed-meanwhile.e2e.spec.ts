import { expect, type Locator, type Page } from '@playwright/test';
import { accountsOf, openDialog, profileOf, restorePeople, rightsOf } from './account-acts.js';
import { expectVisibleFocus } from '../product/focus.js';
import { addressOf, test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

restorePeople();

for (const width of [1280, 390]) {
  const title = `What one administrator takes away, the older dialog of another does not give back, at ${width} px`;
  test(title, { tag: width === 390 ? [] : '@long' }, async ({ signedIn, apiAs }) => {
    const first = await signedIn('admin');
    const { find, act } = accountsOf(await apiAs('admin'));
    const other = await find(addressOf('staff2'));
    if (!other.admin) await act(other, 'role', { admin: true }, rightsOf(other));
    let person = await find(addressOf('referrer2'));
    await act(person, 'role', { admin: true, siteAdmin: false }, rightsOf(person));

    const second = await signedIn('staff2');
    await second.setViewportSize({ width, height: 900 });
    const older = await openDialog(second, person, 'Change role');
    await expect(older.getByRole('checkbox', { name: 'Administrator', exact: true })).toBeChecked();
    await older.getByRole('checkbox', { name: /^Site administrator/ }).check();
    await older.getByLabel('Reason').fill('Manages the people of the plan');

    const dialog = await openDialog(first, person, 'Change role');
    await dialog.getByRole('checkbox', { name: 'Administrator', exact: true }).uncheck();
    await dialog.getByLabel('Reason').fill('Left the management');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    await older.getByRole('button', { name: 'Save' }).click();
    await expect(older.getByText(/Nothing was saved/)).toBeVisible();
    const status = older.getByRole('status');
    await expect(status).toContainText(/changed this, \w+day \d\d:\d\d/);
    await expect(status).toContainText('Administrator: no (you saw: yes)');
    await expect(older.getByRole('checkbox', { name: 'Administrator', exact: true })).toBeChecked();
    await expect(older.getByRole('checkbox', { name: /^Site administrator/ })).toBeChecked();
    await expect(older.getByLabel('Reason')).toHaveValue('Manages the people of the plan');
    await expectWcag(second, '[role="dialog"]');
    person = await find(addressOf('referrer2'));
    expect(rightsOf(person)).toEqual({ admin: false, siteAdmin: false });

    await status.getByRole('button', { name: 'Take over what is new' }).click();
    await expect(status).toBeEmpty();
    await expect(older.getByRole('checkbox', { name: 'Administrator', exact: true })).not.toBeChecked();
    await expect(older.getByRole('checkbox', { name: /^Site administrator/ })).toBeChecked();
    await expect(older.getByLabel('Reason')).toHaveValue('Manages the people of the plan');
    await older.getByRole('button', { name: 'Save' }).click();
    await expect(older).toBeHidden();
    await expect
      .poll(async () => rightsOf(await find(addressOf('referrer2'))))
      .toEqual({
        admin: false,
        siteAdmin: true,
      });
  });
}

for (const hears of [true, false]) {
  const title = hears
    ? 'A right that was given and taken away while a dialog is open stays in its notice, and does not come back by it'
    : 'A right that was given and taken away does not come back by a dialog whose page has heard of neither';
  test(title, async ({ signedIn, apiAs }) => {
    const { find, act } = accountsOf(await apiAs('admin'));
    const other = await find(addressOf('staff2'));
    if (!other.admin) await act(other, 'role', { admin: true }, rightsOf(other));
    const person = await find(addressOf('referrer2'));
    await act(person, 'role', { admin: false, siteAdmin: false }, rightsOf(person));
    const second = await signedIn('staff2');
    const dialog = await openDialog(second, person, 'Change role');
    await dialog.getByRole('checkbox', { name: 'Administrator', exact: true }).check();
    await dialog.getByLabel('Reason').fill('Manages the plan');
    const status = dialog.getByRole('status');
    const reads = (url: URL) => url.pathname.endsWith(`/users/user/${person.id}`);
    if (!hears) await second.route(reads, (route) => route.abort());
    await act(person, 'role', { admin: true }, { admin: false, siteAdmin: false });
    if (hears) await expect(status).toContainText('Administrator: yes (you saw: no)');
    await act(person, 'role', { admin: false }, { admin: true, siteAdmin: false });
    const again = 'Administrator: no again, after it was changed and changed back';
    if (hears) await expect(status).toContainText(again);

    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/Nothing was saved/)).toBeVisible();
    await expect(status).toContainText(/changed this, \w+day \d\d:\d\d/);
    await expect(status).toContainText(again);
    await expect(dialog.getByRole('checkbox', { name: 'Administrator', exact: true })).toBeChecked();
    expect(rightsOf(await find(addressOf('referrer2')))).toEqual({ admin: false, siteAdmin: false });
    await second.unroute(reads);
    await status.getByRole('button', { name: 'Take over what is new' }).click();
    await expect(dialog.getByLabel('Reason')).toHaveValue('Manages the plan');
    await dialog.getByRole('checkbox', { name: 'Administrator', exact: true }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });
}

test('A dialog says that its subject changes while it is open, keeps what is typed, and changes nothing else', async ({
  signedIn,
  apiAs,
}) => {
  const { find, act } = accountsOf(await apiAs('admin'));
  const person = await find(addressOf('referrer2'));
  const second = await signedIn('admin');
  const dialog = await openDialog(second, person, 'Edit profile');
  const lastName = `Ngata-${Date.now() % 1000}`;
  await dialog.getByLabel('Last Name').fill(lastName);
  const secondaryPhone = person.secondaryPhone === '6025550177' ? '6025550178' : '6025550177';
  await act(person, 'profile', { secondaryPhone }, profileOf(person));

  const status = dialog.getByRole('status');
  await expect(status).toContainText(/You changed this yourself, \w+day \d\d:\d\d/);
  await expect(status).toContainText(`Secondary phone: (602) 555-01${secondaryPhone.slice(-2)} (you saw: `);
  await expect(dialog.getByLabel('Last Name')).toHaveValue(lastName);
  await expect(dialog.getByLabel('Last Name')).toBeFocused();
  await expectWcag(second, '[role="dialog"]');
  await dialog.getByLabel('Reason').fill('Married');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => profileOf(await find(addressOf('referrer2'))))
    .toMatchObject({
      lastName,
      secondaryPhone,
    });
});

test('A deactivation for another reason is not taken back by the dialog that was opened for the one before', async ({
  signedIn,
  apiAs,
}) => {
  const { find, act, create } = accountsOf(await apiAs('admin'));
  // A person of this test alone: the password ends with the account.
  const email = `vance.${Date.now()}@plan.example`;
  await create(email, (await find(addressOf('referrer2'))).company?.id);
  await expect.poll(() => find(email)).toBeDefined();
  const turn = async (which: 'deactivate' | 'reactivate', reason = 'As asked') => {
    const person = await find(email);
    const { switches } = person;
    const groups = person.groups.map(({ name }) => name);
    const companyId = person.company?.id ?? null;
    await act(person, which, { reason }, { switches, ...rightsOf(person), groups, companyId });
    await expect.poll(async () => (await find(email)).switches).toBe(switches + 1);
  };
  await turn('deactivate');
  const page = await signedIn('admin');
  const dialog = await openDialog(page, await find(email), 'Reactivate');
  await dialog.getByLabel('Reason').fill('Is back');
  await turn('reactivate');
  await turn('deactivate', 'Fraud');
  const status = dialog.getByRole('status');
  await expect(status).toContainText('Active: no again, after it was changed and changed back');
  await expect(status).toContainText('Reason: Fraud');
  await dialog.getByRole('button', { name: 'Reactivate' }).click();
  await expect(status).toContainText('Nothing was saved');
  await expect(status).toBeFocused();
  expect((await find(email)).active).toBe(false);
  await expectWcag(page, '[role="dialog"]');

  await status.getByRole('button', { name: 'Take over what is new' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Is back');
  await dialog.getByRole('button', { name: 'Reactivate' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await find(email)).active).toBe(true);
});

test('A person who moves to another company cannot be made, nor unmade, its site administrator: the dialog says so and what to do', async ({
  signedIn,
  apiAs,
}) => {
  const { find, act, create, companies } = accountsOf(await apiAs('admin'));
  const colleague = await find(addressOf('staff2'));
  if (!colleague.admin) await act(colleague, 'role', { admin: true }, rightsOf(colleague));
  const plan = (await find(addressOf('site-admin'))).company!;
  const other = (await companies()).find(({ name }) => name === 'Commonwealth Community Plan')!;
  const email = `moving.${Date.now()}@plan.example`;
  await create(email, plan.id);
  await expect.poll(() => find(email)).toBeDefined();
  const move = async (companyId: number) => {
    const person = await find(email);
    const groups = person.groups.map(({ name }) => name);
    const standing = { companyId: person.company?.id ?? null, claimedCompanyId: null, active: person.active };
    await act(person, 'company', { companyId }, { ...rightsOf(person), groups, ...standing });
    await expect.poll(async () => (await find(email)).company?.id).toBe(companyId);
  };
  const page = await signedIn('staff2');
  const isMoved = async (dialog: Locator, submit: string, next: string) => {
    await dialog.getByLabel('Reason').fill('As agreed');
    await move(other.id);
    await expect(dialog).toContainText(
      `Jo Vance is a person of ${other.name} by now. Nothing can be saved here. ${next}`,
    );
    await expect(dialog).toContainText(/Priya Nair changed this, \w+day \d\d:\d\d/);
    await expect(dialog).toContainText(`Company: ${other.name} (you saw: ${plan.name})`);
    await expect(dialog.getByRole('button', { name: submit })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Take over what is new' })).toBeHidden();
    await expect(dialog.getByLabel('Reason')).toHaveValue('As agreed');
    await expectWcag(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await move(plan.id);
  };
  await page.goto('/admin?tab=companies');
  await page.getByRole('button', { name: `Name a site administrator of ${plan.name}` }).click();
  const naming = page.getByRole('dialog', { name: /^Name a site administrator/ });
  // The company has more people than are listed at once.
  await naming.getByLabel('Search people').fill(email);
  await naming.getByLabel('Person').selectOption({ label: `Jo Vance (${email})` });
  await isMoved(naming, 'Name', 'Close this, or choose somebody else.');

  const person = await find(email);
  await act(person, 'role', { admin: false, siteAdmin: true }, rightsOf(person));
  await page.reload();
  await page.getByRole('button', { name: 'Remove Jo Vance' }).click();
  await isMoved(page.getByRole('dialog', { name: /^Remove Jo Vance/ }), 'Remove', 'Close this.');
});

for (const [width, height] of [
  [1280, 500],
  [320, 256],
] as const) {
  const title = `What a dialog says is seen where the person is, at ${width} × ${height} px`;
  test(title, { tag: width === 320 ? [] : '@long' }, async ({ signedIn, apiAs, visitor }) => {
    const { find, act } = accountsOf(await apiAs('admin'));
    const person = await find(addressOf('referrer2'));
    const page = await signedIn('admin');
    await page.setViewportSize({ width, height });
    const dialog = await openDialog(page, person, 'Edit profile');
    const reason = dialog.getByLabel('Reason');
    await dialog.getByLabel('Last Name').fill('Ngata');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(reason).toBeFocused();
    await expect(dialog.getByText('Reason is required.')).toBeInViewport({ ratio: 0.9 });
    await reason.fill('Married');
    await act(person, 'profile', { lastName: `Okafor-${Date.now() % 1000}` }, profileOf(person));

    const sign = dialog.getByRole('button', { name: 'Changed meanwhile: see above' });
    await expect(sign).toBeInViewport({ ratio: 0.9 });
    await expect(reason).toBeFocused();
    const status = dialog.getByRole('status');
    const said = status.getByText('You changed this yourself,');
    await expect(said).not.toBeInViewport();
    await sign.click();
    await expect(said).toBeInViewport();
    await expect(sign).toBeHidden();

    // What happens twice in life is done twice.
    for (const _ of ['once', 'again']) {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(status).toContainText('Nothing was saved');
      await expect(status).toBeFocused();
      await expect(said).toBeInViewport();
      await expectVisibleFocus(page);
    }
    await status.getByRole('button', { name: 'Take over what is new' }).click();
    await expect(dialog.getByLabel('Last Name')).toBeFocused();
    await expect(dialog.getByLabel('Last Name')).toHaveValue('Ngata');
    await expect(status).toContainText(/What you have entered stays here.*Last Name: Okafor-/);
    await expect(dialog.getByLabel('Last Name')).toBeInViewport({ ratio: 0.9 });
    await expectVisibleFocus(page);

    const rights = await find(addressOf('referrer2'));
    const changeRole = await openDialog(page, rights, 'Change role');
    await changeRole.getByRole('checkbox', { name: /^Site administrator/ }).click();
    await changeRole.getByLabel('Reason').fill('Manages');
    await act(rights, 'role', { admin: true }, rightsOf(rights));
    await changeRole.getByRole('button', { name: 'Save' }).click();
    await expect(changeRole.getByRole('status')).toBeFocused();
    await changeRole.getByRole('button', { name: 'Take over what is new' }).click();
    const box = changeRole.getByRole('checkbox', { name: 'Administrator', exact: true });
    await expect(box).toBeFocused();
    await expect(box.locator('..')).toHaveCSS('outline-style', 'solid');
    await expect(box.locator('..')).toBeInViewport({ ratio: 0.9 });

    const anonymous = await visitor();
    await anonymous.setViewportSize({ width, height });
    await anonymous.goto('/');
    await anonymous.getByRole('button', { name: 'Login' }).first().click();
    const login = anonymous.getByRole('dialog', { name: 'Sign In' });
    await login.getByLabel('Username').fill('nobody@throughline.example');
    await login.getByLabel('Password').fill('wrong');
    await login.getByRole('button', { name: 'Sign In' }).click();
    const wrong = login.getByRole('alert');
    await expect(wrong).toBeInViewport();
    expect(await wrong.evaluate((alert) => alert.parentElement === document.activeElement)).toBe(true);
    await expectVisibleFocus(anonymous);
  });
}

test('The notification settings follow another window, and what looks chosen is sent all the same', async ({
  signedIn,
}) => {
  const [first, second] = [await signedIn('referrer2'), await signedIn('referrer2')];
  const choice = (page: Page, name: string) =>
    page.getByRole('radiogroup', { name: 'Status changes' }).getByRole('radio', { name });
  for (const page of [first, second]) await page.goto('/user');
  for (const name of ['None', 'Now']) {
    await choice(first, name).click();
    await expect(first.getByText(`Saved. Status changes: ${name}`).last()).toBeVisible();
    await expect(choice(second, name)).toBeChecked();
  }
  const own = /\/api\/users\/user\/[^/?]+(\?|$)/;
  await second.route(own, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  await choice(first, 'None').click();
  await expect(first.getByText('Saved. Status changes: None').last()).toBeVisible();
  await expect(choice(second, 'Now')).toBeChecked();
  await choice(second, 'Now').click();
  await expect(second.getByText('Saved. Status changes: Now').last()).toBeVisible();
  await expect(choice(first, 'Now')).toBeChecked();
  await second.unroute(own);
});
