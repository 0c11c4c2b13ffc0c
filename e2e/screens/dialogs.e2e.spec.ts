import { expect, type Page, type Route } from '@playwright/test';
import { expectFocusTrapped, expectDialogBehaviour } from './dialog-behaviour.js';
import { addItem, closeResult, fillMember } from '../order/order.js';
import { addressOf, test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const actionOf = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Actions' }).getByRole('button', { name });

/** Opens the first task of a part of the queue whose row matches. */
async function openTask(page: Page, address: string, row: RegExp = /./): Promise<void> {
  await page.goto(address);
  await page.getByRole('row', { name: row }).getByRole('link').first().press('Enter');
  await expect(page.getByRole('group', { name: 'Actions' })).toBeVisible();
}

test.describe('Dialogs and menus, by keyboard alone', () => {
  test('Sign In', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/');
    const opener = button(page, 'Login');
    await expectDialogBehaviour(page, {
      name: 'Sign In',
      opener,
      fill: (dialog) => dialog.getByLabel('Username').fill('ana@'),
    });
    await expectDialogBehaviour(page, {
      name: 'Forgot Password',
      opener,
      open: async () => {
        await opener.press('Enter');
        await button(page, 'Forgot password?').press('Enter');
      },
      fill: (dialog) => dialog.getByLabel('Username').fill('ana@'),
    });

    await test.step('an attempt that is not answered says why, and Cancel gives it up', async () => {
      await page.clock.install();
      const attempts: Route[] = [];
      const entries: string[] = [];
      page.on('request', (request) => request.url().includes('/v1/authorize') && entries.push(request.url()));
      await page.route('**/api/v1/authn', (route) => void attempts.push(route));
      await opener.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Username').fill('ana@throughline.example');
      await dialog.getByLabel('Password').fill('anything');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('button', { name: 'Sign In', exact: true })).toBeDisabled();
      await page.clock.fastForward(3_000);
      await expect(dialog).toContainText('is taking longer than usual');
      await expect(dialog).not.toContainText('failed attempts');
      await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
      await expect(dialog).toBeHidden();

      await attempts[0]?.fulfill({ json: { status: 'SUCCESS', sessionToken: 'late' } });
      await opener.press('Enter');
      await dialog.getByLabel('Username').fill('ana@throughline.example');
      await dialog.getByLabel('Password').fill('anything');
      await page.keyboard.press('Enter');
      await expect.poll(() => attempts.length).toBe(2);
      const refusal = { errorCode: 'E0000004', errorSummary: 'Authentication failed' };
      await attempts[1]?.fulfill({ status: 401, json: refusal });
      await expect(dialog).toContainText('Login failed: Incorrect username or password');
      await dialog.getByLabel('Password').press('Enter');
      await expect.poll(() => attempts.length).toBe(3);
      await page.clock.fastForward(3_000);
      await expect(dialog).toContainText('takes longer after failed attempts');
      await attempts[2]?.fulfill({ json: { status: 'LOCKED_OUT' } });
      await expect(page.getByRole('dialog', { name: 'Account Locked' })).toBeVisible();
      expect(entries, 'the answer to the first attempt signs nobody in').toEqual([]);
    });
  });

  test('the dialogs of states that a sign-in seldom leads to', async ({ visitor }) => {
    const page = await visitor();
    await page.goto('/');
    const opener = button(page, 'Login');
    /** Signs in, and is answered with a state. */
    const openAt = (state: object) => async () => {
      await page.route('**/api/v1/authn', (route) => route.fulfill({ json: state }));
      await opener.press('Enter');
      const signIn = page.getByRole('dialog', { name: 'Sign In' });
      await signIn.getByLabel('Username').fill('ana@throughline.example');
      await signIn.getByLabel('Password').fill('anything');
      await page.keyboard.press('Enter');
    };
    await expectDialogBehaviour(page, { name: 'Account Locked', opener, open: openAt({ status: 'LOCKED_OUT' }) });
    await page.unrouteAll();
    await expectDialogBehaviour(page, {
      name: 'Reset Password',
      opener,
      open: openAt({ status: 'PASSWORD_RESET', stateToken: 'none', _embedded: { user: { id: 'u' } } }),
      fill: (dialog) => dialog.getByLabel('New password').fill('Aa1!'),
    });
    await page.unrouteAll();
    for (const [state, message] of [
      [{ status: 'MFA_REQUIRED', stateToken: 'none', _embedded: { user: { id: 'u' }, factors: [] } }, 'No SMS factor'],
      [{ status: 'PASSWORD_WARN' }, 'Login attempt failed'],
    ] as const) {
      await openAt(state)();
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(page.getByLabel('Username')).toHaveValue('ana@throughline.example');
      await page.keyboard.press('Escape');
      await button(page, 'Discard').press('Enter');
      await page.unrouteAll();
    }
  });

  test('the dialogs of a task', async ({ signedIn }) => {
    const page = await signedIn('staff');
    // Several items: some can be moved, some stay.
    await openTask(page, '/queue', / \+ \d/);
    await expectDialogBehaviour(page, {
      name: 'Assign task',
      opener: actionOf(page, 'Assign…'),
      fill: (dialog) =>
        dialog
          .getByRole('combobox')
          .selectOption({ index: 1 })
          .then(() => {}),
    });
    await expectDialogBehaviour(page, {
      name: /^Move items to /,
      opener: actionOf(page, 'Another task…'),
      fill: (dialog) => dialog.getByRole('checkbox').first().press('Space'),
    });
    await expectDialogBehaviour(page, {
      name: 'Stop items',
      opener: actionOf(page, 'Stop items…'),
      fill: (dialog) => dialog.getByRole('textbox', { name: 'Reason' }).fill('Moved away'),
    });
  });

  test('the reply to a note, over the list of notes', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/notes');
    await expectDialogBehaviour(page, {
      name: /^Reply to/,
      opener: button(page, /^Reply to the note of/).first(),
      fill: (dialog) => dialog.getByRole('textbox', { name: 'Note' }).pressSequentially('The medium one'),
    });
  });

  test('the tracking number dialog', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('staff');
    await openTask(page, '/queue?tab=overdue&task=Shipped');
    await expectDialogBehaviour(page, {
      name: 'Add tracking number',
      opener: actionOf(page, 'Add tracking number…'),
      fill: (dialog) => dialog.getByRole('textbox').first().fill('771234567890'),
    });
  });

  test('the dialog that cancels stopped items', { tag: '@long' }, async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/referrals?status=Stopped');
    await page.getByRole('cell').getByRole('link').first().press('Enter');
    await page
      .getByRole('region', { name: /^Stopped/ })
      .getByRole('link', { name: 'Open task' })
      .first()
      .press('Enter');
    // The referral has such a button too, until the task is shown.
    await expect(page.getByRole('region', { name: 'Stopped items of this referral' })).toBeVisible();
    await expectDialogBehaviour(page, { name: 'Cancel stopped items', opener: button(page, 'Cancel items…') });
  });

  test('the dialogs of the queue, for one row and for several', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    const row = page.getByRole('row').nth(1);
    const menuButton = row.getByRole('button', { name: /^Actions for/ });
    await expectDialogBehaviour(page, {
      name: 'Assign task',
      opener: menuButton,
      open: async () => {
        await menuButton.press('Enter');
        await expect(page.getByRole('menuitem').first()).toBeFocused();
        await expectWcag(page, '[role="menu"]');
        await page.getByRole('menuitem', { name: 'Assign…' }).press('Enter');
      },
    });
    await expectDialogBehaviour(page, {
      name: 'New recertification',
      opener: button(page, 'New task'),
      fill: (dialog) => dialog.getByRole('textbox', { name: 'First Name' }).first().fill('Rosa'),
    });
    for (const nth of [1, 2]) await page.getByRole('row').nth(nth).getByRole('checkbox').press('Space');
    await expectDialogBehaviour(page, {
      name: 'Assign 2 tasks',
      opener: page.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign…' }),
    });
  });

  test('the result of an order', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/create-referral');
    const submit = button(page, 'Submit referral');
    const dialog = page.getByRole('dialog', { name: 'Submit Referral' });
    await submit.press('Enter');
    await expectFocusTrapped(page, dialog);
    await expectWcag(page, '[role="dialog"]');
    await closeResult(page);
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();

    await fillMember(page, 'Manners');
    await addItem(page, 'Folding walker with wheels', 'Adult');
    await page.route('**/api/referrals/create', (route) => route.abort());
    await expectDialogBehaviour(page, { name: 'Submit Referral', opener: submit });
    await page.unroute('**/api/referrals/create');
    await expectDialogBehaviour(page, { name: 'Submit Referral', opener: submit });
  });

  test('the navigation sheet on a phone, and the menus', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/queue');
    for (const opener of [button(page, /^Account:/), button(page, 'More for this list')]) {
      await opener.press('Enter');
      await expect(page.getByRole('menu')).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toMatch(/^menuitem/);
      await expectWcag(page, '[role="menu"]');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(opener).toBeFocused();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const opener = button(page, 'Open menu');
    await opener.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await expectFocusTrapped(page, sheet);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

/** Whether the middle of the focused element is in the window, and nothing lies over it. */
const focusIsSeen = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null) return 'nothing has the focus';
    // A message may be higher than the window: its beginning is what counts.
    const { left, top, width, height } = focused.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 12));
    return focused.contains(seen) || seen?.contains(focused) === true ? '' : focused.outerHTML.slice(0, 200);
  });

