import { expect, type Locator, type Page } from '@playwright/test';
import type { Rights, User } from '@throughline/contracts';
import { aLastName, orderFor } from '../product/orders-and-tasks.js';
import { expectLive, LiveLine } from '../product/live-line.js';
import { type Person, test } from '../product/people.js';
import { accessTokenOf } from '../product/person-api.js';

const rowOf = (page: Page, address: string): Locator => page.locator(`tr:has([href="${address}"])`);
const addressOf = async (page: Page, nth: number) =>
  (await page.getByRole('row').nth(nth).getByRole('link').getAttribute('href')) ?? '';

async function choose(page: Page, address: string): Promise<void> {
  await rowOf(page, address).getByRole('checkbox').check();
}

async function act(page: Page, address: string, action: string): Promise<void> {
  await rowOf(page, address)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('One person works through a narrowed queue with a click for each task', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/queue?task=Create+Patient');
  await page.getByRole('cell').getByRole('link').first().click();
  await page.getByRole('checkbox', { name: 'Then open the next task of the queue' }).check();
  const usual = page.getByRole('button', { name: /^Record created/ });
  for (let n = 0; n < 3; n++) {
    const done = page.url();
    await usual.click();
    await expect(page).not.toHaveURL(done);
    await expect(page.getByRole('heading', { level: 1, name: 'Create Patient' })).toBeVisible();
  }
});

test('One person works through a queue with a key for each task, goes back and forth in it, and takes the last one back', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const press = (key: string) => page.keyboard.press(key);
  const lastName = aLastName('Walk');
  await orderFor(
    await apiAs('staff2'),
    lastName,
    Array.from({ length: 8 }, (_, nth) => ({ medicaidId: `W${nth}` })),
  );
  const queue = `/queue?task=Create+Patient&search=${lastName}`;
  await page.goto(queue);
  await page.getByRole('cell').getByRole('link').first().click();
  const walk = page.getByRole('navigation', { name: 'Tasks of the queue' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Create Patient');
  // In rhythm, and before the page is complete: none is lost.
  for (let n = 0; n < 4; n++) await press('n');
  await expect(walk).toContainText(/^5 of 8/);
  await press('p');
  await expect(walk).toContainText(/^4 of 8/);

  await page.goto(queue);
  const fifth = await addressOf(page, 5);
  await page.locator(`[href="${await addressOf(page, 4)}"]`).click();
  const usual = page.getByRole('button', { name: /^Record created/ });
  await expect(usual).toHaveAttribute('aria-keyshortcuts', '1');
  const worked = [];
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/outcome$/.test(request.url())) sent.push(request.url());
  });
  for (let n = 0; n < 3; n++) {
    const done = page.url();
    worked.push(done);
    await expect(usual).toBeEnabled();
    // Pressed again before the answer, and while the next task opens: one outcome for the task.
    await page.evaluate((task) => {
      const key = { key: '!', code: 'Digit1', shiftKey: true, bubbles: true, cancelable: true };
      const again = () => {
        if (window.location.href !== task) return;
        document.body.dispatchEvent(new KeyboardEvent('keydown', key));
        requestAnimationFrame(again);
      };
      document.addEventListener('keyup', again, { once: true });
    }, done);
    await press('Shift+Digit1');
    await expect(page).not.toHaveURL(done);
    // The one after it, not the first.
    if (n === 0) await expect(page).toHaveURL(fifth);
    await expect(walk).toContainText(new RegExp(`^${n + 5} of `));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Create Patient');
  }
  expect(sent.map((url) => url.replace(/.*\/tasks\/|\/outcome$/g, ''))).toEqual(
    worked.map((url) => url.replace(/.*\/task\//, '')),
  );
  await expect(usual).toBeEnabled();
  await press('u');
  await expect(page.getByText('Undone: the items are back in their task').last()).toBeVisible();
  // The task that is open again has the place of the completed one.
  await expect(walk).toContainText(/^6 of /);
  await page.getByRole('textbox', { name: 'Note' }).pressSequentially('1 call, u know');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('1 call, u know');
  await expect(usual).toBeEnabled();
  await page.goto(worked[2]!);
  await page.getByRole('button', { name: 'Show 1 undone outcome' }).click();
  await expect(page.getByText(/· undone$/)).toBeVisible();
});

