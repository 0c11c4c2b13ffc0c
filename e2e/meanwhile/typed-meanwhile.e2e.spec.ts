import { expect, type Page, type Route } from '@playwright/test';
import { test } from '../product/people.js';

/** Holds the answers to this call back until the returned function is called. */
async function hold(
  page: Page,
  path: string,
): Promise<{ readonly arrived: () => Promise<void>; readonly letGo: () => void }> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(path, async (route: Route) => {
    arrive();
    await gone;
    await route.continue();
  });
  return { arrived: () => arrival, letGo };
}

test.describe('What is typed while a message is on its way', () => {
  for (const { path, call, text, others, success, tag } of [
    {
      path: '/help',
      call: '**/api/help/create',
      text: 'Description',
      others: async (page: Page) => page.getByRole('radio', { name: 'Other' }).check(),
      success: 'Successfully submitted',
      tag: '@long',
    },
    {
      path: '/contact-us',
      call: '**/api/contact/create',
      text: 'Message',
      others: async (page: Page) => page.getByRole('textbox', { name: 'Subject' }).fill('Fax'),
      success: 'Your message has been successfully sent!',
      tag: [],
    },
  ]) {
    const title = `of ${path} stays, also over a reload, and the success goes when the next one is typed`;
    test(title, { tag: [tag].flat() }, async ({ visitor }) => {
      const page = await visitor();
      await page.goto(path);
      const field = page.getByRole('textbox', { name: text, exact: true });
      const submit = page.getByRole('button', { name: /^Submit|^Sending/ });
      await others(page);
      await page.getByRole('textbox', { name: 'First Name' }).fill('Ana');
      await page.getByRole('textbox', { name: 'Last Name' }).fill('Ruiz');
      await page.getByRole('textbox', { name: 'Email' }).fill('ana.ruiz@plan.example');
      await field.fill('The first one.');
      const { arrived, letGo } = await hold(page, call);
      await submit.click();
      await arrived();
      await field.fill('The second one, which nobody has sent.');
      letGo();
      await expect(page.getByText(success)).toBeVisible();
      await expect(field).toHaveValue('The second one, which nobody has sent.');
      await field.pressSequentially(' More.');
      await expect(page.getByText(success), 'while its writer types on').toBeVisible();
      await field.blur();
      await field.pressSequentially(' Next.');
      await expect(page.getByText(success)).toBeHidden();
      await page.reload();
      await expect(field).toHaveValue(/which nobody has sent/);
      await others(page);
      await submit.click();
      await expect(page.getByText(success)).toBeVisible();
      await expect(field).toHaveValue('');
      await field.pressSequentially('T');
      await expect(page.getByText(success)).toBeHidden();
    });
  }

  test('of a dialog cannot be typed until the answer is there, and can be after a failure', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/');
    await page.getByRole('button', { name: 'Register' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Account' });
    await dialog.getByLabel('First Name').fill('Rosa');
    await dialog.getByLabel('Last Name').fill('Ngata');
    await dialog.getByLabel('Email').fill('rosa.meanwhile@plan.example');
    await dialog.getByRole('combobox', { name: 'State' }).selectOption('AZ');
    let fail = () => {};
    const failed = new Promise<void>((resolve) => (fail = resolve));
    await page.route('**/api/okta/create', async (route) => {
      await failed;
      await route.fulfill({ status: 500, json: { success: false, message: 'It broke.', code: 'service/unexpected' } });
    });
    const name = dialog.getByLabel('Last Name');
    await name.press('Enter');
    await expect(name).toBeFocused();
    await page.keyboard.type('xyz');
    await page.keyboard.press('Backspace');
    await expect(name).toHaveValue('Ngata');
    fail();
    await expect(dialog.getByText('It broke.')).toBeInViewport();
    await expect(name).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type('xyz');
    await expect(name).toHaveValue('Ngataxyz');
  });
});
