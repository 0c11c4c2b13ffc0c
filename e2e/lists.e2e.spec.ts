import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectLive } from './live-line.js';
import { test } from './people.js';
import { expectWcag } from './wcag.js';

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const firstId = (page: Page) => rows(page).first().getByRole('link').first().textContent();

for (const [place, path, noun] of [
  ['Referrals', 'referrals', 'referrals'],
  ['Notes', 'notes', 'notes'],
] as const) {
  test(`A list of ${noun} that cannot be read says so, and keeps what an earlier read brought`, async ({
    signedIn,
  }) => {
    const page = await signedIn('referrer');
    const broken = { status: 500, json: { success: false, message: 'It broke.', code: 'service/unexpected' } };
    let isBroken = true;
    await page.route(`**/api/${path}?*`, (route) => (isBroken ? route.fulfill(broken) : route.continue()));
    await page.goto(`/${path}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText(new RegExp(`Failed to load ${noun}.*It broke\\.`));
    isBroken = false;
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(rows(page)).not.toHaveCount(0);
    await expect(main.getByRole('alert')).toHaveCount(0);

    const places = page.getByRole('navigation', { name: 'Main' });
    await places.getByRole('link', { name: 'Home' }).click();
    // Its code may still be on its way: until then the list stays.
    await expect(rows(page)).toHaveCount(0);
    isBroken = true;
    await places.getByRole('link', { name: place }).click();
    await expect(main.getByRole('alert')).toContainText(
      new RegExp(`Error loading ${noun}.*What is shown was read earlier`),
    );
    await expect(rows(page)).not.toHaveCount(0);
    isBroken = false;
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(main.getByRole('alert')).toHaveCount(0);
  });
}

for (const [address, box] of [
  ['/audit', 'ID, member or referrer'],
  ['/referrals', 'Search'],
] as const) {
  test(`A page that is asked for from ${address} opens, however long its code takes after something was typed`, async ({
    signedIn,
  }) => {
    const page = await signedIn('ops');
    await page.clock.install();
    await page.goto(address);
    const id = (await firstId(page)) ?? '';
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('main').getByRole('searchbox', { name: box }).fill(id);
    const asked = page.waitForRequest('**/assets/**');
    if (address === '/audit') await page.keyboard.press('Enter');
    else await rows(page).first().getByRole('link').first().click();
    await asked;
    // By then the page would have sent the search.
    await page.clock.runFor(1_500);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(id);
    await expect(page).not.toHaveURL(/search=/);
  });
}

test.describe('The list of referrals', () => {
  test('keeps search, sort, filter and page in the URL through Back and a reload', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/referrals');
    const newest = await firstId(page);

    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(/page=1/);
    await expect.poll(() => firstId(page)).not.toBe(newest);
    const onPageTwo = await firstId(page);
    await page.reload();
    await expect.poll(() => firstId(page)).toBe(onPageTwo);
    await page.goBack();
    await expect.poll(() => firstId(page)).toBe(newest);

    await page.getByRole('button', { name: 'Member', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Member' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(/sort=memberLastName/);

    const pages = page.getByRole('navigation', { name: 'Pages' });
    const all = (await pages.textContent()) ?? '';
    await page.getByRole('button', { name: 'Status', exact: true }).first().click();
    await page.getByRole('menuitemcheckbox', { name: /^Shipped/ }).click();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/status=Shipped/);
    await expect(pages).not.toHaveText(all);
    const shipped = (await pages.textContent()) ?? '';
    await page.reload();
    await expect(page.getByRole('button', { name: 'Status: 1 chosen' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Member' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(pages).toHaveText(shipped);

    await page.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill('nobody-of-this-name');
    await expect(page.getByText('No referral matches')).toBeVisible();
    await expect(page).toHaveURL(/search=nobody-of-this-name/);
    await page.getByRole('button', { name: 'Clear search and filter' }).click();
    await expect(rows(page)).not.toHaveCount(0);
    await expect(page).not.toHaveURL(/search|status/);
  });

  test('does not list another company’s orders, and shows only the progress to a person who has the ID', async ({
    signedIn,
  }) => {
    const page = await signedIn('referrer');
    await page.goto('/referrals');
    const path = await rows(page).first().getByRole('link').first().getAttribute('href');
    const other = await signedIn('referrer2');
    await other.goto(path ?? '');
    await expect(other.getByText('You see only the progress')).toBeVisible();
    await expect(other.getByRole('tab', { name: 'Information' })).toBeDisabled();
    await other.goto(`/referrals?search=${path?.split('/').at(-1)}`);
    await expect(other.getByText('No referral matches')).toBeVisible();
  });

  test('shows cards on a phone', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/referrals');
    await expect(rows(page).first().getByRole('link').first()).toBeInViewport();
    await expect(page.getByRole('combobox', { name: /^Sort/ })).toBeVisible();
    await rows(page).first().getByRole('link').first().click();
    await expect(page.getByRole('tab', { name: 'Status' })).toBeVisible();
  });
});

test.describe('The queue', () => {
  test('keeps its six tabs in the URL through Back and a reload', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    for (const tab of ['Unassigned', 'Mine', 'On hold', 'All open', 'Overdue', 'Completed']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    }
    await expect(page).toHaveURL(/tab=completed/);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Overdue' })).toHaveAttribute('aria-selected', 'true');
  });

  test('shows the tasks of one department and sub-department, with their counts, and keeps both in the URL', async ({
    signedIn,
  }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    const choice = (group: string, name: string) =>
      page.getByRole('group', { name: group, exact: true }).getByRole('button', { name: new RegExp(`^${name}`) });
    const intake = choice('Department', 'Intake');
    const all = Number(/\d+/.exec((await page.getByText(/^[\d,]+ tasks$/).textContent()) ?? ''));
    await intake.click();
    await expect(intake).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/department=Intake/);
    const [, count] = /([\d,]+)$/.exec((await intake.textContent()) ?? '') ?? [];
    await expect(page.getByText(new RegExp(`^${count} tasks?$`))).toBeVisible();
    expect(Number(count)).toBeLessThan(all);

    await choice('Sub-department', 'Breast Pump').click();
    await expect(page).toHaveURL(/category=Breast\+Pump/);
    await page.goBack();
    await page.reload();
    await expect(intake).toHaveAttribute('aria-pressed', 'true');
    await choice('Department', 'All').click();
    await expect(page).toHaveURL(/\/queue$/);
  });

  test('opens from a bar or a figure of its dashboard the tasks that are counted there', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.route('**/tasks/summary*', (route) => route.fulfill({ status: 500 }), { times: 10 });
    await page.goto('/queue');
    await page.getByRole('button', { name: 'Dashboard' }).click();
    await expect(page.getByText('Failed to load the dashboard')).toBeVisible();
    await page.unroute('**/tasks/summary*');
    await page.getByRole('button', { name: 'Retry' }).click();

    await expect(page.getByRole('link', { name: /^Documentation: / })).toBeVisible();
    await expectWcag(page, '#queue-dashboard');
    const countOf = async (link: Locator) => /: ([\d,]+) /.exec((await link.getAttribute('aria-label')) ?? '')?.[1];
    const bar = page.getByRole('link', { name: /^Documentation: / });
    const count = await countOf(bar);
    await bar.press('Enter');
    await expect(page).toHaveURL(/tab=open&step=Documentation$/);
    await expect(page.getByRole('tab', { name: `All open ${count}` })).toBeFocused();
    await expect(page.getByText(`${count} tasks`, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Step: Documentation' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Clear the choice in Open tasks by step' })).toBeVisible();
    await bar.press('Enter');
    await expect(page).toHaveURL(/\/queue\?tab=open$/);

    await page.reload();
    await page.getByRole('button', { name: 'Show as tables' }).click();
    const matrix = page.getByRole('table', { name: 'Completed in the last 14 days' });
    const figure = matrix
      .getByRole('row', { name: /^Minh Tran/ })
      .getByRole('link')
      .first();
    const completed = await countOf(figure);
    await figure.click();
    await expect(page).toHaveURL(/tab=completed&assignee=[^&]+&completed=\d{4}-\d\d-\d\d$/);
    await expect(page.getByText(new RegExp(`^${completed} tasks?$`))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Who: Minh Tran' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/queue\?tab=completed$/);
  });

  test('exports all tasks of the view as a CSV file', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue?tab=overdue&department=Fullfillment');
    const shown = Number((await page.getByText(/^[\d,]+ tasks$/).textContent())?.split(' ')[0]);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('queue-overdue.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(shown + 1);
    for (const line of lines.slice(1)) expect(line).toContain('","Fullfillment","');
  });

  test('gives a task to the first of two people who claim it, and tells the second who has it', async ({
    signedIn,
  }) => {
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    for (const page of [first, second]) await page.goto('/queue');
    const menu = first.getByRole('button', { name: /^Actions for/ }).first();
    const name = (await menu.getAttribute('aria-label')) ?? '';
    const path = await rows(first).first().getByRole('link').getAttribute('href');
    await second.goto(path ?? '');
    const claim = second.getByRole('button', { name: 'Claim' });
    await expect(claim).toBeVisible();
    await first.getByRole('button', { name }).first().click();
    await first.getByRole('menuitem', { name: 'Claim' }).click();
    await expect(rows(first).first()).toContainText('you');
    await expect(claim).toBeHidden();
    await expect(second.getByRole('group', { name: 'What came of it' })).toBeHidden();
    await expect(second.getByRole('button', { name: 'Assign…' })).toBeVisible();
  });

  test('is live again after a network gap that did not close its connection', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue');
    await expectLive(page);
    await page.context().setOffline(true);
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Offline');
    await page.context().setOffline(false);
    await expectLive(page);
  });

  test('is not available to referrers', async ({ signedIn }) => {
    const page = await signedIn('referrer');
    await page.goto('/queue');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queue' })).toHaveCount(0);
  });
});
