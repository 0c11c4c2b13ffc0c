import { expect, type Page } from '@playwright/test';
import { CountedHands } from '../figures/counted-hands.js';
import { expectWcag } from '../product/wcag.js';
import { test } from '../product/people.js';

/** A note of Dana Whitfield on a referral that she has opened, all of it just now. */
async function aHistory(staff: Page, note: (referralId: string) => Promise<void>): Promise<string> {
  await staff.goto('/referrals');
  const link = staff.locator('main a[href^="/referral/"]').first();
  const id = (await link.getAttribute('href'))!.split('/').at(-1)!;
  await link.click();
  await expect(staff.getByRole('heading', { level: 1 })).toBeVisible();
  await note(id);
  return id;
}

test('An auditor asks what a person did in a period, and what they looked at', async ({ signedIn, apiAs }) => {
  const [ops, staff, staffApi] = [await signedIn('ops'), await signedIn('staff'), await apiAs('staff')];
  const id = await aHistory(staff, (referralId) =>
    staffApi.post('/internal-notes', { referralId, note: '<p>The payor calls back.</p>', parentNoteId: null }),
  );
  await ops.goto('/audit');
  const hands = new CountedHands(ops);
  const startedAt = performance.now();

  await hands.click(ops.getByRole('tab', { name: 'What happened' }));
  await hands.click(ops.getByRole('button', { name: 'Filters' }));
  const filters = ops.getByRole('dialog', { name: 'Filters' });
  await hands.click(filters.getByRole('button', { name: 'Last 7 days' }));
  await hands.fill(filters.getByRole('searchbox', { name: 'Find a person' }), 'dana');
  await hands.click(filters.getByRole('button', { name: 'Dana Whitfield' }));
  await hands.click(filters.getByRole('button', { name: 'Done' }));
  await expect(ops.getByRole('group', { name: 'Chosen filters' })).toContainText('Dana Whitfield');
  const acts = ops.getByRole('region', { name: 'What happened' }).locator('ol > li');
  const note = acts.filter({ hasText: /Dana Whitfield .*internal note/ }).first();
  await expect(note).toContainText('Staff · Throughline Medical Supply');
  await expect(note.locator(`a[href^="/audit/${id}?asOf="]`)).toBeVisible();
  const done = { question: 'What did Dana do?', ...hands.take(), seconds: seconds(startedAt) };

  const askedAt = performance.now();
  await hands.click(note.getByRole('link', { name: /What Dana Whitfield looked at/ }));
  await expect(ops).toHaveURL(/tab=seen&person=[^&]+&from=/);
  const seen = ops.getByRole('region', { name: 'What was seen' }).locator('ol > li');
  await expect(
    seen
      .filter({ hasText: 'Dana Whitfield' })
      .filter({ hasText: /Referral · session/ })
      .first(),
  ).toBeVisible();
  await expect(seen.locator(`a[href="/audit/${id}"]`).first()).toBeVisible();
  await expect(ops.locator('main h2').getByRole('status')).toHaveText(/^[\d,]+ viewings$/);
  const lookedAt = { question: 'What did Dana look at?', ...hands.take(), seconds: seconds(askedAt) };
  console.log(JSON.stringify([done, lookedAt]));
  for (const answer of [done, lookedAt]) expect(answer.clicks).toBeLessThan(10);

  // The question is in the address, and nobody else is in the answer.
  await ops.reload();
  await expect(seen.first()).toContainText('Dana Whitfield');
  await expect(seen.filter({ hasNotText: 'Dana Whitfield' })).toHaveCount(0);
  // At 390 px as well, light and dark.
  await expectWcag(ops);
  await ops.getByRole('tab', { name: 'What happened' }).click();
  await expect(acts.first()).toContainText('Dana Whitfield');
  await expectWcag(ops);
});

test('An auditor leaves out a person, searches words, and keeps the question by a name', async ({ signedIn }) => {
  const ops = await signedIn('ops');
  await ops.goto('/audit?tab=happened&kind=TaskClaimed');
  const counted = ops.locator('main h2').getByRole('status');
  await expect(counted).toHaveText(/ acts?$/);
  const all = await counted.textContent();
  await ops.getByRole('button', { name: 'Filters: 1' }).click();
  const filters = ops.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('switch', { name: 'Leave out what I choose' }).check();
  await filters.getByRole('searchbox', { name: 'Find a person' }).fill('dana');
  await filters.getByRole('button', { name: 'Dana Whitfield' }).click();
  await filters.getByRole('button', { name: 'Done' }).click();
  await expect(ops.getByRole('group', { name: 'Chosen filters' })).toContainText('Not Dana Whitfield');
  await expect(counted).not.toHaveText(all!);
  await expect(ops.getByText('Dana Whitfield claimed')).toHaveCount(0);

  await ops.getByRole('button', { name: 'Views' }).click();
  await ops.getByRole('button', { name: 'Save this view…' }).click();
  const naming = ops.getByRole('dialog', { name: 'Save this view' });
  await naming.getByRole('textbox', { name: /^Name/ }).fill('Claims of others');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(ops.getByRole('button', { name: /Claims of others/ })).toBeVisible();

  await ops.getByRole('searchbox', { name: 'Words of what happened' }).fill('zanzibar');
  await expect(ops.getByText('Nothing like this happened')).toBeVisible();
  await ops.getByRole('button', { name: 'Show all that happened' }).click();
  await expect(ops).toHaveURL('/audit?tab=happened');
  const shown = ops.getByRole('region', { name: 'What happened' }).locator('ol > li');
  await expect(shown).toHaveCount(50);
  await ops.getByRole('button', { name: 'Show more' }).click();
  await expect(shown).toHaveCount(100);
});

test('Who may not audit is told so at both searches', async ({ signedIn }) => {
  const staff = await signedIn('staff');
  await staff.goto('/audit?tab=seen');
  await expect(staff.getByRole('main')).toContainText(/ops|administrators/i);
  await expect(staff.getByRole('tab')).toHaveCount(0);
});

const seconds = (startedAt: number): number => Math.round((performance.now() - startedAt) / 100) / 10;
