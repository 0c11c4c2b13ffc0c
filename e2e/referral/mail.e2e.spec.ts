import { expect } from '@playwright/test';
import { mailTo } from '../product/mailbox.js';
import { addItem, field, fillMember, openSection, submitOrder } from '../order/order.js';
import { test } from '../product/people.js';
import { expectWcag, expectWcagWithoutConsole } from '../product/wcag.js';

/** The address of a person of this run alone: the specs may run again on a product that runs already. */
const EMAIL = `nadia.haddad.${Date.now()}@clinic.example`;
const PASSWORD = 'Blue-river-42!';

test('An order of an unknown referrer sends a mail with its ID and opens an account', async ({ visitor }) => {
  test.slow();
  const page = await visitor();
  let id = '';
  let medicaidId = '';

  await test.step('they order without signing in', async () => {
    await page.goto('/create-referral');
    await field(page, 'Referrer', 'First Name').fill('Nadia');
    await field(page, 'Referrer', 'Last Name').fill('Haddad');
    await field(page, 'Referrer', 'Email').fill(EMAIL);
    await field(page, 'Referrer', 'Phone').fill('6025550199');
    await fillMember(page, 'Zzyzx');
    medicaidId = await field(page, 'Insurance', 'Medicaid ID').inputValue();
    expect(medicaidId).not.toBe('');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    id = await submitOrder(page);
  });

  await test.step('the mailbox has the ID and a link that works, and nothing about the member', async () => {
    const mail = await mailTo(page, EMAIL, id);
    expect(mail.links).toEqual([expect.stringContaining(`/referral/${id}`)]);
    for (const word of ['Zzyzx', 'Maria', 'Saguaro', medicaidId]) expect(mail.text + mail.subject).not.toContain(word);
    await page.goto('/dev/mailbox');
    await expectWcagWithoutConsole(page);
    await page.getByRole('link', { name: mail.subject }).click();
    await page.getByRole('link', { name: `/referral/${id}` }).click();
    await expect(page.getByText('You see only the progress.')).toBeVisible();
  });

  await test.step('the other mail has a link to choose a password', async () => {
    const mail = await mailTo(page, EMAIL, 'Activate');
    await page.goto(mail.links[0] ?? '');
    await expect(page.getByRole('heading', { level: 1, name: 'Activate Account' })).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue(EMAIL);
    await page.getByRole('button', { name: 'Activate Account' }).click();
    await expect(page.getByLabel('New password')).toBeFocused();
    await expect(page.getByRole('link', { name: 'New password must be at least 8 letters' })).toBeVisible();
    await expectWcag(page);
    await page.getByLabel('New password').fill(PASSWORD);
    await expect(page.getByRole('list', { name: 'A password must have' }).getByText(': done')).toHaveCount(7);
    await page.getByLabel('Confirm password').fill('Blue-river-43!');
    await page.getByRole('button', { name: 'Activate Account' }).click();
    await expect(page.getByText('Passwords must match').first()).toBeVisible();
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Activate Account' }).click();
    await expect(page.getByText('Your account is active.')).toBeVisible();
    await expectWcag(page);
  });

  await test.step('and then they sign in, and do not see what was sent before', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign In' });
    await dialog.getByLabel('Username').fill(EMAIL);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Account:' })).toBeVisible();
    await page.goto(`/referral/${id}`);
    await expect(page.getByText('You see only the progress')).toBeVisible();
    await expect(page.getByText('Zzyzx')).toHaveCount(0);
  });

  await test.step('the link works once', async () => {
    const mail = await mailTo(page, EMAIL, 'Activate');
    await page.goto(mail.links[0] ?? '');
    await expect(page.getByText('Reset failed: token expired or invalid')).toBeVisible();
    await expectWcag(page);
  });
});

test('The additional information of a signed-in referrer becomes an internal note, visible to staff only', async ({
  signedIn,
}) => {
  test.slow();
  const referrer = await signedIn('referrer');
  await referrer.goto('/create-referral');
  await fillMember(referrer, 'Noted');
  await addItem(referrer, 'Folding walker with wheels', 'Adult');
  await openSection(referrer, 'Additional information');
  await referrer.getByRole('textbox', { name: 'Additional Information' }).fill('Ring twice:\nthe bell is quiet.');
  const id = await submitOrder(referrer);

  const staff = await signedIn('staff');
  await staff.goto(`/referral/${id}?tab=notes`);
  await expect(staff.getByText('the bell is quiet.')).toBeVisible();
  await expect(staff.getByRole('article', { name: 'Note of Ana Ruiz' })).toBeVisible();
  await expectWcag(staff);

  await referrer.goto(`/referral/${id}?tab=notes`);
  await expect(referrer.getByText('No Notes')).toBeVisible();
  await expect(referrer.getByText('the bell is quiet.')).toHaveCount(0);
});
