import { expect, type Page, type Request } from '@playwright/test';
import { expectLive } from '../product/live-line.js';
import { test } from '../product/people.js';
import { accessTokenOf } from '../product/person-api.js';
import { recordOutcome } from '../product/task-work.js';

test.describe('A task that belongs to no referral', () => {
  test('is opened from the queue, keeps what was typed, and is worked until the supply is certified', async ({
    signedIn,
  }) => {
    const [first, second] = [await signedIn('staff'), await signedIn('staff2')];
    await first.goto('/queue');
    await first.getByRole('button', { name: 'New task' }).click();
    const dialog = first.getByRole('dialog', { name: 'New recertification' });
    const lastNames = dialog.getByRole('textbox', { name: 'Last Name' });
    await lastNames.first().fill('Quillon');
    await dialog.getByRole('button', { name: 'Open task' }).click();
    await expect(dialog.getByText('Category is required.')).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toBeFocused();
    await dialog.getByRole('combobox', { name: 'Category' }).selectOption('Incontinence');
    await dialog.getByRole('textbox', { name: 'First Name' }).first().fill('Rosa');
    await dialog.getByRole('textbox', { name: 'DOB' }).fill('02/01/1950');
    await dialog.getByRole('textbox', { name: 'Phone' }).first().fill('6025550100');
    await dialog.getByRole('combobox', { name: 'State' }).selectOption('AZ');
    await lastNames.last().fill('Okafor');
    await dialog.getByRole('button', { name: 'Open task' }).click();

    await expect(first.getByRole('heading', { level: 1, name: 'Recert Review' })).toBeVisible();
    await expect(first.getByText('Rosa Quillon').first()).toBeVisible();
    await second.goto('/queue?category=Recert+Review&search=quillon');
    await second.getByRole('link', { name: 'Recert Review' }).click();
    await expectLive(second);
    await recordOutcome(first, 'Paperwork requested');
    await expect(second.getByRole('region', { name: 'Recorded' })).toContainText('Paperwork requested');
    for (const [task, outcome] of [
      ['Recert Physician Paperwork 1st', 'Paperwork received'],
      ['Recert Log CMN', 'CMN complete'],
      ['Recert Submit Authorization', 'Approved'],
    ] as const) {
      await first.getByRole('region', { name: 'So far' }).getByRole('link', { name: task }).click();
      await expect(first.getByRole('heading', { level: 1, name: task })).toBeVisible();
      await recordOutcome(first, outcome);
    }
    for (const page of [first, second])
      await expect(page.getByText('The supply has been certified again.')).toBeVisible();
  });

  test('is prefilled by the delivered order that it renews', async ({ signedIn }) => {
    const page = await signedIn('staff');
    await page.goto('/queue?category=Recert+Review');
    await page.getByRole('link', { name: 'Recert Review' }).first().click();
    await page.locator('main').getByRole('link', { name: /^\d/ }).first().click();
    await page.getByRole('link', { name: 'Recertify…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recertification' });
    await expect(dialog.getByText('Member and physician were filled in from it.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'First Name' }).first()).not.toHaveValue('');
    await expect(dialog.getByRole('combobox', { name: 'Category' })).not.toHaveValue('');
    const renewed = await dialog.getByRole('textbox', { name: 'Earlier referral' }).inputValue();

    // It is open already: another is opened knowingly, and both are traced.
    await expect(dialog.getByRole('alert')).toContainText('Already being recertified');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('For the other shoulder');
    await dialog.getByRole('button', { name: 'Open task' }).click();
    await expect(dialog.getByText(/of this referral is still open/)).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('For the other shoulder');
    await dialog.getByRole('checkbox', { name: /Open another one/ }).check();
    await dialog.getByRole('button', { name: 'Open another one' }).click();
    await expect(page).toHaveURL(`/task/R${renewed}02-1`);
    await page.getByRole('searchbox', { name: 'Search referrals' }).fill(`r${renewed}01`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/task/R${renewed}01-\\d+$`));
    await page.locator('main').getByRole('link', { name: /^\d/ }).first().click();
    const traced = page.getByRole('region', { name: 'Recertifications' });
    await expect(traced.getByRole('listitem')).toHaveCount(2);
    const colleague = await signedIn('staff2');
    await colleague.goto(`/task/R${renewed}02-1`);
    await recordOutcome(colleague, 'Paperwork requested');
    await expect(traced).toContainText('Recert Physician Paperwork 1st');

    // What was stopped is taken up beside an open one knowingly as well.
    await page.goto(`/task/R${renewed}01-1`);
    await page.getByRole('button', { name: 'Stop items…' }).click();
    const stopping = page.getByRole('dialog', { name: /^Stop items/ });
    await stopping.getByRole('textbox', { name: 'Reason' }).fill('Opened twice');
    await stopping.getByRole('button', { name: /^Stop/ }).click();
    await page.getByRole('button', { name: 'Take up again…' }).click();
    const takingUp = page.getByRole('dialog', { name: 'Take stopped items up again' });
    await takingUp.getByRole('textbox', { name: 'Reason' }).fill('It is about the other shoulder');
    await takingUp.getByRole('button', { name: 'Take up again' }).click();
    await expect(takingUp.getByText(/of this referral is still open/)).toBeVisible();
    await takingUp.getByRole('checkbox', { name: /Take this one up as well/ }).check();
    await takingUp.getByRole('button', { name: 'Take up again' }).click();
    await expect(takingUp).toBeHidden();
  });
});

/** Resolves with the id of its task. Other specs work the tasks of the demo. */
async function openRecertification(page: Page): Promise<string> {
  await page.goto('/queue');
  await page.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog', { name: 'New recertification' });
  await dialog.getByRole('combobox', { name: 'Category' }).selectOption('Incontinence');
  await dialog.getByRole('textbox', { name: 'First Name' }).first().fill('Lena');
  await dialog.getByRole('textbox', { name: 'Last Name' }).first().fill('Marsh');
  await dialog.getByRole('textbox', { name: 'DOB' }).fill('02/01/1950');
  await dialog.getByRole('textbox', { name: 'Phone' }).first().fill('6025550100');
  await dialog.getByRole('combobox', { name: 'State' }).selectOption('AZ');
  await dialog.getByRole('textbox', { name: 'Last Name' }).last().fill('Okafor');
  await dialog.getByRole('button', { name: 'Open task' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recert Review' })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

for (const [person, place, read, tag] of [
  ['staff2', 'task', /\/api\/recertifications\/R\d+(\?|$)/, []],
  ['ops', 'audit', /\/api\/referrals\/referral\/R\d+\/history(\?|$)/, '@long'],
] as const) {
  const title = `What takes longer to read than until the next change is read nevertheless: ${place}`;
  test(title, { tag: [tag].flat() }, async ({ signedIn }) => {
    const [working, looking] = [await signedIn('staff'), await signedIn(person)];
    const taskId = await openRecertification(working);
    await looking.goto(place === 'task' ? `/task/${taskId}` : `/audit/${taskId.split('-')[0]}`);
    await expect(looking.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLive(looking);

    // A read that was under way before is none of these.
    const slow = new Set<Request>();
    await looking.route(read, async (route) => {
      slow.add(route.request());
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue().catch(() => undefined); // it may have been aborted
    });
    let reads = 0;
    looking.on('requestfinished', (request) => (reads += Number(slow.has(request))));
    const headers = { authorization: `Bearer ${await accessTokenOf(working)}` };
    let changes = 0;
    await expect(async () => {
      const verb = changes++ % 2 === 0 ? 'claim' : 'release';
      const answer = await working.request.post(`/api/tasks/${taskId}/${verb}`, { headers, data: {} });
      expect(answer.status()).toBe(200);
      expect(reads).toBeGreaterThan(0);
    }).toPass({ intervals: [1_000] });
    expect(changes).toBeGreaterThan(2);
  });
}