test('One person walks past the hundredth task of a long queue, forth and back', async ({ signedIn }) => {
  const page = await signedIn('staff');
  const walk = page.getByRole('navigation', { name: 'Tasks of the queue' });
  const open = async (queue: string, nth: number) => {
    await page.goto(queue);
    await page.getByRole('row').nth(nth).getByRole('link').click();
  };
  await open('/queue?tab=completed&page=4', 25);
  await expect(walk).toContainText(/^100 of \d+/);
  const hundredth = page.url();
  await page.keyboard.press('n');
  await expect(walk).toContainText(/^101 of \d+/);
  await expect(page).not.toHaveURL(hundredth);
  await page.keyboard.press('p');
  await expect(page).toHaveURL(hundredth);

  await open('/queue?tab=completed&page=5', 1);
  await expect(walk).toContainText(/^101 of \d+/);
  await page.keyboard.press('p');
  await expect(walk).toContainText(/^100 of \d+/);
});

test('What a person does is no news to them, not even when the live feed brings it before the answer', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  await page.goto('/queue?tab=unassigned&task=Create+Patient');
  await expectLive(page);
  await page.evaluate(() => {
    const heard: string[] = [];
    const said = () => heard.push(document.querySelector('#announcements [role="status"]')?.textContent ?? '');
    new MutationObserver(said).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { heard });
  });
  const address = await addressOf(page, 2);
  await page.route('**/claim', async (route) => {
    const response = await route.fetch();
    await expect(rowOf(page, address)).toContainText('Now yours');
    await route.fulfill({ response });
  });
  await act(page, address, 'Claim');
  await expect(page.getByText(/^Create Patient is yours$/).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove what has left this list' })).toBeVisible();
  await expect(page.locator('#announcements').getByRole('status')).toContainText('is yours');
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard.join(' '));
  expect(heard).toContain('is yours');
  expect(heard).not.toContain('in this list');
  await act(page, address, 'Release');
  await expect(rowOf(page, address)).not.toContainText('Now yours');
});

