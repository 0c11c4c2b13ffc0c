import { expect, type Page } from '@playwright/test';
import type { TaskQueue } from '@throughline/contracts';
import { expectFocusInside, expectVisibleFocus, pressUntilFocused } from '../product/focus.js';
import { aLastName, orderFor } from '../product/orders-and-tasks.js';
import { addressOf, test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

test.describe('The main tasks of each role, by keyboard alone', () => {
  test('staff sign in, claim a task in the queue, complete it, and return to the queue', async ({ visitor }) => {
    const page = await visitor();
    const press = (key: string) => page.keyboard.press(key);
    await page.goto('/queue');
    await expect(page.getByText('Please sign in to see this page')).toBeVisible();
    await pressUntilFocused(page, 'Login');
    await press('Enter');
    await expect(page.getByLabel('Username')).toBeFocused();
    await page.keyboard.type(addressOf('staff'));
    await pressUntilFocused(page, /^Password/);
    await page.keyboard.type('Throughline1!');
    await press('Enter');
    await expect(page.getByRole('tab', { name: 'Unassigned' })).toBeVisible();

    await test.step('the parts of the queue', async () => {
      await pressUntilFocused(page, /^Unassigned/);
      await pressUntilFocused(page, /^Overdue/, 'ArrowRight');
      await press('Enter');
      await expect(page.getByRole('tab', { name: /^Overdue/ })).toHaveAttribute('aria-selected', 'true');
      await expect(page).toHaveURL(/tab=overdue/);
      await pressUntilFocused(page, /^Unassigned/, 'ArrowLeft');
      const read = page.waitForResponse(/tab=unassigned/);
      await press('Enter');
      await expect(page).not.toHaveURL(/tab=/);
      await read;
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    });

    const row = page
      .getByRole('row')
      .filter({ hasText: /Patient Contact|Create Patient/ })
      .first();
    const menuButton = row.getByRole('button', { name: /^Actions for/ });
    const actions = (await menuButton.getAttribute('aria-label')) ?? '';
    const address = (await row.getByRole('link').getAttribute('href')) ?? '';

    await test.step('claims a row, and keeps the place in it', async () => {
      await pressUntilFocused(page, actions);
      await press('Enter');
      await pressUntilFocused(page, 'Claim', 'ArrowDown');
      await press('Enter');
      await expect(page.getByRole('row').filter({ has: page.locator(`[href="${address}"]`) })).toContainText('you');
      await expect(page.locator(`tr:has([href="${address}"])`).getByRole('button', { name: actions })).toBeFocused();
      await expectVisibleFocus(page);
    });

    await test.step('opens it, and completes it', async () => {
      await press('Shift+Tab');
      await expect(page.locator(`[href="${address}"]`)).toBeFocused();
      await expectVisibleFocus(page);
      await press('Enter');
      await expect(page).toHaveURL(address);
      const group = page.getByRole('group', { name: 'Actions' });
      for (const name of ['Release', 'Claim']) {
        await pressUntilFocused(page, name);
        await press('Enter');
        await expect(group.getByRole('button', { name })).toBeHidden();
        await expect(group).toBeFocused();
        await expectVisibleFocus(page);
      }
      // The last outcome may stop the items, which asks for them and the reason.
      const outcomes = page.getByRole('group', { name: 'What came of it' });
      const outcome = (await outcomes.getByRole('button').last().textContent()) ?? '';
      await pressUntilFocused(page, new RegExp(`^${outcome.split('→')[0]}`));
      await press('Enter');
      if (outcome.includes('…')) {
        await expectFocusInside(page.getByRole('dialog', { name: /: stop items$/ }));
        await pressUntilFocused(page, 'Stop items');
        await press('Enter');
        // Back would close it.
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await expect(outcomes).toBeHidden();
    });

    await test.step('is back in the queue where it was left', async () => {
      await page.goBack();
      await expect(page.getByRole('tab', { name: /^Unassigned/ })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('cell').first()).toBeVisible();
      await expect(page.locator(`[href="${address}"]`)).toHaveCount(0);
      await pressUntilFocused(page, /^Actions for/);
    });
  });

  test('staff work the queue with single keys, which can be switched off', async ({ signedIn }) => {
    const page = await signedIn('staff');
    const press = (key: string) => page.keyboard.press(key);
    await page.goto('/queue');
    const row = (nth: number) => page.getByRole('row').nth(nth);
    const link = (nth: number) => row(nth).getByRole('link');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const tools = page.getByRole('button', { name: 'More for this list' });
    await expect(link(1)).toBeVisible();

    await test.step('move between rows, select and claim', async () => {
      await press('j');
      await expect(link(1)).toBeFocused();
      await expectVisibleFocus(page);
      await press('j');
      await expect(link(2)).toBeFocused();
      await press('k');
      await expect(link(1)).toBeFocused();
      await press('x');
      await expect(row(1).getByRole('checkbox')).toBeChecked();
      await expect(page.getByRole('group', { name: 'Selected tasks' })).toContainText('1 task chosen');
      await press('x');
      await expect(row(1).getByRole('checkbox')).not.toBeChecked();
      await press('c');
      await expect(row(1)).toContainText('you');
      await expect(link(1)).toBeFocused();
    });

    await test.step('do nothing in a field', async () => {
      const field = page.getByRole('searchbox', { name: 'Search the queue' });
      await field.click();
      await page.keyboard.type('jx?');
      await expect(field).toHaveValue('jx?');
      await expect(shortcuts).toBeHidden();
      await page.getByRole('button', { name: 'Clear filters' }).first().click();
      await expect(link(2)).toBeVisible();
    });

    await test.step('are listed and switched off, also after a reload', async () => {
      await press('?');
      await expect(shortcuts).toContainText('Next row');
      await expectWcag(page, '[role="dialog"]');
      await shortcuts.getByRole('checkbox', { name: 'Use these keys' }).press('Space');
      await press('Escape');
      await expect(shortcuts).toBeHidden();
      await page.reload();
      await expect(tools).toBeVisible();
      for (const key of ['?', '/', 'j']) await press(key);
      await expect(page.locator('tr a:focus, input:focus')).toHaveCount(0);
      await expect(shortcuts).toBeHidden();
    });

    await test.step('are switched on again, and Enter opens a row', async () => {
      await tools.press('Enter');
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
      await shortcuts.getByRole('checkbox', { name: 'Use these keys' }).press('Space');
      await press('Escape');
      await expect(shortcuts).toBeHidden();
      // Keys wait until the menu has faded out.
      await expect(page.locator('[role="menu"]')).toHaveCount(0);
      await press('j');
      const address = (await link(1).getAttribute('href')) ?? '';
      await press('Enter');
      await expect(page).toHaveURL(address);
    });
  });

  test('staff record an outcome that asks for an order ID by its number, the ID and Enter', async ({
    signedIn,
    apiAs,
  }) => {
    const { rows } = await (
      await apiAs('staff')
    ).read<TaskQueue>('/tasks?tab=unassigned&search=Ready%20for%20Dropship');
    const { taskId } = rows.find(({ task }) => task === 'Ready for Dropship')!;
    const page = await signedIn('staff');
    await page.goto(`/task/${taskId}`);
    const outcomes = page.getByRole('group', { name: 'What came of it' });
    await expect(outcomes).toBeVisible();
    await page.keyboard.press('1');
    const orderId = page.getByRole('textbox', { name: 'Order ID' });
    await expect(orderId).toBeFocused();
    // The shortcut once more, as it goes on to the next task, writes nothing.
    await page.keyboard.press('Shift+Digit1');
    await expect(orderId).toHaveValue('');
    await expect(orderId).toHaveAccessibleDescription('Order ID is required.');
    await orderId.fill('!');
    await page.keyboard.press('Enter');
    await expect(orderId).toHaveAccessibleDescription('An order ID has a letter or a digit.');
    await orderId.fill('PO-1042');
    await page.keyboard.press('Enter');
    await expect(outcomes).toBeHidden();
    await expect(page).toHaveURL(`/task/${taskId}`);
    await expect(page.getByRole('region', { name: 'Recorded' })).toContainText('Order placed');
  });

  test('ops read a past state of a referral and whether its log is intact', async ({ signedIn }) => {
    const page = await signedIn('ops');
    const press = (key: string) => page.keyboard.press(key);
    await page.goto('/audit');
    await expect(page.locator('main a[href^="/audit/"]').first()).toBeVisible();
    await pressUntilFocused(page, /^\d{15}$/);
    await press('Enter');
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
    await expect(page.getByText(/^Chain/i).first()).toBeVisible();
    await pressUntilFocused(page, 'As of event');
    await press('Home');
    await expect(page.getByRole('heading', { name: 'The referral as it was' })).toBeVisible();
    await expect(page.getByRole('slider', { name: 'As of event' })).toHaveAttribute('aria-valuetext', /submitted/i);
    await expect(page).toHaveURL(/as-?of/i);
    await press('End');
    await expect(page.getByRole('heading', { name: 'The referral now' })).toBeVisible();
    await reads(page, 'The referral now');
  });
});

/** The facts beside the timeline scroll by themselves, so the keyboard must get there. */
async function reads(page: Page, title: string): Promise<void> {
  await pressUntilFocused(page, new RegExp(title));
  await expect(page.getByRole('region', { name: title })).toBeFocused();
}

test('A page takes the focus once its heading says what it is about', async ({ signedIn, apiAs }) => {
  const [task] = await orderFor(await apiAs('staff'), aLastName('Focus'), [{}]);
  const { taskId, memberLastName } = task!;
  const page = await signedIn('staff');
  await page.goto(`/queue?search=${memberLastName}`);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/referrals/referral/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.locator(`[href="/task/${taskId}"]`).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Task');
  await expect(heading).not.toBeFocused();
  letGo();
  await expect(heading).toContainText(memberLastName);
  await expect(heading).toBeFocused();
});
