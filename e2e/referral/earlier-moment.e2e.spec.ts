import { expect, type Locator, type Page } from '@playwright/test';
import type { ReferralDetail, ReferralHistory } from '@throughline/contracts';
import { aLastName, openTask, orderFor } from '../product/orders-and-tasks.js';
import type { PersonApi } from '../product/person-api.js';
import { type Person, test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

/** An order of the referrer that was worked, corrected and noted, and how many events of it there are. */
async function workedOrder(apiAs: (person: Person) => Promise<PersonApi>) {
  const [referrer, staff, ops] = [await apiAs('referrer'), await apiAs('staff'), await apiAs('ops')];
  const [row] = await orderFor({ read: staff.read, post: referrer.post }, aLastName('Earlier'), [{}]);
  const { referralId, taskId } = row!;
  await staff.post(`/tasks/${taskId}/claim`);
  await staff.post('/internal-notes', { referralId, note: '<p>Ask for the size</p>' });
  await staff.post(`/tasks/${taskId}/outcome`, { outcome: 'created', note: 'Found in the other system' });
  await openTask(staff, referralId, 'Patient Contact 1st');
  const { memberInfo } = await staff.read<ReferralDetail>(`/referrals/referral/${referralId}`);
  await staff.post('/referrals/update', { referralId, memberInfo: { ...memberInfo, city: 'Mesa' } });
  await staff.post('/notes/create', { referralId, noteText: '<p>We need a prescription</p>' });
  await expect
    .poll(async () => (await staff.read<readonly unknown[]>(`/notes/${referralId}`)).length, 'the note is read')
    .toBe(1);
  const history = async () => (await ops.read<ReferralHistory>(`/referrals/referral/${referralId}/history`)).entries;
  // The last events of it are the worker's: the PDF of the order, and that of the corrected one.
  const printed = async () => (await history()).filter(({ event }) => event.type === 'SubmissionPdfGenerated').length;
  await expect.poll(printed).toBe(2);
  const entries = await history();
  const positionOf = (type: string) => entries.find(({ event }) => event.type === type)!.position;
  return { referralId, taskId, entries, positionOf };
}

const mark = (page: Page) => page.getByRole('note', { name: 'Earlier moment' });
const bar = (page: Page) => page.getByRole('region', { name: 'As of', exact: true });
const slider = (page: Page) => page.getByRole('slider', { name: 'As of event' });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const asOfIn = (page: Page) => new URL(page.url()).searchParams.get('asOf');

/** Buttons by which somebody acts, on any page of a case. */
const acts = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', {
    name: /^(Correct|New |Reply|Mark|Upload|Choose file|Claim|Put on hold|Assign|Stop|Undo|Record|Another task|Edit|Delete|Dismiss)/,
  });

