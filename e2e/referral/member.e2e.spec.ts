import { expect, type Locator, type Page } from '@playwright/test';
import type { ReferralDetail, TaskQueue } from '@throughline/contracts';
import { dayInWords, fullName, phoneInWords, plansOf } from '@throughline/domain';
import { openTask } from '../product/orders-and-tasks.js';
import { field, fillOrder, submitOrder, submittedOrder } from '../order/order.js';
import { test } from '../product/people.js';
import { expectWcag } from '../product/wcag.js';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const unique = () => Date.now().toString(36);

test('A contact task begins with the member and a link that calls them; the limited view shows nothing of them', async ({
  signedIn,
  visitor,
  apiAs,
}) => {
  const { read } = await apiAs('staff');
  const { rows } = await read<TaskQueue>('/tasks?tab=open&task=Patient+Contact+1st');
  const { taskId, referralId } = rows[0]!;
  const { memberInfo: member, insuranceInfo } = await read<ReferralDetail>(`/referrals/referral/${referralId}`);
  const [name, born, phone] = [fullName(member), dayInWords(member.DOB), phoneInWords(member.phone)!];

  const page = await signedIn('staff');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  // Another spec may have dismissed it for the same person.
  for (const button of await page.getByRole('button', { name: 'Dismiss', exact: true }).all()) await button.click();
  for (const address of [`/task/${taskId}`, `/referral/${referralId}?tab=notes`]) {
    await page.goto(address);
    await expect(heading(page)).toContainText(name);
    const facts = page.locator('main h1 + dl');
    for (const fact of [born, insuranceInfo.medicaidId!, referralId]) await expect(facts).toContainText(fact);
    await expect(facts).toContainText(/\(\d+ (years?|months?)\)/);
    await expect(facts.getByText(plansOf(insuranceInfo).join(', '), { exact: true })).toBeVisible();
    const link = page.getByRole('main').getByRole('link', { name: phone });
    await expect(link).toHaveAttribute('href', `tel:+1${member.phone}`);
    expect((await link.boundingBox())!.y).toBeLessThan(200);
  }

  const stranger = await visitor();
  await stranger.goto(`/referral/${referralId}`);
  await expect(stranger.getByText('You see only the progress.')).toBeVisible();
  await expect(heading(stranger)).toContainText(`Referral ${referralId}`);
  for (const fact of [member.lastName, born, phone, insuranceInfo.medicaidId!])
    await expect(stranger.getByRole('main')).not.toContainText(fact);
  await expect(stranger.getByRole('main').locator('[href^="tel:"]')).toHaveCount(0);
});

/** An order by the referrer for a member with this Medicaid ID. */
async function order(page: Page, lastName: string, medicaidId: string): Promise<string> {
  await fillOrder(page, lastName);
  await field(page, 'Insurance', 'Medicaid ID').fill(medicaidId);
  return submitOrder(page);
}

/** The same order once more, for a member who is another one by their name or by their Medicaid ID. */
async function orderAgain(page: Page, lastName: string, medicaidId: string, born?: string): Promise<string> {
  await fillOrder(page, lastName);
  if (born !== undefined) await field(page, 'Member', 'DOB').fill(born);
  await field(page, 'Insurance', 'Medicaid ID').fill(medicaidId);
  await page.getByRole('button', { name: 'Submit referral' }).click();
  const result = page.getByRole('dialog', { name: 'Submit Referral' });
  await result.getByRole('button', { name: 'Submit this order as well' }).click();
  const address = await result.getByRole('link', { name: 'Open the referral' }).getAttribute('href');
  return address!.split('/').at(-1)!;
}

