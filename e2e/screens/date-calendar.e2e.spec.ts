import { expect, type Page } from '@playwright/test';
import { expectDialogBehaviour } from './dialog-behaviour.js';
import { expectVisibleFocus } from '../product/focus.js';
import { test } from '../product/people.js';

const dob = (page: Page) => page.getByRole('textbox', { name: 'DOB' });
const opener = (page: Page) => page.getByRole('button', { name: /DOB/ });
const focused = (page: Page) => page.locator(':focus');

test.describe('The calendar beside a date', () => {
  test('is loaded when it is opened, and behaves like a dialog', async ({ visitor }) => {
    const page = await visitor();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto('/create-referral');
    await dob(page).fill('04/12/1991');
    expect(loaded.filter((url) => url.includes('date-calendar'))).toEqual([]);
    await opener(page).focus();
    await expectDialogBehaviour(page, { name: 'Choose DOB', opener: opener(page) });
    expect(loaded.some((url) => url.includes('date-calendar'))).toBe(true);
    await expect(dob(page)).toHaveValue('04/12/1991');
  });

  test('can be operated by keyboard: arrows, Home and End, Page Up and Down, Enter', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await dob(page).fill('1991-04-10');
    await opener(page).press('Enter');
    await expect(focused(page)).toHaveText('10');
    for (const [key, day] of [
      ['ArrowRight', '11'],
      ['ArrowDown', '18'],
      ['ArrowLeft', '17'],
      ['ArrowUp', '10'],
      ['Home', '7'],
      ['End', '13'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(focused(page)).toHaveText(day);
      await expectVisibleFocus(page);
    }
    await page.keyboard.press('PageUp');
    await expect(page.getByRole('dialog').getByText('March 1991')).toBeVisible();
    await expect(focused(page)).toHaveText('13');
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('dialog').getByText('April 1991')).toBeVisible();
    await expect(focused(page)).toHaveText('13');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(dob(page)).toHaveValue('04/13/1991');
    await expect(page.getByRole('button', { name: 'Change DOB, Saturday, April 13, 1991' })).toBeFocused();
  });

  test('closes when the selected day is chosen again', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await dob(page).fill('1991-04-10');
    await opener(page).press('Enter');
    await expect(focused(page)).toHaveText('10');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(dob(page)).toHaveValue('04/10/1991');
  });

  test('opens on the years for a birth date, and offers no future day', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await opener(page).click();
    const dialog = page.getByRole('dialog', { name: 'Choose DOB' });
    const thisYear = new Date().getFullYear();
    await expect(dialog.getByRole('radio', { name: String(thisYear + 1) })).toHaveCount(0);
    await dialog.getByRole('radio', { name: '1958' }).click();
    await dialog.getByRole('radio', { name: 'February' }).click();
    await dialog.getByRole('gridcell', { name: '28', exact: true }).click();
    await expect(dob(page)).toHaveValue('02/28/1958');
    await expect(page.getByText('DOB is required.')).toHaveCount(0);
  });

  test('marks today, and changes nothing when it is closed', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/create-referral/breast-pump');
    await page.getByRole('button', { name: 'Calendar for Due Date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose Due Date' });
    await expect(dialog.locator('[aria-current="date"]')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Due Date' })).toHaveValue('');
    await expect(page.getByText('Due Date is required.')).toHaveCount(0);
  });
});