test.describe('At 400 % (320 × 256 px), a dialog that is sent shows', () => {
  for (const [person, address, atLeast, tag] of [
    ['admin', '/user', 3, '@long'],
    ['admin', '/admin?tab=banners', 1, []],
    ['admin', '/admin?tab=companies', 1, '@long'],
    ['admin', '/admin?tab=groups', 1, '@long'],
    ['admin', '/admin?tab=note-templates', 1, '@long'],
    ['staff', '/task', 3, []],
  ] as const) {
    const title = `what it lacks, and then why it was refused, twice: the dialogs of ${address} for ${person}`;
    test(title, { tag: [tag].flat() }, async ({ signedIn }) => {
      const page = await signedIn(person);
      let place: string = address;
      if (address === '/user') {
        await page.goto(`/admin?search=${addressOf('referrer2')}`);
        place = (await page.getByRole('cell').getByRole('link').first().getAttribute('href')) ?? '';
      }
      if (address === '/task') {
        await openTask(page, '/queue', / \+ \d/);
        place = new URL(page.url()).pathname;
      }
      const json = { success: false, data: null, message: 'It is not done now.', code: 'service/unavailable' };
      // Nothing is changed, and what needs nothing typed is refused as well.
      await page.route('**/api/**', (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 409, json }),
      );
      await page.setViewportSize({ width: 320, height: 256 });
      await page.goto(place);
      const openers = page.getByRole('main').locator('button:enabled:not([role="tab"])');
      await expect(openers).not.toHaveCount(0);
      const sent: string[] = [];
      for (let nth = 0; nth < (await openers.count()); nth += 1) {
        const opener = openers.nth(nth);
        const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
        if ((await opener.getAttribute('aria-haspopup')) === 'menu') continue;
        await opener.press('Enter');
        const dialog = page.getByRole('dialog');
        const submit = dialog.locator('button[type="submit"]:enabled');
        const isThere = await submit.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
        if (isThere) {
          for (const time of ['once', 'again']) {
            await submit.click();
            const said = dialog.locator('[aria-invalid="true"], [role="alert"]').first();
            await expect(said, `${name} ${time}`).toBeAttached();
            await expect.poll(() => dialog.locator(':focus').count(), `${name} ${time}: the focus is in it`).toBe(1);
            await expect.poll(() => focusIsSeen(page), `${name} ${time}`).toBe('');
            const explained = await dialog.locator(':focus').getAttribute('aria-describedby');
            const error = explained === null ? null : page.locator(`[id="${explained.split(' ')[0]}"]`);
            if (error !== null && (await error.count()) > 0)
              await expect(error, `${name} ${time}`).toBeInViewport({ ratio: 0.9 });
          }
          const reason = dialog.getByRole('textbox', { name: /^Reason/ });
          if ((await reason.count()) === 1) {
            await reason.fill('As asked');
            await submit.click();
            await expect.poll(() => focusIsSeen(page), `${name}, with a reason`).toBe('');
          }
          sent.push(name);
          // As a person does who gives up. A button that opened no dialog may have changed the page, which is loaded again.
          const discard = dialog.getByRole('button', { name: 'Discard' });
          await expect(async () => {
            await ((await discard.isVisible()) ? discard.click() : page.keyboard.press('Escape'));
            await expect(dialog).toBeHidden({ timeout: 1_000 });
          }).toPass();
          continue;
        }
        await page.goto('about:blank');
        await page.goto(place);
        await expect(openers).not.toHaveCount(0);
      }
      expect(sent.length, sent.join(', ')).toBeGreaterThanOrEqual(atLeast);
    });
  }
});
