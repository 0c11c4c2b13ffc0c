import { expect, type Page } from '@playwright/test';
import { expectLive } from '../product/live-line.js';
import { fillOrder, submitOrder } from '../order/order.js';
import { test } from '../product/people.js';

/** Tells one run's member from another's. */
const LAST_NAME = `Notes${Date.now().toString(36)}`;

async function write(page: Page, opener: string | RegExp, text: string, submit: string): Promise<void> {
  await page.getByRole('button', { name: opener }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).pressSequentially(text);
  await dialog.getByRole('button', { name: submit, exact: true }).click();
  await expect(dialog).toBeHidden();
}

const notesTab = (page: Page) => page.getByRole('tab', { name: /^Notes/ });
const noteOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const unreadInNav = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Notes/ });

test('A thread of notes between a referrer and staff is live, and counts what each has not read', async ({
  signedIn,
}) => {
  const referrer = await signedIn('referrer');
  await fillOrder(referrer, LAST_NAME);
  const id = await submitOrder(referrer);

  const staff = await signedIn('staff');
  await staff.goto(`/referral/${id}?tab=notes`);
  await expect(staff.getByText('No Notes', { exact: true })).toBeVisible();
  await expectLive(staff);
  await referrer.goto(`/referral/${id}`);
  await expectLive(referrer);
  const second = await signedIn('referrer');
  await second.goto(`/referrals?search=${LAST_NAME}`);
  await expectLive(second);

  await test.step('a note of staff appears as unread, on every screen of the referrer', async () => {
    await write(staff, 'New External Note', 'We need a prescription', 'Add note');
    await expect(noteOf(staff, 'We need a prescription')).toContainText('Action needed');
    await expect(notesTab(referrer)).toContainText('1 unread');
    await expect(second.getByRole('link', { name: `1 unread note of referral ${id}` })).toBeVisible();
    await expect(unreadInNav(second)).toContainText('unread');
  });

  await test.step('it is read once it was on the screen, on every screen', async () => {
    // It is so for two seconds, which an expectation between its looks may miss on a busy machine.
    const unread = noteOf(referrer, 'We need a prescription').filter({ hasText: 'Unread' });
    await Promise.all([unread.waitFor(), notesTab(referrer).click()]);
    await expect(notesTab(referrer)).not.toContainText('unread');
    await expect(second.getByRole('link', { name: `1 unread note of referral ${id}` })).toHaveCount(0);
  });

  await test.step('and is unread again when it is marked', async () => {
    await noteOf(referrer, 'We need a prescription').getByRole('button', { name: 'Mark' }).click();
    await expect(notesTab(referrer)).toContainText('1 unread');
    await expect(second.getByRole('link', { name: `1 unread note of referral ${id}` })).toBeVisible();
  });

  await test.step('the reply stands under it, formatted, and cannot be edited', async () => {
    await referrer.getByRole('button', { name: /^Reply to the note of/ }).click();
    const dialog = referrer.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Bold' }).click();
    await dialog.getByRole('textbox', { name: 'Note' }).pressSequentially('It is attached');
    await dialog.getByRole('button', { name: 'Reply', exact: true }).click();
    const reply = noteOf(staff, 'We need a prescription')
      .locator('xpath=..')
      .getByRole('article')
      .filter({ hasText: 'It is attached' });
    await expect(reply.locator('strong')).toHaveText('It is attached');
    await expect(noteOf(referrer, 'It is attached').getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  });

  await test.step('its author edits a note within the hour, and the others see it', async () => {
    await noteOf(staff, 'We need a prescription')
      .getByRole('button', { name: /^Edit \(\d+ min left\)/ })
      .click();
    const dialog = staff.getByRole('dialog', { name: 'Edit external note' });
    const text = dialog.getByRole('textbox', { name: 'Note' });
    // The editor puts its cursor at the end once it is there, which undoes a selection.
    await expect(async () => {
      await text.fill('');
      await expect(text).toHaveText('', { timeout: 100 });
    }).toPass();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Note text is required')).toBeVisible();
    await text.pressSequentially('We need a signed prescription');
    const elsewhere = await signedIn('staff');
    await elsewhere.goto(`/referral/${id}?tab=notes`);
    await expectLive(elsewhere);
    await noteOf(elsewhere, 'We need a prescription').getByRole('button', { name: /^Edit/ }).click();
    const older = elsewhere.getByRole('dialog', { name: 'Edit external note' });
    await expect(older.getByRole('textbox', { name: 'Note' })).toBeVisible();
    await referrer
      .getByRole('button', { name: /^Reply to the note of/ })
      .first()
      .click();
    const reply = referrer.getByRole('dialog');
    await expect(reply.getByRole('textbox', { name: 'Note' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(older).toContainText(/You changed this yourself, \w+day \d\d:\d\d/);
    await expect(reply).toContainText(/Dana Whitfield changed this, \w+day \d\d:\d\d/);
    await reply.getByRole('button', { name: 'Cancel' }).click();
    await expect(noteOf(referrer, 'We need a signed prescription')).toContainText('edited');
  });

  const colleague = await signedIn('staff2');

  await test.step('what needs action is found from the queue, where its row stays with an Undo once it is done', async () => {
    await colleague.goto('/queue');
    const notes = colleague.getByRole('link', { name: /^Notes to act on \d+/ });
    await expect(notes).toHaveAccessibleDescription(/^All notes .* filters do not apply/);
    await notes.click();
    await expect(colleague).toHaveURL(/\/notes\?action=true/);
    // The address changes before the page does.
    await expect(colleague.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
    const searched = colleague.waitForResponse((response) => response.url().includes(`search=${LAST_NAME}`));
    await colleague.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill(LAST_NAME);
    await searched;
    await expectLive(colleague);
    const row = colleague.getByRole('row').filter({ hasText: 'We need a signed prescription' });
    await expect(row).toContainText('Answered');
    await row.getByRole('button', { name: /^Done/ }).click();
    await expect(row).toContainText('Action done');
    await expect(noteOf(referrer, 'We need a signed prescription')).toContainText('Action done by Minh Tran');
    await expect(row.getByRole('button', { name: /^Undo/ })).toBeVisible();
  });

  await test.step('an internal note mentions a colleague, for whom it is unread until it was on the screen', async () => {
    await colleague.goto(`/referral/${id}`);
    await expectLive(colleague);
    await staff.getByRole('button', { name: 'New Internal Note' }).click();
    const dialog = staff.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).pressSequentially('Called the physician, @min');
    await expect(staff.getByRole('option', { name: 'Minh Tran' })).toBeVisible();
    await staff.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add note', exact: true }).click();
    await expect(notesTab(colleague)).toContainText('unread');
    await notesTab(colleague).click();
    await expect(noteOf(colleague, 'Called the physician')).toContainText('@Minh Tran');
    await expect(notesTab(colleague)).not.toContainText('unread');
  });

  await test.step('internal notes are for staff alone, and come back under Show Deleted', async () => {
    await expect(referrer.getByText('Called the physician')).toHaveCount(0);
    await noteOf(staff, 'Called the physician')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await staff.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(colleague.getByText('No Internal Notes')).toBeVisible();
    await colleague.getByRole('switch', { name: 'Show Deleted (1)' }).check();
    await expect(noteOf(colleague, 'Called the physician')).toContainText('Deleted');
  });

  await test.step('the Notes list has both notes and leads to the referral', async () => {
    await referrer.goto(`/notes?search=${LAST_NAME}`);
    await expect(referrer.getByRole('row')).toHaveCount(3);
    await referrer.getByRole('button', { name: 'Filters', exact: true }).click();
    const panel = referrer.getByRole('dialog', { name: 'Filters' });
    await panel.getByRole('switch', { name: 'Only notes and replies from Throughline' }).click();
    await panel.getByRole('button', { name: 'Done' }).click();
    await expect(referrer.getByRole('row')).toHaveCount(2);
    await expect(referrer.getByRole('row').nth(1).getByRole('link').first()).toHaveAttribute(
      'href',
      `/referral/${id}?tab=notes`,
    );
  });
});

test('A note is answered from its row of the Notes list, which keeps its place', async ({ signedIn, apiAs }) => {
  const referrer = await signedIn('referrer');
  const lastName = `${LAST_NAME}row`;
  await fillOrder(referrer, lastName);
  const id = await submitOrder(referrer);
  const asReferrer = await apiAs('referrer');
  const asked = { referralId: id, noteText: '<p>Which size was ordered?</p>', actionNeeded: true };
  await asReferrer.post('/notes/create', asked);
  await asReferrer.post('/notes/create', {
    ...asked,
    noteText: '<p>Or is it out of stock?</p>',
    parentNote: `${id}-1`,
  });

  const staff = await signedIn('staff');
  await staff.goto(`/notes?search=${lastName}&sort=createdDate&order=asc`);
  await expectLive(staff);
  const row = staff.getByRole('row').filter({ hasText: 'Which size was ordered?' });
  const opener = row.getByRole('button', { name: /^Reply to the note of/ });
  const dialog = staff.getByRole('dialog', { name: /^Reply to/ });

  await test.step('with the note and what was answered to it above the text, and what was typed is kept', async () => {
    await expect(row).toContainText('Unread');
    await opener.press('Enter');
    await expect(dialog.getByRole('article')).toHaveText([/Which size was ordered/, /Or is it out of stock/]);
    await dialog.getByRole('textbox', { name: 'Note' }).pressSequentially('The medium one');
    await staff.reload();
    await opener.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveText('The medium one');
  });

  await test.step('without the note once its reader may no longer read it, and what was typed is kept', async () => {
    const referral = new RegExp(`/api/notes/${id}(\\?|$)`);
    await staff.route(referral, (route) => {
      const refusal = { code: 'referral/not-found', message: 'This referral was not found.', errors: null };
      return route.fulfill({ status: 404, json: { success: false, data: null, ...refusal } });
    });
    await asReferrer.post('/notes/create', { ...asked, noteText: '<p>Or too small?</p>', parentNote: `${id}-1` });
    const refused = staff.getByRole('dialog').filter({ hasText: 'This referral was not found.' });
    await expect(refused).toBeVisible();
    await expect(refused).not.toContainText('Which size was ordered?');
    await staff.unroute(referral);
    await staff.reload();
    await opener.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveText('The medium one');
  });

  await test.step('what was on the screen counts as read', async () => {
    await expect(staff.getByRole('row', { includeHidden: true }).filter({ hasText: 'Unread' })).toHaveCount(0);
  });

  await test.step('by keyboard, and the focus is back at the row', async () => {
    await dialog.getByRole('button', { name: 'Reply', exact: true }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    expect(staff.url()).toContain(`/notes?search=${lastName}`);
    await expect(staff.getByRole('row').filter({ hasText: 'The medium one' })).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Show updates' })).toHaveCount(0);
    await referrer.goto(`/referral/${id}?tab=notes`);
    await expect(noteOf(referrer, 'The medium one')).toBeVisible();
  });

  await test.step('and by the referrer, on a phone', async () => {
    await referrer.setViewportSize({ width: 390, height: 844 });
    await referrer.goto(`/notes?search=${lastName}`);
    const card = referrer.getByRole('row').filter({ hasText: 'The medium one' });
    await card.getByRole('button', { name: /^Reply to the note of/ }).click();
    const reply = referrer.getByRole('dialog');
    await reply.getByRole('textbox', { name: 'Note' }).pressSequentially('Thank you');
    await reply.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(reply).toBeHidden();
    await expect(card.getByRole('button', { name: /^Reply to the note of/ })).toBeFocused();
  });
});

test('The words of a note in the Notes list open it whole, with the notes before it that its reader may see', async ({
  signedIn,
  apiAs,
}) => {
  const referrer = await signedIn('referrer');
  const lastName = `${LAST_NAME}words`;
  await fillOrder(referrer, lastName);
  const id = await submitOrder(referrer);
  const [asReferrer, asStaff] = [await apiAs('referrer'), await apiAs('staff')];
  for (const nth of [1, 2, 3, 4, 5])
    await asStaff.post('/notes/create', { referralId: id, noteText: `<p>Before ${nth}</p>` });
  await asStaff.post('/internal-notes', { referralId: id, note: '<p>Ask the plan</p>' });
  const words = `${'Long before it ends, it says little. '.repeat(8)}The end.`;
  await asReferrer.post('/notes/create', { referralId: id, noteText: `<p>${words}</p>` });
  const open = async (page: Page) => {
    await page.goto(`/notes?search=${lastName}&sort=createdDate&order=desc`);
    const opener = page.getByRole('button', { name: /^Read the note of .*: Long before/ });
    await opener.press('Enter');
    return { opener, dialog: page.getByRole('dialog', { name: /^Reply to/ }) };
  };

  const { opener, dialog } = await open(await signedIn('staff'));
  await expect(dialog.getByRole('article')).toHaveText([
    /Before 2/,
    /Before 3/,
    /Before 4/,
    /Before 5/,
    /internal.*Ask the plan/s,
    /The end\./,
  ]);
  await expect(dialog.getByRole('article').last()).toBeInViewport();
  await expect(dialog.getByRole('article').first()).not.toBeInViewport();
  await dialog.press('Escape');
  await expect(opener).toBeFocused();

  const { dialog: own } = await open(referrer);
  await expect(own.getByRole('article')).toHaveText([
    /Before 1/,
    /Before 2/,
    /Before 3/,
    /Before 4/,
    /Before 5/,
    /The end\./,
  ]);
  await expect(own).toContainText('5 earlier notes above it.');
  // Those that are not scrolled to are not read.
  await own.getByRole('link', { name: 'Show all notes' }).click();
  await expect(referrer).toHaveURL(`/referral/${id}?tab=notes`);
  await expect(notesTab(referrer)).toContainText('5 unread');
});

/** Two choices, the second before the page has rendered the first. */
function chooseAtOnce(choices: readonly (readonly [label: string, value: string])[]): void {
  const selects = [...document.querySelectorAll('select')];
  for (const [label, value] of choices) {
    const select = selects.find(({ labels }) => labels[0]?.textContent.trim() === label);
    if (!select) throw new Error(`No filter is called ${label}`);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

test('The notes of a referral are filtered by what they have, and a filter with nothing to choose says so', async ({
  signedIn,
  apiAs,
}) => {
  const referrer = await signedIn('referrer');
  await fillOrder(referrer, `${LAST_NAME}filter`);
  const id = await submitOrder(referrer);
  await (await apiAs('referrer')).post('/notes/create', { referralId: id, noteText: '<p>When does it come?</p>' });
  const staff = await signedIn('staff');
  await staff.goto(`/referral/${id}?tab=notes`);
  await expect(noteOf(staff, 'When does it come?')).toBeVisible();
  const filter = (label: string) => staff.getByRole('combobox', { name: label, exact: true });
  await expect(filter('Note Type')).toBeDisabled();
  await expect(filter('Note Type')).toHaveAccessibleDescription('All notes have the same value here: External.');

  const asStaff = await apiAs('staff');
  await asStaff.post('/internal-notes', { referralId: id, note: '<p>Out of stock</p>' });
  await asStaff.post('/notes/create', { referralId: id, noteText: '<p>Tomorrow</p>', parentNote: `${id}-1` });
  await asStaff.post('/notes/create', { referralId: id, noteText: '<p>Shall we call you?</p>' });
  await filter('Note Type').selectOption('Internal');
  await expect(staff).toHaveURL(/noteType=Internal/);
  await expect(staff.getByRole('article')).toHaveText([/Out of stock/]);
  await expect(staff.getByText('No note matches the filters')).toBeVisible();
  await staff.reload();
  await expect(staff.getByRole('article')).toHaveText([/Out of stock/]);
  await staff.evaluate(chooseAtOnce, [
    ['Note Type', ''],
    ['Source', 'Saguaro Health Plan'],
  ] as const);
  await expect(staff.getByRole('article')).toHaveText([/When does it come/, /Tomorrow/]);
});

test('What was typed and not sent is there again after a reload', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/referrals');
  await page.getByRole('cell').getByRole('link').first().click();
  await notesTab(page).click();
  await page.getByRole('button', { name: 'New External Note' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).pressSequentially('Half a sentence');
  await page.reload();
  await page.getByRole('button', { name: 'New External Note' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Note' })).toHaveText('Half a sentence');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'New External Note' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Note' })).toHaveText('');
});

/** As Google Docs, a spreadsheet and a web page put it on the clipboard. */
const PASTED = [
  '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">Usual, </span>',
  '<span style="font-weight:700">bold, </span><span style="text-decoration:line-through">not this, </span>10<sup>6</sup></p></b>',
  '<table><tr><td>Size</td><td>Qty</td></tr><tr><td>M</td><td>4</td></tr></table>',
  '<p>Call \u202a(602) 555-0147\u202c at <a href="https://clinic.example/forms/5">https://clinic.example/fo…</a></p>',
  '<ol start="4"><li>Fourth</li><li>Fifth</li></ol><p><img src="https://pictures.example/a.png" alt=""></p>',
].join('');

test('What is pasted into a note means the same in the editor and when it is read, and what is left out is said', async ({
  signedIn,
}) => {
  const page = await signedIn('staff');
  await page.goto('/referrals');
  await page.goto((await page.getByRole('row').getByRole('link').first().getAttribute('href')) ?? '');
  await page.getByRole('tab', { name: /^Notes/ }).click();
  await page.getByRole('button', { name: 'New External Note' }).first().click();
  const dialog = page.getByRole('dialog');
  const editor = dialog.getByRole('textbox', { name: 'Note' });
  await editor.click();
  const marker = `Pasted ${Date.now()} `;
  await page.keyboard.type(marker);
  await editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, PASTED);
  await expect(dialog.getByText('Pictures were left out.')).toBeVisible();
  await expect(dialog.getByText('Tables and columns became lines, with | between the cells.')).toBeVisible();
  await expect(dialog.getByText('Invisible characters were left out')).toBeVisible();
  const means = async (text: ReturnType<typeof page.locator>) => {
    await expect(text).toContainText('Usual, bold, ');
    await expect(text.locator('strong', { hasText: 'bold' })).toBeVisible();
    await expect(text.locator('strong', { hasText: 'Usual' })).toHaveCount(0);
    await expect(text.locator('s', { hasText: 'not this' })).toBeVisible();
    await expect(text.locator('sup', { hasText: '6' })).toBeVisible();
    await expect(text).toContainText('Size | Qty');
    await expect(text).toContainText('M | 4');
    await expect(text).toContainText('Call (602) 555-0147 at');
    await expect(text.getByRole('link', { name: 'https://clinic.example/fo…' })).toHaveAttribute(
      'href',
      'https://clinic.example/forms/5',
    );
    await expect(text.locator('ol')).toHaveAttribute('start', '4');
  };
  await means(editor);
  await dialog.getByRole('button', { name: 'Add note', exact: true }).click();
  await expect(dialog).toBeHidden();
  await means(noteOf(page, marker.trim()));
  await page.reload();
  await means(noteOf(page, marker.trim()));
});