test('What a person does in another tab is shown in their queue, and is no news there', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/queue?task=Create+Patient');
  await expectLive(page);
  const address = await addressOf(page, 3);
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByRole('button', { name: /^Record created/ }).click();
  await expect(rowOf(page, address)).toContainText('done');
  await expect(page.getByRole('button', { name: 'Remove what has left this list' })).toBeVisible();
  await expect(other.getByText(/^Create Patient of .*: recorded$/).last()).toBeVisible();
  // By its key, because the button moves while the page reads what was done so far.
  await other.keyboard.press('u');
  await expect(rowOf(page, address)).toContainText('Undone');
  await expect(page.getByRole('button', { name: 'Remove what has left this list' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show updates' })).toHaveCount(0);
});

test.describe('Two staff people in one queue', () => {
  test('cannot claim the same task: the second person sees who has it', async ({ signedIn }) => {
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    const line = await LiveLine.of(second);
    await inQueue(first);
    await inQueue(second);
    const address = await addressOf(first, 1);
    await line.cut();
    await act(first, address, 'Claim');
    await expect(rowOf(first, address)).toContainText('you');
    await act(second, address, 'Claim');
    const refusal = new RegExp(`${NAMES.staff} has had this task since .* Central Time. Ask them to release it`);
    await expect(second.getByText(refusal).last()).toBeVisible();
    await expect(rowOf(second, address)).toContainText(`Taken by ${NAMES.staff}`);

    await act(first, address, 'Release');
    await expect(rowOf(first, address)).not.toContainText('you');
    line.restore();
    await expect(rowOf(second, address)).not.toContainText(NAMES.staff);
  });

  test('one claims three tasks and assigns one, while the other keeps their selection', async ({ signedIn }) => {
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    await inQueue(first);
    await inQueue(second);
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map((nth) => addressOf(first, nth)));
    for (const address of [c, d]) await choose(second, address ?? '');

    for (const address of [a, b, c]) await choose(first, address ?? '');
    await first.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Claim' }).click();
    await expect(first.getByText('3 tasks claimed').last()).toBeVisible();
    for (const address of [a, b, c]) await expect(rowOf(first, address ?? '')).toContainText('Now yours');

    await expect(rowOf(second, c ?? '')).toContainText(`Taken by ${NAMES.staff}`);
    await expect(second.getByText('2 tasks chosen')).toBeVisible();
    await second.getByRole('button', { name: 'Show updates' }).click();
    await expect(rowOf(second, c ?? '')).toHaveCount(0);
    await expect(second.getByText('2 tasks chosen, 1 of them not on this page')).toBeVisible();
    await expect(rowOf(second, d ?? '').getByRole('checkbox')).toBeChecked();

    // Read before the task is given away: it would be in the list already, and no update of it.
    const read = second.waitForResponse(/\/api\/tasks\?.*tab=mine/);
    await second.getByRole('tab', { name: /^Mine/ }).click();
    await read;
    await act(first, b ?? '', 'Assign…');
    const dialog = first.getByRole('dialog', { name: 'Assign task' });
    const them = dialog.getByRole('option', { name: NAMES.staff2 });
    await dialog.getByRole('combobox').selectOption((await them.getAttribute('value')) ?? '');
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expect(rowOf(first, b ?? '')).toContainText(NAMES.staff2);
    // What one has done oneself is no news.
    await first.getByRole('button', { name: 'Remove what has left this list' }).click();
    for (const address of [a, b, c]) await expect(rowOf(first, address ?? '')).toHaveCount(0);
    await second.getByRole('button', { name: 'Show updates' }).click();
    await second.getByRole('searchbox', { name: /^Search the queue/ }).fill((b ?? '').replace(/\D/g, '').slice(0, 15));
    await expect(rowOf(second, b ?? '')).toContainText('you');
  });

  test('a task that one has claimed is assigned by the older dialog of the other only once they know it', async ({
    signedIn,
  }) => {
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    await inQueue(first);
    await inQueue(second);
    const [taken, free, single] = await Promise.all([1, 2, 3].map((nth) => addressOf(first, nth)));
    for (const address of [taken, free]) await choose(first, address ?? '');
    await first.getByRole('group', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign…' }).click();
    const several = first.getByRole('dialog', { name: 'Assign 2 tasks' });
    const chooseIn = async (dialog: Locator) => {
      const them = dialog.getByRole('option', { name: NAMES.admin });
      await dialog.getByRole('combobox').selectOption((await them.getAttribute('value')) ?? '');
    };
    await chooseIn(several);
    await act(second, taken ?? '', 'Claim');
    await expect(rowOf(second, taken ?? '')).toContainText('you');
    await several.getByRole('button', { name: 'Assign' }).click();
    await expect(first.getByText(`1 task assigned to ${NAMES.admin}`).last()).toBeVisible();
    const refusal = new RegExp(`${NAMES.staff2} changed this on .* from nobody to “${NAMES.staff2}”\\.`);
    await expect(several).toContainText(refusal);
    await several.getByRole('button', { name: 'Assign all the same' }).click();
    await expect(several).toBeHidden();
    await expect(rowOf(first, taken ?? '')).toContainText(NAMES.admin);
    await expect(first.getByText(/tasks? chosen/)).toBeHidden();

    await act(first, single ?? '', 'Assign…');
    const one = first.getByRole('dialog', { name: 'Assign task' });
    await chooseIn(one);
    await act(second, single ?? '', 'Claim');
    await expect(one).toContainText(`Assigned to: ${NAMES.staff2}`);
    await one.getByRole('button', { name: 'Assign' }).click();
    await expect(one).toContainText(refusal);
    await expect(one.getByRole('alert')).toContainText('The task was not assigned');
    await expect(rowOf(second, single ?? '')).toContainText('you');
    await one.getByRole('button', { name: 'Assign all the same' }).click();
    await expect(one).toBeHidden();
    await expect(rowOf(second, single ?? '')).toContainText(NAMES.admin);
  });

  for (const [width, height, tag] of [
    [1280, 900, '@long'],
    [390, 844, []],
  ] as const) {
    test(`a burst of changes moves nothing on a screen of ${width} px`, { tag: [tag].flat() }, async ({ signedIn }) => {
      const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
      await second.setViewportSize({ width, height });
      await inQueue(second);
      const taskIds = await second
        .locator('tbody [href^="/task/"]')
        .evaluateAll((links) => links.slice(0, 12).map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''));
      const headers = { authorization: `Bearer ${await accessTokenOf(first)}` };
      const all = (verb: string) =>
        Promise.all(taskIds.map((id) => first.request.post(`/api/tasks/${id}/${verb}`, { headers, data: {} })));
      const unassigned = second.getByRole('tab', { name: /^Unassigned/ });
      const counted = (await unassigned.textContent()) ?? '';
      await choose(second, `/task/${taskIds[3]}`);
      await rowOf(second, `/task/${taskIds[5]}`).getByRole('link').focus();
      await expect(second.getByText('1 task chosen')).toBeVisible();
      const before = await placesOf(second);

      await all('claim');
      for (const id of taskIds) await expect(rowOf(second, `/task/${id}`)).toContainText(`Taken by ${NAMES.staff}`);
      await expect(unassigned).not.toHaveText(counted);
      expect(await placesOf(second)).toEqual(before);
      await all('release');
      for (const id of taskIds) await expect(rowOf(second, `/task/${id}`)).not.toContainText('Taken by');
      await expect(unassigned).toHaveText(counted);
      expect(await placesOf(second)).toEqual(before);
      await expect(rowOf(second, `/task/${taskIds[5]}`).getByRole('link')).toBeFocused();
      await expect(rowOf(second, `/task/${taskIds[3]}`).getByRole('checkbox')).toBeChecked();
    });
  }

  test('move one item out of a task, and the others stay in it', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await inQueue(page);
    const row = page.getByRole('row', { name: / \+ \d/ }).first();
    await row.getByRole('link').click();
    const items = page.getByRole('region', { name: 'Items' }).getByRole('listitem');
    const move = page.getByRole('button', { name: 'Another task…' });
    await expect(move).toBeVisible();
    const before = await items.count();
    await move.click();
    const dialog = page.getByRole('dialog', { name: /^Move items to/ });
    await expect(dialog.getByRole('checkbox')).toHaveCount(before);
    for (const box of (await dialog.getByRole('checkbox').all()).slice(1)) await box.uncheck();
    await dialog.getByRole('combobox', { name: 'Next task' }).selectOption('Backordered');
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Out of stock');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(page.getByText('1 item moved to Backordered').last()).toBeVisible();
    await expect(items).toHaveCount(before - 1);
  });
});

