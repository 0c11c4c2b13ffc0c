import { expect, type Page } from '@playwright/test';
import type { TaskQueue } from '@throughline/contracts';
import { LiveLine } from '../product/live-line.js';
import { type Person, test } from '../product/people.js';

/** Each with the end of the exact time in November, and of a refusal. The short run tries each rule in one of them. */
const ZONES = [
  { zone: 'Pacific/Honolulu', exact: 'HST', ofMoments: [], ofDays: '@long' },
  { zone: 'Europe/Berlin', exact: 'GMT+1', ofMoments: '@long', ofDays: [] },
] as const;

const nameOf = (zone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
const clockIn = (zone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(new Date(at));

/** The visible words and the exact time of each `time` on the page that shows the moment. */
async function shownAt(page: Page, at: string): Promise<readonly { readonly words: string; readonly exact: string }[]> {
  const shown = await page.locator('main time').evaluateAll((all) =>
    all.map((time) => ({
      at: Date.parse(time.getAttribute('datetime') ?? ''),
      words: [...time.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map(({ textContent }) => textContent)
        .join(''),
      exact: time.getAttribute('title') ?? '',
    })),
  );
  return shown.filter((time) => Math.abs(time.at - Date.parse(at)) < 1_000 && /\d\d:\d\d$/.test(time.words));
}

for (const { zone, exact, ofMoments, ofDays } of ZONES) {
  const moments = `A moment is the same on the queue, the task, the referral and the audit, in the zone of a reader in ${zone}, which each page says once`;
  test(moments, { tag: [ofMoments].flat() }, async ({ newPage, sessionOf, apiAs }) => {
    const { rows } = await (await apiAs('ops')).read<TaskQueue>('/tasks?tab=completed&pageSize=100');
    const done = rows.find(({ task, outcome }) => task.startsWith('Patient Contact') && outcome !== undefined)!;
    const { taskId, referralId, completedAt } = done;
    const page = await newPage({ storageState: await sessionOf('ops'), timezoneId: zone });
    const clock = clockIn(zone, completedAt!);
    for (const address of [
      `/queue?tab=completed&search=${referralId}`,
      `/task/${taskId}`,
      `/referral/${referralId}`,
      `/audit/${referralId}`,
    ]) {
      await page.goto(address);
      await expect
        .poll(async () => (await shownAt(page, completedAt!)).length, { message: address })
        .toBeGreaterThan(0);
      for (const { words, exact: title } of await shownAt(page, completedAt!)) {
        expect([address, words.slice(-5)]).toEqual([address, clock]);
        expect([address, title.slice(-exact.length)]).toEqual([address, exact]);
      }
      const foot = page.getByRole('contentinfo').getByText(/^Times: /);
      await expect(foot).toHaveText(`Times: ${nameOf(zone)}. Due days: Central Time.`);
    }
  });

  const days = `What is due today is so in Central Time for a reader in ${zone}, and a refusal says when in their zone`;
  test(days, { tag: [ofDays].flat() }, async ({ newPage, sessionOf, apiAs }) => {
    const colleague = await apiAs('staff2');
    const { rows } = await colleague.read<TaskQueue>('/tasks?tab=unassigned');
    const open = async (timezoneId: string, person: Person = 'staff') =>
      newPage({ storageState: await sessionOf(person), timezoneId });
    const [here, central] = [await open(zone), await open('America/Chicago')];
    const line = await LiveLine.of(here);
    const dues = (page: Page) => page.locator('td time[title^="until "]').allTextContents();
    for (const page of [here, central]) {
      await page.goto('/queue?tab=open');
      await expect(page.locator('td time[title^="until "]').first()).toBeVisible();
    }
    expect(await dues(here)).toEqual(await dues(central));
    const row = rows.find(({ dueAt }) => dueAt !== null)!;
    for (const page of [here, central]) await page.goto(`/task/${row.taskId}`);
    const due = (page: Page) => page.locator('main time[title^="until "]').first();
    await expect(due(central)).toBeVisible();
    await expect(due(here)).toHaveText((await due(central).textContent())!);
    await here.goto(`/referral/${row.referralId}`);
    // Its items may be in other tasks as well, with other due days.
    await expect(here.getByRole('main')).toContainText((await due(central).textContent())!);

    await here.goto(`/queue?tab=unassigned&search=${row.referralId}`);
    const ofRow = here.getByRole('row').filter({ has: here.locator(`a[href="/task/${row.taskId}"]`) });
    await expect(ofRow).toBeVisible();
    await line.cut();
    await colleague.post(`/tasks/${row.taskId}/claim`, {});
    await ofRow.getByRole('button', { name: /^Actions for/ }).click();
    await here.getByRole('menuitem', { name: 'Claim' }).click();
    const words = new RegExp(`Minh Tran has had this task since \\w+ \\d+, \\d{4}, .+ ${nameOf(zone)}\\. Ask them`);
    await expect(here.getByText(words).last()).toBeVisible();
    line.restore();
    await colleague.post(`/tasks/${row.taskId}/release`, {});
  });
}