test('A referral and its task show the member’s other referrals, and which are taken to be theirs by the ID alone', async ({
  signedIn,
  apiAs,
}) => {
  const [lastName, medicaidId] = [`First${unique()}`, `M${unique()}`];
  const page = await signedIn('referrer');
  const first = await order(page, lastName, medicaidId);
  const second = await orderAgain(page, `Other${lastName}`, medicaidId);
  await page.goto(`/referral/${second}`);
  const count = page.locator('main h1 + dl').getByRole('link', { name: '1 other referral of this member' });
  await page.setViewportSize({ width: 390, height: 844 });
  await count.click();
  const others = page.getByRole('region', { name: '1 other referral of this member', exact: true });
  await expect(others.getByRole('heading')).toBeFocused();
  await expect(others).toBeInViewport();
  await expect(others.getByRole('listitem')).toContainText(`same Medicaid ID, for Maria ${lastName}`);
  await others.getByRole('link', { name: first }).click();
  await expect(heading(page)).toContainText(lastName);
  await expect(others.getByRole('link', { name: second })).toBeVisible();

  const born = (await page.locator('main h1 + dl').getByRole('definition').first().textContent())!.slice(0, 10);
  const namesake = await orderAgain(page, lastName, `X${medicaidId}`, born);
  const both = '1 other referral of this member and 1 of the same name and birthday';
  await page.goto(`/referral/${first}`);
  await page.locator('main h1 + dl').getByRole('link', { name: both }).click();
  const listed = page.getByRole('region', { name: both }).getByRole('listitem');
  await expect(listed.filter({ hasText: namesake })).toContainText('same name and date of birth, another Medicaid ID');
  await expect(listed.filter({ hasText: second })).toContainText('same Medicaid ID');
  await page.goto(`/referral/${namesake}`);
  await expect(page.getByRole('region', { name: '1 other referral of the same name and birthday' })).toBeVisible();

  const staff = await signedIn('staff');
  await staff.goto(`/task/${await openTask(await apiAs('staff'), first, 'Create Patient')}`);
  const warning = staff.getByRole('status').filter({ hasText: 'within minutes of this one' });
  await expect(warning).toContainText(
    '2 referrals for this member or somebody of the same name and birthday with the same items (quantities may differ) were',
  );
  const warned = (id: string) => warning.getByRole('listitem').filter({ hasText: id });
  await expect(warned(second)).toContainText(`same Medicaid ID, for Maria Other${lastName}`);
  await expect(warned(namesake)).toContainText('same name and date of birth, another Medicaid ID');
  for (const id of [second, namesake]) await expect(warned(id)).toContainText('Pending Patient Creation');
  await expectWcag(staff, 'main');
  await expect(staff.getByRole('region', { name: both })).toContainText(
    'All of them have the same items and are named at the top of this page.',
  );
  await expect(staff.getByRole('main').getByRole('link', { name: second })).toHaveCount(1);
  const onTask = staff.locator('main h1 + dl').getByRole('link', { name: both });
  await expect(onTask).toBeInViewport();
  await onTask.click();
  await expect(staff.getByRole('heading', { name: both })).toBeFocused();
  await staff.goto(`/referral/${namesake}`);
  await expect(warning).toContainText('A referral for somebody of the same name and birthday with the same items');
  const only = staff.getByRole('region', { name: '1 other referral of the same name and birthday' });
  await expect(only).toContainText('It has the same items and is named at the top of this page.');
});

test('Of many same orders three are named above the work, and the others by a button', async ({ signedIn, apiAs }) => {
  const page = await signedIn('referrer');
  await fillOrder(page, `Many${unique()}`);
  const sent = await submittedOrder(page);
  const { post } = await apiAs('referrer');
  for (const qty of [2, 3, 4, 5])
    await post('/referrals/create', { ...sent, items: sent.items.map((item) => ({ ...item, qty })) });
  const staff = await signedIn('staff');
  await staff.goto(`/referrals?search=${sent.memberInfo.lastName}`);
  await staff.getByRole('cell').getByRole('link').first().click();
  const warning = staff.getByRole('status').filter({ hasText: 'within minutes of this one' });
  await expect(warning).toContainText(
    '4 referrals for this member with the same items (quantities may differ) were also submitted',
  );
  await expect(warning.getByRole('listitem')).toHaveCount(3);
  const more = warning.getByRole('button', { name: 'and 1 more', expanded: false });
  await more.focus();
  await staff.keyboard.press('Enter');
  await expect(warning.getByRole('listitem')).toHaveCount(4);
  const fewer = warning.getByRole('button', { name: 'Show the first 3 only', expanded: true });
  await expect(fewer).toBeFocused();
  await fewer.click();
  await expect(warning.getByRole('listitem')).toHaveCount(3);
});

test('What comes after the first view of a referral or a task is waited for by lines in its place, which move nothing', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('staff');
  const { rows } = await (await apiAs('staff')).read<TaskQueue>('/tasks?tab=open&task=Patient+Contact+1st');
  const { taskId, referralId } = rows[0]!;
  let answer = () => undefined as void;
  const late = /\/(notes|internal-notes|of-member)([/?]|$)/;
  const waiting = page.locator('main :is(dl, section) [aria-busy="true"]').filter({ visible: true });
  for (const [address, below] of [
    [`/referral/${referralId}`, page.getByRole('tablist')],
    [`/task/${taskId}`, page.getByRole('button', { name: 'Read or write notes' })],
  ] as const) {
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(late, async (route) => {
      await answered;
      await route.continue().catch(() => undefined);
    });
    await page.goto(address);
    await expect(waiting.nth(1)).toBeVisible();
    const before = await below.boundingBox();
    answer();
    await expect(page.getByText('No notes yet').or(page.getByRole('list', { name: 'Last notes' }))).toBeVisible();
    await expect(page.getByText(/other referrals? of this member/).first()).toBeVisible();
    await expect(page.locator('main h1 + dl [aria-busy="true"]')).toHaveCount(0);
    expect((await below.boundingBox())!.y).toBeCloseTo(before!.y, 0);
    await page.unroute(late);
  }
});