test.describe('Who looks at a task right now', () => {
  test('is shown on its row and its page, until they leave it, close the tab or lose the line', async ({
    signedIn,
  }) => {
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    const line = await LiveLine.of(second);
    await inQueue(first);
    const address = await addressOf(first, 1);
    const row = rowOf(first, address);
    const gone = () => expect(row).not.toContainText(NAMES.staff2);

    await second.goto(address);
    await expect(row).toContainText(NAMES.staff2);
    await second.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queue' }).click();
    await gone();

    await second.goto(address);
    const other = await first.context().newPage();
    await other.goto(address);
    for (const [page, name] of [
      [other, NAMES.staff2],
      [second, NAMES.staff],
    ] as const)
      await expect(page.getByText(`Also looking at this task: ${name}`)).toBeVisible();
    await expect(row).toContainText(NAMES.staff2);
    await line.cut();
    await gone();
    await expect(second.getByText('Also looking at this task')).toBeHidden();
    line.restore();
    await expect(row).toContainText(NAMES.staff2);
    await second.close();
    await gone();
  });
});

test.describe('A task that is put on hold until a day', () => {
  test('leaves the queue, is listed under On hold, and returns when a person ends the hold', async ({ signedIn }) => {
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    await inQueue(first);
    await inQueue(second);
    const address = await addressOf(first, 2);
    await act(first, address, 'Put on hold…');
    const dialog = first.getByRole('dialog', { name: /^Put .+ on hold$/ });
    const until = dialog.getByRole('textbox', { name: 'Day' });
    await dialog.getByRole('button', { name: 'Put on hold' }).click();
    await expect(dialog).toContainText('Day is required.');
    await until.fill('2020-01-04');
    await dialog.getByLabel('Reason').fill('In hospital until the weekend');
    await dialog.getByRole('button', { name: 'Put on hold' }).click();
    await expect(dialog).toContainText('Choose a day from tomorrow on (Central Time).');
    await expect(dialog.getByLabel('Reason')).toHaveValue('In hospital until the weekend');
    await until.fill(inDays(5));
    await dialog.getByRole('button', { name: 'Put on hold' }).click();
    for (const page of [first, second]) await expect(rowOf(page, address)).toContainText('Put on hold');

    await second.getByRole('button', { name: 'Show updates' }).click();
    await expect(rowOf(second, address)).toHaveCount(0);
    await second.getByRole('tab', { name: /^On hold/ }).click();
    await expect(rowOf(second, address)).toContainText(/on hold until \d{2}\/\d{2}\/\d{4}/);
    await rowOf(second, address).getByRole('link').click();
    await expect(second.getByText('In hospital until the weekend')).toBeVisible();
    await second.getByRole('button', { name: 'Take off hold' }).click();
    await expect(second.getByText('is no longer on hold').last()).toBeVisible();
    await expect(second.getByText('On hold until')).toHaveCount(0);
    await expect(rowOf(first, address)).not.toContainText('Put on hold');
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test.describe('A change of rights while the queue is open', () => {
  test('removes the rows and says so when the right is withdrawn; when it is restored, the queue is live again', async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    const line = await LiveLine.of(page);
    await inQueue(page);
    const refusal = {
      success: false,
      message: 'You are not allowed to do this.',
      data: null,
      code: 'identity/not-allowed',
    };
    const isTasks = /\/api\/tasks\?/;
    // Only from then on: a page that reads again for another reason would be refused before.
    let isRefused = false;
    await page.route(isTasks, (route) =>
      isRefused ? route.fulfill({ status: 403, json: refusal }) : route.fallback(),
    );
    isRefused = true;
    const left = { topic: 'task-queue', code: refusal.code, message: 'The queue is for the people who work it.' };
    await line.sendUntil('left', left, async (within) => {
      const words = page.getByText('This page does not update. The queue is for the people who work it.');
      await expect(words).toBeVisible(within);
      await expect(page.getByText('You are not allowed to do this.')).toBeVisible(within);
      await expect(page.getByRole('cell')).toHaveCount(0, within);
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Partly live', within);
    });

    await page.unroute(isTasks);
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByRole('cell').first()).toBeVisible();
    await expect(page.getByText('This page does not update.')).toBeHidden();
  });

  test('reads the page again after a change of role, and says so', async ({ signedIn }) => {
    const page = await signedIn('staff');
    const line = await LiveLine.of(page);
    await inQueue(page);
    let answer = () => {};
    const isToBeAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/api\/tasks\?/, async (route) => {
      await isToBeAnswered;
      await route.fallback();
    });
    const left = { topic: 'task-queue', code: 'identity/rights-changed', message: 'What you may see has changed.' };
    await line.sendUntil('left', left, (within) =>
      expect(page.getByRole('banner').getByRole('status')).toHaveText('Partly live', within),
    );
    await expect(page.getByText('This page does not update.')).toHaveCount(0);
    answer();
    await expect(page.getByText('What you may see has changed. This page was reloaded.')).toBeVisible();
    await expectLive(page);
  });

  test('shows the places of the new role in the header', async ({ signedIn }) => {
    const page = await signedIn('staff');
    const line = await LiveLine.of(page);
    const read = page.waitForResponse(/\/api\/users\/user\/email\//);
    await inQueue(page);
    const { data: user } = (await (await read).json()) as { readonly data: User };
    const places = page.getByRole('navigation', { name: 'Main' });
    await expect(places.getByRole('link', { name: 'Audit' })).toHaveCount(0);
    const { id, admin, siteAdmin, company, groups } = user;
    // The API tells its own after it has identified the caller of a connection: later than the page is live, and again when it connects again.
    line.sendFromNowOn('rights', { id, role: 'ops', admin, siteAdmin, company, groups } satisfies Rights);
    await expect(places.getByRole('link', { name: 'Audit' })).toBeVisible();
  });
});

const NAMES = { staff: 'Dana Whitfield', staff2: 'Minh Tran', admin: 'Priya Nair' } satisfies Partial<
  Record<Person, string>
>;

/** Where everything of the queue is, to a hundredth of a pixel. */
const placesOf = (page: Page) =>
  page
    .locator('[role="tab"], #queue-panel :is(button, [role="group"], th, td, td > div, td a, nav)')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.textContent !== 'Show updates')
        .map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return `${part.tagName} ${[x, y, width, height].map((pixels) => pixels.toFixed(2)).join(' ')}`;
        }),
    );

async function inQueue(page: Page): Promise<void> {
  await page.goto('/queue');
  await expect(page.getByRole('cell').first()).toBeVisible();
  await expectLive(page);
}
