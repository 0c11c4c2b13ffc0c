import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { type Counted, CountedHands, NOTHING, sumOf } from './counted-hands.js';
import { test } from '../product/people.js';

const TASKS = 200;

interface Kind extends Counted {
  readonly task: string;
  readonly tasks: number;
  /** From the first key to the next task, with what the product takes, at the median. */
  readonly medianMs: number;
}

/**
 * What it takes to record the usual outcome of 200 tasks, one after the other: a page of the queue is claimed, the first of these tasks is
 * opened, and each outcome opens the next one.
 */
test('200 usual tasks', async ({ signedIn }) => {
  test.setTimeout(3_600_000);
  const page = await signedIn('staff');
  const hands = new CountedHands(page);
  const done: (Counted & { readonly task: string; readonly ms: number })[] = [];
  let claiming: Counted = NOTHING;

  while (done.length < TASKS) {
    await test.step('claims a page of the queue, and opens the first task', async () => {
      await page.goto('/queue');
      await hands.click(page.getByRole('checkbox', { name: /^Select all/ }));
      const selected = page.getByRole('group', { name: 'Selected tasks' });
      await hands.click(selected.getByRole('button', { name: 'Claim' }));
      await expect(selected).toBeHidden();
      const read = page.waitForResponse(/\/tasks\?tab=mine/);
      await hands.click(page.getByRole('tab', { name: /^Mine/ }));
      await read;
      await expect(page.getByRole('tab', { name: /^Mine/, selected: true })).toBeVisible();
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
      await hands.click(page.getByRole('row').nth(1).getByRole('link').first());
      claiming = sumOf([claiming, hands.take()]);
    });

    for (let isNext = true; isNext && done.length < TASKS;) {
      const outcomes = page.getByRole('group', { name: 'What came of it' });
      await expect(outcomes.getByRole('button').first()).toBeEnabled();
      const [task = ''] = /[^·]+$/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '') ?? [];
      const address = page.url();
      const startedAt = performance.now();
      await hands.press('Shift+Digit1');
      const orderId = page.getByRole('textbox', { name: /^Order ID/ });
      if (await orderId.isVisible()) {
        await expect(orderId).toBeFocused();
        await hands.type('PO-1042');
        await hands.press('Enter');
      }
      await expect(page).not.toHaveURL(address);
      isNext = page.url().includes('/task/');
      done.push({ task: task.trim(), ms: performance.now() - startedAt, ...hands.take() });
    }
  }

  const kinds = [...new Set(done.map(({ task }) => task))].sort().map((task): Kind => {
    const ofKind = done.filter((one) => one.task === task);
    const ms = ofKind.map((one) => one.ms).sort((one, other) => one - other);
    return { task, tasks: ofKind.length, medianMs: Math.round(ms[Math.floor(ms.length / 2)]!), ...sumOf(ofKind) };
  });
  console.table(kinds);
  const recorded = sumOf(done);
  const all = sumOf([recorded, claiming]);
  const figures = {
    tasks: done.length,
    keysPerTask: recorded.keys / done.length,
    mostKeys: Math.max(...done.map(({ keys }) => keys)),
    clicksPerTask: all.clicks / done.length,
    charactersPerTask: all.characters / done.length,
    kinds,
  };
  await writeFile(process.env['FIGURES_FILE'] ?? '/dev/stdout', JSON.stringify(figures));
});