test('The last two notes stand on the referral and on its task, which do not make them read', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('referrer');
  const id = await order(page, `Noted${unique()}`, `N${unique()}`);
  const staff = await apiAs('staff');
  const top = async (place: Locator) => (await place.boundingBox())!.y;
  await page.goto(`/referral/${id}`);
  await expect(page.getByRole('definition').filter({ hasText: 'No notes yet' })).toBeVisible();
  for (const text of ['The first.', 'Which <strong>size</strong>?<br>M or L?'])
    await staff.post('/notes/create', { referralId: id, noteText: `<p>${text}</p>` });
  const last = page.getByRole('list', { name: 'Last notes' }).getByRole('listitem');
  await expect(last).toHaveText([/Unread.*: Which size\? M or L\?/, /Unread.*: The first\./]);
  await staff.post('/notes/create', { referralId: id, noteText: '<p>The third.</p>' });
  await expect(last).toHaveText([/: The third\./, /: Which size\?/]);
  await expect(page.getByRole('tab', { name: /Notes 3/ })).toContainText('3 unread');
  expect(await top(last.last())).toBeLessThan(await top(page.getByRole('tablist')));
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await top(last.last())).toBeLessThan(await top(page.getByRole('tablist')));

  const working = await signedIn('staff');
  await staff.post('/internal-notes', { referralId: id, note: '<p>Ask the plan.</p>' });
  await working.goto(`/task/${await openTask(staff, id, 'Create Patient')}`);
  const onTask = working.getByRole('list', { name: 'Last notes' }).getByRole('listitem');
  await expect(onTask).toHaveText([/: Ask the plan\..*internal/, /: The third\./]);
  expect(await top(onTask.first())).toBeLessThan(
    await top(working.getByRole('heading', { name: 'Items', exact: true })),
  );
  await onTask.first().getByRole('link').click();
  await expect(working.getByRole('article').filter({ hasText: 'Ask the plan.' })).toBeVisible();
  await working.getByRole('button', { name: 'Show the last two only' }).click();
  await expect(onTask).toHaveCount(2);
  const long = `${'Spoke with the daughter, who asks us to ring after five. '.repeat(4)}${'x'.repeat(300)}`;
  await staff.post('/internal-notes', { referralId: id, note: `<p>${long}</p>` });
  await expect(onTask.first()).toContainText('Spoke with the daughter');
  for (const width of [768, 390, 320]) {
    await working.setViewportSize({ width, height: 844 });
    await expect.poll(() => working.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('News name the member for whoever may read the referral, and what only moves on is one line', async ({
  signedIn,
  apiAs,
}) => {
  const page = await signedIn('referrer');
  const lastName = `News${unique()}`;
  const id = await order(page, lastName, `W${unique()}`);
  const staff = await apiAs('staff');
  await staff.post(`/tasks/${await openTask(staff, id, 'Create Patient')}/outcome`, { outcome: 'created' });
  await staff.post('/notes/create', { referralId: id, noteText: '<p>Which size?</p>' });
  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'What waits for you' });
  await expect(waiting.getByRole('link', { name: `Maria ${lastName} · A new note on referral ${id}` })).toBeVisible();
  await expect(waiting.getByText('is now at')).toHaveCount(0);
  const needsYou = waiting.getByRole('heading', { name: 'Needs you' });
  await expect(waiting.getByRole('heading', { name: 'Moved on' })).toBeVisible();
  // Beside the counts on a wide window, below them on a phone.
  const counts = waiting.getByRole('link', { name: /unread notes?$/ });
  const isBeside = async () => (await needsYou.boundingBox())!.x > (await counts.boundingBox())!.x;
  await expect.poll(isBeside).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(isBeside).toBe(false);
  await waiting.getByRole('button', { name: /referrals? moved on today/ }).click();
  await expect(waiting.getByRole('link', { name: `Maria ${lastName} · Referral ${id} is now at Patient Contact` })).toBeVisible(); // prettier-ignore
});