test.describe('A referral at an earlier moment', () => {
  test('is shown by its own pages, read-only, from its link and step by step', async ({ signedIn, apiAs }) => {
    const { referralId, entries, positionOf } = await workedOrder(apiAs);
    const ops = await signedIn('admin');
    const sent: string[] = [];
    ops.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/')) sent.push(request.url());
    });

    await test.step('a link opens the moment after the order, on each tab', async () => {
      const first = positionOf('TaskOpened');
      await ops.goto(`/referral/${referralId}?asOf=${first}`);
      await expect(mark(ops)).toContainText(/^As it was on \w+, .* \d\d:\d\d:\d\d C[SD]T/);
      await expect(ops).toHaveTitle(/As it was on/);
      await expect(ops.getByRole('region', { name: 'Create Patient, 2 items' })).toBeVisible();
      await expect(acts(ops)).toHaveCount(0);
      await tab(ops, /^Information/).click();
      await expect(ops.getByText('Phoenix, AZ 85004', { exact: true })).toBeVisible();
      await expect(ops.getByText('Mesa')).toHaveCount(0);
      await expect(acts(ops)).toHaveCount(0);
      await tab(ops, /^Files/).click();
      await expect(ops.getByRole('tab', { name: /^Files/ })).toHaveAttribute('aria-selected', 'true');
      await expect(acts(ops)).toHaveCount(0);
      await tab(ops, /^Notes/).click();
      await expect(ops.getByText('No Notes', { exact: true })).toBeVisible();
      await expect(ops.getByText('Ask for the size')).toHaveCount(0);
      await expect(acts(ops)).toHaveCount(0);
      expect(asOfIn(ops)).toBe(String(first));
    });

    await test.step('the arrow keys go on to the next events, in the address and on the screen', async () => {
      await slider(ops).focus();
      await ops.keyboard.press('End');
      await expect(ops.getByRole('article').filter({ hasText: 'Ask for the size' })).toBeVisible();
      await expect(ops.getByRole('article').filter({ hasText: 'We need a prescription' })).toBeVisible();
      expect(asOfIn(ops)).toBe(String(entries.at(-1)!.position));
      await expect(acts(ops)).toHaveCount(0);
      const noted = entries.findIndex(({ event }) => event.type === 'NoteWritten');
      for (let left = entries.length - 1; left >= noted; left--) await ops.keyboard.press('ArrowLeft');
      await expect(ops.getByText('No Notes', { exact: true })).toBeVisible();
      await expect(ops.getByRole('article').filter({ hasText: 'Ask for the size' })).toBeVisible();
      expect(asOfIn(ops)).toBe(String(entries[noted - 1]!.position));
      await expect(bar(ops)).toContainText(`event ${noted} of ${entries.length}`);
    });

    await test.step('a typed time is a moment too, and what is to come is none', async () => {
      const field = bar(ops).getByLabel('Day and time');
      await field.fill('2099-01-01T09:00:00');
      await bar(ops).getByRole('button', { name: 'Show', exact: true }).click();
      await expect(bar(ops)).toContainText('This time is still to come.');
      await field.fill('2020-03-03T09:00:00');
      await bar(ops).getByRole('button', { name: 'Show', exact: true }).click();
      await expect(mark(ops)).toContainText('Before the referral existed');
      await expect(bar(ops)).toContainText('before the first event');
      expect(asOfIn(ops)).toBe('2020-03-03T15:00:00.999Z');
    });

    await test.step('the first event comes after the time before it, and who steps by keyboard keeps the control', async () => {
      await slider(ops).focus();
      await ops.keyboard.press('ArrowRight');
      await expect(bar(ops)).toContainText(`event 1 of ${entries.length}`);
      await expect(tab(ops, /^Notes/)).toBeVisible();
      await expect(slider(ops)).toBeFocused();
      const previous = bar(ops).getByRole('button', { name: 'Previous event' });
      await bar(ops).getByRole('button', { name: 'Next event' }).focus();
      await ops.keyboard.press('Enter');
      await expect(bar(ops)).toContainText(`event 2 of ${entries.length}`);
      await previous.focus();
      await ops.keyboard.press('Enter');
      await expect(bar(ops)).toContainText(`event 1 of ${entries.length}`);
      await expect(previous).toBeFocused();
      await expect(previous).toHaveAttribute('aria-disabled', 'true');
    });

    await test.step('it plays by itself, until its end', async () => {
      await bar(ops).getByRole('combobox', { name: 'Speed' }).selectOption('100');
      await bar(ops).getByRole('button', { name: 'Play' }).click();
      await expect(bar(ops)).toContainText(`event ${entries.length} of ${entries.length}`);
      await expect(bar(ops).getByRole('button', { name: 'Play' })).toBeVisible();
    });

    expect(sent, 'nothing is sent, not even that notes were read').toEqual([]);
    await test.step('the present comes back, and works', async () => {
      await bar(ops).getByRole('button', { name: 'Back to now' }).click();
      await expect(mark(ops)).toHaveCount(0);
      expect(asOfIn(ops)).toBeNull();
      await expect(ops.getByRole('button', { name: 'New External Note' })).toBeVisible();
      await ops.getByRole('button', { name: 'As of…' }).click();
      await expect(mark(ops)).toContainText('As it was on');
    });
  });

  test('is shown as the referrer saw it', async ({ signedIn, apiAs }) => {
    const { referralId, entries } = await workedOrder(apiAs);
    const ops = await signedIn('ops');
    await ops.goto(`/referral/${referralId}?tab=notes&asOf=${entries.at(-1)!.position}`);
    await expect(ops.getByText('Ask for the size')).toBeVisible();
    await bar(ops).getByRole('combobox', { name: 'Seen as' }).selectOption('Seen as the referrer');
    await expect(mark(ops)).toContainText('as the referrer saw it');
    await expect(ops.getByRole('article').filter({ hasText: 'We need a prescription' })).toBeVisible();
    await expect(ops.getByText('Ask for the size')).toHaveCount(0);
    await expect(ops.getByRole('heading', { name: 'Internal Notes' })).toHaveCount(0);
    expect(new URL(ops.url()).searchParams.get('as')).toBe('referrer');
    await tab(ops, /^Status/).click();
    await expect(ops.getByRole('region', { name: 'Patient Contact 1st, 2 items' })).toBeVisible();
    await expect(ops.getByRole('link', { name: 'Open task' })).toHaveCount(0);
    await expect(ops.getByRole('link', { name: 'Audit history' })).toHaveCount(0);
  });

  test('of an order by nobody who was signed in, is its progress alone as the referrer saw it', async ({
    signedIn,
    apiAs,
    request,
  }) => {
    const staff = await apiAs('staff');
    const anonymous = {
      read: staff.read,
      post: async <Data>(path: string, data = {}) => {
        const answer = await request.post(`/api${path}`, { data, headers: { 'idempotency-key': crypto.randomUUID() } });
        return ((await answer.json()) as { readonly data: Data }).data;
      },
    };
    const [row] = await orderFor(anonymous, aLastName('Nobody'), [{}]);
    const ops = await signedIn('ops');
    await ops.goto(`/referral/${row!.referralId}?as=referrer&asOf=${new Date().toISOString()}`);
    await expect(ops.getByText('could not see all of it at that time')).toBeVisible();
    await expect(ops.getByRole('heading', { level: 2, name: /^Create Patient/ })).toBeVisible();
    await expect(ops.getByText('Saguaro Way')).toHaveCount(0);
  });

  test('has the pages of its tasks, as they were', async ({ signedIn, apiAs }) => {
    const { referralId, taskId, entries, positionOf } = await workedOrder(apiAs);
    const ops = await signedIn('admin');
    await ops.goto(`/referral/${referralId}?asOf=${positionOf('TaskClaimed')}`);
    await ops.getByRole('link', { name: 'Open task' }).click();
    await expect(ops).toHaveURL(new RegExp(`/task/${taskId}\\?.*asOf=${positionOf('TaskClaimed')}`));
    const facts = ops.getByRole('main');
    await expect(facts).toContainText('Dana Whitfield');
    await expect(ops.getByRole('region', { name: 'Recorded' })).toContainText('Nothing has been recorded yet.');
    await expect(ops.getByRole('group', { name: 'What came of it' })).toHaveCount(0);
    await expect(acts(ops)).toHaveCount(0);
    await slider(ops).focus();
    await ops.keyboard.press('End');
    await expect(ops.getByRole('region', { name: 'Recorded' })).toContainText('Found in the other system');
    expect(asOfIn(ops)).toBe(String(entries.at(-1)!.position));
    await expect(acts(ops)).toHaveCount(0);
    await ops.keyboard.press('Home');
    await expect(ops.getByText('There was no such task then')).toBeVisible();
  });

  test('of a recertification is its task as it was', async ({ signedIn, apiAs }) => {
    const [staff, ops] = [await apiAs('staff'), await apiAs('ops')];
    const member = {
      lastName: aLastName('Recert'),
      firstName: 'Rosa',
      DOB: '1950-02-01',
      phone: '6025550100',
      state: 'AZ',
    };
    const physician = { lastName: 'Okafor', fax: '6025550102' };
    const taskData = { itemCategory: 'Incontinence', member, physician };
    const { taskId } = await staff.post<{ taskId: string }>('/tasks/', { task: 'Recert Review', taskData });
    const id = taskId.replace(/-1$/, '');
    await staff.post(`/tasks/${taskId}/claim`);
    await staff.post(`/recertifications/${id}/update`, { member: { ...member, phone: '6025550199' }, parentId: 0 });
    const { entries } = await ops.read<ReferralHistory>(`/referrals/referral/${id}/history`);
    const begun = entries.find(({ event }) => event.type === 'TaskOpened')!;
    const page = await signedIn('admin');
    await page.goto(`/task/${taskId}?asOf=${begun.position}`);
    await expect(page.getByRole('heading', { level: 1, name: /Recert Review/ })).toBeVisible();
    const about = page.getByRole('region', { name: 'Member and physician' });
    await expect(about).toContainText('(602) 555-0100');
    await expect(page.getByRole('main')).toContainText('Assigned tonobody');
    await expect(acts(page)).toHaveCount(0);
    await slider(page).focus();
    await page.keyboard.press('End');
    await expect(about).toContainText('(602) 555-0199');
    await expect(page.getByRole('main')).toContainText('Assigned toDana Whitfield');
    await expect(acts(page)).toHaveCount(0);
    expect(asOfIn(page)).toBe(String(entries.at(-1)!.position));
  });

  test('is not shown to others, who are told that they see the present', async ({ signedIn, visitor, apiAs }) => {
    const { referralId, positionOf } = await workedOrder(apiAs);
    const address = `/referral/${referralId}?asOf=${positionOf('ReferralSubmitted')}`;
    for (const page of [await signedIn('referrer'), await signedIn('staff'), await visitor()]) {
      await page.goto(address);
      await expect(page.getByText('this page shows the present')).toBeVisible();
      await expect(page.getByRole('heading', { name: /^Patient Contact 1st/ }).first()).toBeVisible();
      await expect(bar(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'As of…' })).toHaveCount(0);
    }
  });

  test('meets WCAG at both widths', async ({ signedIn, apiAs }) => {
    const { referralId, taskId, entries } = await workedOrder(apiAs);
    const ops = await signedIn('ops');
    const asOf = `asOf=${entries.at(-1)!.position}`;
    for (const [address, shown] of [
      [`/referral/${referralId}?${asOf}`, /^Patient Contact 1st/],
      [`/task/${taskId}?${asOf}`, 'Recorded'],
    ] as const) {
      await ops.goto(address);
      await expect(ops.getByRole('heading', { name: shown }).first()).toBeVisible();
      await expect(bar(ops)).toBeVisible();
      await expectWcag(ops);
    }
  });
});
