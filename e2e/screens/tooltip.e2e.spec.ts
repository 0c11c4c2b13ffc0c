import { expect } from '@playwright/test';
import { pressUntilFocused } from '../product/focus.js';
import { chooseState } from '../order/order.js';
import { test } from '../product/people.js';

test.describe('A tooltip', () => {
  test('appears below the hovered element, stays while the pointer is on the tooltip, and closes with Escape', async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    const header = page.getByRole('columnheader', { name: 'In task' }).getByRole('button');
    const tooltip = page.getByRole('tooltip');
    await header.hover();
    await expect(tooltip).toHaveText('Whose turn it is, and the time since the first of its items reached the task.');
    await expect(header).toHaveAccessibleDescription(
      'Whose turn it is, and the time since the first of its items reached the task.',
    );
    const [above, below] = [await header.boundingBox(), await tooltip.boundingBox()];
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await page.keyboard.press('Escape');
    await expect(tooltip).toBeHidden();
    await page.mouse.move(0, 0);
  });

  test('appears and disappears with the keyboard focus', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    await page.getByRole('columnheader', { name: 'Age' }).getByRole('button').focus();
    await pressUntilFocused(page, 'In task');
    await expect(page.getByRole('tooltip')).toHaveText(
      'Whose turn it is, and the time since the first of its items reached the task.',
    );
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tooltip')).toBeHidden();
  });
});

test('The search field and the buttons above a list are on one line', async ({ signedIn }) => {
  const page = await signedIn('referrer');
  await page.goto('/notes');
  const field = page.getByRole('searchbox', { name: 'Search', exact: true }).locator('xpath=..');
  const bottomOf = async (element: typeof field) => {
    const box = await element.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  const bottom = await bottomOf(field);
  for (const name of ['Filters', 'Views']) {
    expect(await bottomOf(page.getByRole('button', { name, exact: true }).first()), name).toBe(bottom);
  }
});

test.describe('The meaning of a word', () => {
  test('is said by the name of a task in a row, an act and a step, on hover, focus and touch', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue?task=Ready+for+Dropship');
    const tooltip = page.getByRole('tooltip');
    const link = page.getByRole('link', { name: 'Ready for Dropship' }).first();
    const dropship = 'The items are ordered from a supplier, who ships them to the member.';
    await expect(link).toHaveAccessibleDescription(dropship);
    await link.hover();
    await expect(tooltip).toHaveText(`Ready for Dropship${dropship}`);
    await expect(link).toHaveAccessibleDescription(dropship);
    await page.keyboard.press('Escape');

    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .press('Enter');
    await pressUntilFocused(page, 'Put on hold…', 'ArrowDown');
    await expect(tooltip).toHaveText('Sets the task aside until a day that you choose.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    const others = filters.getByRole('group').getByRole('button', { name: /^(?!All )/ });
    await expect(others.nth(5)).toBeVisible();
    for (const other of await others.all()) await expect(other).toHaveAccessibleDescription(/^\p{Lu}.+\.$/u);
    await page.keyboard.press('Escape');

    await link.click();
    const steps = page.getByRole('list', { name: /^Progress of/ }).getByRole('listitem');
    await expect(steps.getByTitle(/\.$/)).toHaveCount(7); // With the task of the current step.
    const move = page.getByRole('button', { name: 'Another task…' });
    await move.dispatchEvent('pointerdown', { pointerType: 'touch' });
    await expect(tooltip).toHaveText('Moves items to a task that no outcome of this one leads to, with a reason.');
    await move.dispatchEvent('pointerup', { pointerType: 'touch' });
    const click = { pointerType: 'touch', bubbles: true, cancelable: true };
    await move.evaluate((held, init) => held.dispatchEvent(new PointerEvent('click', init)), click);
    await expect(move).toHaveAccessibleDescription(/^Moves items/);
    await expect(page.getByRole('dialog')).toBeHidden();
    await move.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('is said by the HCPCS code of an order form, where the Tab key stops at the first, and in Spanish', async ({
    visitor,
  }) => {
    const page = await visitor();
    await page.goto('/create-referral');
    await chooseState(page, 'Arizona');
    await page.getByRole('textbox', { name: 'Search items' }).scrollIntoViewIfNeeded();
    const codes = page.getByText(/^HCPCS [A-Z]\d{4}$/);
    const sentence = 'The national code by which health plans know the item, such as E0603.';
    await expect(codes.first()).toHaveAttribute('title', sentence);
    await expect(codes.and(page.locator('[tabindex]'))).toHaveCount(1);
    await codes.first().click();
    await expect(page.getByRole('tooltip')).toHaveText(sentence);
    await page.evaluate(() => localStorage.setItem('throughline.language', 'es'));
    await page.reload();
    await page.getByRole('textbox', { name: 'Buscar artículos' }).scrollIntoViewIfNeeded();
    await expect(codes.first()).toHaveAttribute('title', /^El código nacional/);
  });
});
