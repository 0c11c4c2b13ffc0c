import { type Dialog, expect, type Page } from '@playwright/test';
import { firstReferral } from '../figures/first-load.js';
import { expectFocusInside } from '../product/focus.js';
import { test } from '../product/people.js';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** What Back, Forward and the links of a page have led to. */
const expectPage = (page: Page, heading: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();

test.describe('Back', () => {
  test('closes a dialog and asks first, on whichever page, and then leads to the page before', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/help');
    await page.getByRole('link', { name: 'Contact us' }).first().click();
    await expectPage(page, 'Contact us');
    await button(page, 'Register').click();
    const dialog = page.getByRole('dialog', { name: 'Create Account' });
    const firstName = dialog.getByLabel('First name');

    await test.step('what was typed is not lost, however often it is pressed', async () => {
      await firstName.fill('Rosa');
      for (const _ of [1, 2]) {
        await page.goBack();
        await expect(dialog.getByRole('alert')).toContainText('What you typed is lost');
        // The dialog is on top of the history again. A Back on the way there is the same one for the page.
        await expect.poll(() => page.evaluate(() => (history.state as { layer?: true } | null)?.layer)).toBe(true);
        await page.goBack();
        await expect(dialog.getByRole('alert')).toBeHidden();
        await expectFocusInside(dialog);
      }
      await expect(firstName).toHaveValue('Rosa');
      await page.goBack();
      await dialog.getByRole('button', { name: 'Discard' }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('with nothing typed it closes at once, and Forward does not bring an empty page', async () => {
      await button(page, 'Register').click();
      await expectFocusInside(dialog);
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(button(page, 'Register')).toBeFocused();
      await page.evaluate(() => history.forward());
      await expectPage(page, 'Contact us');
      await page.goBack();
      await expectPage(page, 'Help');
      await page.goForward();
      await expectPage(page, 'Contact us');
    });

    await test.step('a dialog that was closed by a button costs no step, and one that a reload opened again costs one', async () => {
      await button(page, 'Register').click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await button(page, 'Register').click();
      await expectFocusInside(dialog);
      await page.reload();
      await expectFocusInside(dialog);
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expectPage(page, 'Contact us');
      await expect.poll(() => page.evaluate(() => Boolean((history.state as { layer?: boolean }).layer))).toBe(false);
      await page.goBack();
      await expectPage(page, 'Help');
    });
  });

  test('like a reload, asks about a reason that is typed in a dialog, and not before or after that', async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    await page.goto('/queue?tab=unassigned');
    await page.getByRole('row').getByRole('link').first().click();
    const stop = button(page, 'Stop items…');
    await stop.click();
    const dialog = page.getByRole('dialog', { name: 'Stop items' });
    await expectFocusInside(dialog);
    let asked = 0;
    const stay = (shown: Dialog) => {
      asked += 1;
      return shown.dismiss();
    };
    page.on('dialog', (shown) => void stay(shown));
    await page.reload();
    expect(asked).toBe(0);
    await stop.click();
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await reason.fill('Moved away');
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toBe(1);
    await expect(reason).toHaveValue('Moved away');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(stop).toBeVisible();
    expect(asked).toBe(1);
  });

  test('in a dialog that has led to another one closes what is on top, and what waits under it next', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/help');
    await page.getByRole('link', { name: 'Contact us' }).first().click();
    await expectPage(page, 'Contact us');
    await button(page, 'Login').click();
    await button(page, 'Forgot password?').click();
    await expectFocusInside(page.getByRole('dialog', { name: 'Forgot Password' }));
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectPage(page, 'Contact us');
    await page.goBack();
    await expectPage(page, 'Help');

    await page.goto('/create-referral');
    await button(page, /^Calendar for DOB/)
      .first()
      .click();
    await expectFocusInside(page.getByRole('dialog', { name: 'Choose DOB' }));
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectPage(page, 'New referral');
  });

  test('closes the open list of a field, in which what was typed stays, and then leads to the page before', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/help');
    await expectPage(page, 'Help');
    await page.getByRole('link', { name: 'New Referral' }).first().click();
    await expectPage(page, 'New referral');
    const state = page.getByRole('combobox', { name: 'State' }).first();
    const list = page.getByRole('listbox');
    for (const open of [() => state.click(), () => state.fill('Ari'), () => state.press('ArrowDown')]) {
      await open();
      await expect(list).toBeVisible();
      await page.goBack();
      await expect(list).toBeHidden();
      await expectPage(page, 'New referral');
      await expect(state).toBeFocused();
      await expect(page.locator('[inert]')).toHaveCount(0);
    }
    await expect(state).toHaveValue('Ari');
    await state.press('ArrowDown');
    await list.getByRole('option', { name: 'Arizona' }).click();
    await expect(list).toBeHidden();
    await page.goBack();
    await expectPage(page, 'Help');
  });

  test('closes the list of colleagues of a note, and then asks about the note', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto(`${await firstReferral(page)}?tab=notes`);
    await button(page, 'New Internal Note').click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('textbox', { name: 'Note' });
    await text.pressSequentially('Called, @min');
    await expect(page.getByRole('option', { name: 'Minh Tran' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(text).toBeFocused();
    await page.goBack();
    await expect(dialog.getByRole('alert')).toContainText('What you typed is lost');
  });

  test('closes the sheet and the menus of a phone; a link in them leaves no trace of them', async ({ visitor }) => {
    const page = await visitor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('link', { name: 'Contact' }).first().click();
    await expectPage(page, 'Contact us');
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    for (const [opener, opened] of [
      [button(page, 'Open menu'), sheet],
      [button(page, 'Theme'), page.getByRole('menu')],
    ] as const) {
      await opener.click();
      await expectFocusInside(opened);
      await page.goBack();
      await expect(opened).toBeHidden();
      await expectPage(page, 'Contact us');
      await expect(opener).toBeFocused();
    }
    await button(page, 'Open menu').click();
    await sheet.getByRole('link', { name: 'Check Status' }).click();
    await expect(sheet).toBeHidden();
    await expectPage(page, /Check/);
    await page.goBack();
    await expectPage(page, 'Contact us');
    await page.goBack();
    await expectPage(page, 'Welcome');
  });

  test('undoes the choices of a filter after it has closed its panel', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Referrals' }).first().click();
    await expect(page.getByRole('cell').first()).toBeVisible();
    await button(page, 'Filters').click();
    const panel = page.getByRole('dialog', { name: 'Filters' });
    const choices = panel.getByRole('group', { name: 'Status' }).getByRole('button', { name: /\d$/ });
    await choices.nth(0).click();
    await expect(page).toHaveURL(/status=[^,]+$/);
    await choices.nth(1).click();
    await expect(page).toHaveURL(/status=.+(,|%2C)/);
    await expect(panel).toBeVisible();
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/status=.+(,|%2C)/);
    await page.goBack();
    await expect(page).toHaveURL(/status=[^,%]+$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/referrals$/);
    await page.goBack();
    await expectPage(page, /Welcome/);
  });
});

test('Behind a dialog, a menu, a list or a sheet nothing can be reached, and what is announced is still read out', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  await page.goto('/create-referral');
  await expectPage(page, 'New referral');
  for (const open of [
    () => button(page, /^Account:/).click(),
    () => button(page, /^Notifications/).click(),
    () =>
      button(page, /^Calendar for DOB/)
        .first()
        .click(),
    () => button(page, 'Terms').click(),
    async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await button(page, 'Open menu').click();
    },
  ]) {
    await open();
    await expectFocusInside(page.locator('.MuiModal-root'));
    await expect.poll(() => hiddenButReachable(page)).toEqual([]);
    expect(
      await page.locator('#announcements').evaluate((place) => place.closest('[aria-hidden], [inert]')),
    ).toBeNull();
    await page.keyboard.press('Escape');
    await expect(page.locator('.MuiModal-root')).toHaveCount(0);
    await expect(page.locator('[inert]')).toHaveCount(0);
  }
});

/** What a screen reader is told not to see, and the keyboard or a touch still reaches. */
const hiddenButReachable = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '[aria-hidden="true"] :is(a[href], button, input, select, textarea, [tabindex])',
      ),
    ]
      .filter((element) => element.closest('[inert]') === null && element.tabIndex >= 0)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
