import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectLive, LiveLine } from '../product/live-line.js';
import { addItem, field, fillMember, submitOrder } from '../order/order.js';
import { test } from '../product/people.js';
import { killWorker, runningProduct } from '../product/product.js';
import { groupsFromApi, groupsOnScreen } from './item-groups.js';
import { moveItems, openTask, recordOutcome, stopItem, takeUpAgain } from '../product/task-work.js';

/** Tells one run's member from another's. */
const LAST_NAME = `Thread${Date.now().toString(36)}`;

test.describe('An order from submission to delivery and audit, on several screens', () => {
  test('shows the same state on every screen without a reload', async ({ signedIn, visitor }) => {
    test.setTimeout(240_000);
    const referrer = await signedIn('referrer');
    const line = await LiveLine.of(referrer);
    const staff = await signedIn('staff');
    const reloads = countLoads(referrer);

    await staff.goto(`/queue?search=${LAST_NAME}`);
    await expect(staff.getByText('No task matches')).toBeVisible();
    await expectLive(staff);

    const referralId = await test.step('the referrer orders three items', async () => {
      await referrer.goto('/create-referral');
      await fillMember(referrer, LAST_NAME);
      await addItem(referrer, 'Manual breast pump');
      await addItem(referrer, 'Adult briefs with tabs', 'Medium');
      await referrer.getByRole('textbox', { name: 'Custom item', exact: true }).fill('Weighted blanket');
      await referrer.getByRole('textbox', { name: 'Custom item description' }).fill('15 lb, grey');
      await referrer.getByRole('button', { name: 'Add custom item' }).click();
      await field(referrer, 'Baby', 'Due Date').fill('03/01/2027');
      const id = await submitOrder(referrer);
      expect(id).toMatch(/^\d{15}$/);
      await referrer.getByRole('link', { name: 'Open the referral' }).click();
      await expect(referrer.getByRole('region', { name: 'Create Patient, 3 items' })).toBeVisible();
      await expectLive(referrer);
      reloads.forget();
      return id;
    });

    const anybody = await visitor();
    await anybody.goto(`/referral/${referralId}`);
    await expect(anybody.getByText('Create Patient', { exact: true }).first()).toBeVisible();
    await expect(anybody.getByRole('tab', { name: 'Information, sign in to see it' })).toBeDisabled();
    await expect(anybody.getByText(LAST_NAME)).toHaveCount(0);

    await test.step("the staff's open queue offers the new task, and one claims it", async () => {
      await staff.getByRole('button', { name: 'Show updates' }).click();
      const row = staff.getByRole('row', { name: new RegExp(LAST_NAME) });
      await row.getByRole('button', { name: /^Actions for Create Patient/ }).click();
      await staff.getByRole('menuitem', { name: 'Claim' }).click();
      await expect(row).toContainText('you');
      await row.getByRole('link', { name: 'Create Patient' }).click();
      await recordOutcome(staff, 'Record created');
    });
    await expect(referrer.getByRole('region', { name: 'Patient Contact 1st, 3 items' })).toBeVisible();
    await expect(anybody.getByText('Patient Contact 1st').first()).toBeVisible();

    await test.step('the referrer sees an attempt to reach the member without its note, until it is undone', async () => {
      const history = referrer.getByRole('region', { name: 'Referral History' });
      await openTask(staff, referralId, 'Patient Contact 1st');
      await staff.getByRole('textbox', { name: 'Note' }).fill('Voicemail is full');
      await recordOutcome(staff, 'Left message');
      await expect(history).toContainText('Member contact, attempt 1: Left message');
      await expect(referrer.getByRole('region', { name: 'Patient Contact 2nd, 3 items' })).toBeVisible();
      await expect(referrer.getByText('Voicemail is full')).toBeHidden();
      const recorded = staff.getByRole('region', { name: 'Recorded' });
      await expect(recorded).toContainText('Voicemail is full');
      await recorded.getByRole('button', { name: 'Undo' }).first().click();
      await expect(history).toBeHidden();
      await expect(referrer.getByRole('region', { name: 'Patient Contact 1st, 3 items' })).toBeVisible();
      // The page goes on to the task that is open again by itself.
      await expect(staff.getByRole('group', { name: 'What came of it' })).toBeVisible();
      const soFar = staff.getByRole('region', { name: 'So far' });
      await expect(soFar.getByRole('listitem')).toHaveText([
        /^Patient Contact 1st.*open/,
        /^Create Patient.*completed/,
      ]);
      await soFar.getByRole('button', { name: 'Show 2 undone tasks' }).click();
      await expect(soFar.getByRole('listitem').filter({ hasText: ', undone ' })).toHaveText([/^Patient Contact 2nd/, /^Patient Contact 1st/]); // prettier-ignore
    });

    await test.step('the worker is killed; work goes on, and a new worker takes over', async () => {
      const killed = await killWorker();
      await openTask(staff, referralId, 'Patient Contact 1st');
      await moveItems(staff, ['Weighted blanket'], 'Backordered');
      await recordOutcome(staff, 'Reached');
      await expect(referrer.getByRole('region', { name: 'Backordered, 1 item' })).toBeVisible();
      await expect(referrer.getByRole('region', { name: 'Select Items, 2 items' })).toBeVisible();
      await expect.poll(async () => (await runningProduct()).apps.worker.pid).not.toBe(killed);
    });

    await test.step('an item is stopped, and taken up again where it was', async () => {
      await openTask(staff, referralId, 'Select Items');
      await recordOutcome(staff, 'Items selected');
      await openTask(staff, referralId, 'Physician Paperwork Initial');
      await stopItem(staff, 'Manual breast pump', 'The member has one');
      const stopped = referrer.getByRole('region', { name: 'Stopped, 1 item' });
      await expect(stopped).toContainText('The member has one');
      await takeUpAgain(staff, 'It was another member');
      await expect(stopped).toBeHidden();
      await expect(referrer.getByRole('region', { name: 'Physician Paperwork Initial, 2 items' })).toBeVisible();
    });

    await test.step('every department does its part', async () => {
      const parts = [
        ['Physician Paperwork Initial', 'Paperwork received', 'Log CMN'],
        ['Log CMN', 'CMN complete', 'Submit Authorization'],
        ['Submit Authorization', 'Approved', 'Ready for Dropship'],
      ] as const;
      for (const [task, outcome, next] of parts) {
        await openTask(staff, referralId, task);
        await recordOutcome(staff, outcome);
        await expect(referrer.getByRole('region', { name: `${next}, 2 items` })).toBeVisible();
      }
    });

    await test.step("the referrer's line is cut while the items are shipped, and the page catches up by itself", async () => {
      await line.cut();
      await expect(referrer.getByRole('banner').getByRole('status')).toHaveText('Reconnecting');
      await openTask(staff, referralId, 'Ready for Dropship');
      await recordOutcome(staff, 'Order placed', { orderId: 'PO-7' });
      await expect(referrer.getByRole('region', { name: 'Ready for Dropship, 2 items' })).toBeVisible();
      line.restore();
      await expect(referrer.getByRole('region', { name: 'Shipped, 2 items' })).toBeVisible();
      await expectLive(referrer);
    });

    await test.step('two items are delivered, one waits for stock', async () => {
      await openTask(staff, referralId, 'Shipped');
      await recordOutcome(staff, 'Delivered');
      await openTask(staff, referralId, 'Delivered');
      await recordOutcome(staff, 'Delivery confirmed');
      await staff.goto(`/referral/${referralId}`);
    });

    await test.step('every screen shows what the API answers', async () => {
      const truth = await groupsFromApi(staff, referralId);
      expect(truth).toEqual(['Backordered: 1 item', 'Delivered: 2 items']);
      for (const page of [staff, referrer]) await expect.poll(() => groupsOnScreen(page)).toEqual(truth);
      await expect(anybody.getByText('2 items')).toBeVisible();
      const backordered = staff.getByRole('tabpanel').getByRole('region', { name: 'Backordered, 1 item' });
      await expect(backordered.locator('ol > [aria-current="step"]')).toContainText(', current');
      expect(reloads.count()).toBe(0);
    });

    await test.step('the submission PDF is among the files', async () => {
      await referrer.getByRole('tab', { name: 'Files' }).click();
      const download = referrer.waitForEvent('download');
      await referrer.getByRole('button', { name: /^Open .*\.pdf$/i }).click();
      const file = await readFile(await (await download).path());
      expect(file.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    });

    await test.step('ops replay what happened', async () => {
      const ops = await signedIn('ops');
      await ops.goto(`/audit/${referralId}`);
      const happened = ops.getByRole('region', { name: 'What happened' }).getByRole('listitem');
      await expect(happened.first()).toContainText(/submitted/i);
      await expect(ops.getByRole('heading', { name: 'The referral now' })).toBeVisible();
      await expect(ops.getByRole('region', { name: 'Backordered' })).toBeVisible();
      await ops.getByRole('slider', { name: 'As of event' }).focus();
      await ops.keyboard.press('Home');
      await expect(ops.getByRole('heading', { name: 'The referral as it was' })).toBeVisible();
      await expect(ops.getByRole('region', { name: 'Backordered' })).toHaveCount(0);
    });
  });
});

/** Counts how often the page was loaded anew; moving inside the console is no load. */
function countLoads(page: Page): { readonly count: () => number; readonly forget: () => void } {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return { count: () => loads, forget: () => (loads = 0) };
}
