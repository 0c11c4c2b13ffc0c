import { expect, type Page } from '@playwright/test';
import { expectLive } from '../product/live-line.js';
import { fillOrder, submitOrder } from '../order/order.js';
import { test } from '../product/people.js';
import { accessTokenOf } from '../product/person-api.js';
import { openTask, recordOutcome } from '../product/task-work.js';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const about = (page: Page, id: string) => panel(page).getByRole('listitem').filter({ hasText: id });

async function order(page: Page): Promise<string> {
  await fillOrder(page, `Bell${Date.now().toString(36)}`);
  const id = await submitOrder(page);
  await page.goto('/referrals');
  return id;
}

async function writeNote(page: Page, referralId: string): Promise<void> {
  const answer = await page.request.post('/api/notes/create', {
    headers: { authorization: `Bearer ${await accessTokenOf(page)}` },
    data: { referralId, noteText: 'Which size?' },
  });
  expect(answer.status()).toBe(201);
}

/** Reads what earlier tests have left, so that the counts are those of this one. */
async function readAll(page: Page): Promise<void> {
  await bell(page).click();
  await expect(panel(page).getByRole('list').or(panel(page).getByText('No notifications yet'))).toBeVisible();
  const markAll = panel(page).getByRole('button', { name: 'Mark all as read' });
  if (await markAll.isVisible()) await markAll.click();
  await expect(markAll).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
}

test('A referrer’s bell counts what staff do for them, and what is read on one screen is read on the other', async ({
  signedIn,
}) => {
  const [referrer, other] = [await signedIn('referrer'), await signedIn('referrer')];
  const id = await order(referrer);
  await readAll(referrer);
  await other.goto('/referrals');
  await expectLive(other);
  const staff = await signedIn('staff');
  await openTask(staff, id, 'Create Patient');
  await recordOutcome(staff, 'Record created');
  for (const page of [referrer, other])
    await expect(bell(page)).toHaveAccessibleName('Notifications, referrals have moved on');
  const news = other.getByRole('button', { name: 'Open', exact: true });
  await expect(news).toBeVisible();
  await other.setViewportSize({ width: 390, height: 844 });
  await news.hover(); // It stays.
  const end = await other.getByRole('contentinfo').evaluate((footer) => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return footer.getBoundingClientRect().bottom;
  });
  expect(end, 'the message covers the end of the page').toBeLessThanOrEqual((await news.boundingBox())!.y);
  await other.setViewportSize({ width: 1280, height: 720 });

  await writeNote(staff, id);
  for (const page of [referrer, other]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

  await bell(referrer).click();
  const moved = panel(referrer).getByRole('button', { name: /moved on today/ });
  if ((await moved.getAttribute('aria-expanded')) === 'false') await moved.click();
  await expect(about(referrer, id)).toContainText([
    `A new note on referral ${id}`,
    `Referral ${id} is now at Patient Contact`,
  ]);
  await expect(about(referrer, id).first()).toContainText('Unread');
  await about(referrer, id).first().getByRole('link').click();
  await expect(referrer).toHaveURL(new RegExp(`/referral/${id}\\?tab=notes$`));
  await expect(referrer.getByRole('article').filter({ hasText: 'Which size?' })).toBeVisible();
  await expect(bell(other)).toHaveAccessibleName('Notifications, referrals have moved on');
  await readAll(referrer);
  await expect(bell(other)).toHaveAccessibleName('Notifications');
});

test('The browser shows one notification for all hidden pages, once the person has allowed it', async ({
  signedIn,
}) => {
  const first = await signedIn('referrer');
  const context = first.context();
  await context.addInitScript(() => {
    const shown: string[] = [];
    class ShownNotification extends EventTarget {
      static permission = localStorage.getItem('spec.permission') ?? 'default';
      static requestPermission() {
        localStorage.setItem('spec.permission', 'granted');
        return Promise.resolve((ShownNotification.permission = 'granted'));
      }
      constructor(_title: string, { body }: { readonly body: string }) {
        super();
        shown.push(body);
      }
      close() {}
    }
    Object.assign(window, { Notification: ShownNotification, shown });
  });
  await first.goto('/referrals');
  const id = (await first.getByRole('cell').getByRole('link').first().textContent()) ?? '';
  await bell(first).click();
  await panel(first).getByRole('switch', { name: 'Browser notifications while this page is hidden' }).check();
  const second = await context.newPage();
  const pages = [first, second];
  for (const page of pages) {
    await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }));
    await page.goto('/referrals');
    await expectLive(page);
  }
  const staff = await signedIn('staff');
  await writeNote(staff, id);
  const shown = async () =>
    (
      await Promise.all(pages.map((page) => page.evaluate(() => (window as unknown as { shown: string[] }).shown)))
    ).flat();
  await expect.poll(shown).toEqual([expect.stringMatching(new RegExp(`new notes? on referral ${id}$`))]);
});

test('A note by a template that asks for nothing is news, and one with words of its author’s own needs the reader', async ({
  signedIn,
}) => {
  const referrer = await signedIn('referrer');
  const id = await order(referrer);
  await readAll(referrer);
  const staff = await signedIn('staff');
  await staff.goto(`/referral/${id}?tab=notes`);
  const write = async (more: string) => {
    await staff.getByRole('button', { name: 'New External Note' }).click();
    const dialog = staff.getByRole('dialog', { name: 'New external note' });
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption('Member informed');
    await expect(dialog.getByRole('checkbox', { name: 'Action needed' })).not.toBeChecked();
    const text = dialog.getByRole('textbox', { name: 'Note' });
    await expect(text).toContainText('Nothing is needed from you.');
    if (more !== '') {
      await text.press('Control+End');
      await text.pressSequentially(more);
    }
    await dialog.getByRole('button', { name: 'Add note' }).click();
    await expect(dialog).toBeHidden();
  };
  await write('');
  await expect(bell(referrer)).toHaveAccessibleName('Notifications, referrals have moved on');
  await write(' Or is it?');
  await expect(bell(referrer)).toHaveAccessibleName('Notifications, 1 unread');
});
