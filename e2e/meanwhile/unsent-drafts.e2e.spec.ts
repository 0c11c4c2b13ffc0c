import { expect, type Page } from '@playwright/test';
import type { TaskQueue, UserSessions } from '@throughline/contracts';
import { aTask } from '../product/orders-and-tasks.js';
import { expectLive } from '../product/live-line.js';
import { expectFocusInside } from '../product/focus.js';
import { signIn, test } from '../product/people.js';
import { accessTokenOf, type PersonApi, personApi } from '../product/person-api.js';
import { expectWcag } from '../product/wcag.js';

const marker = (text: string): string => `${text} ${Date.now().toString(36)}`;
const editorOf = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Note' });
const outcomeOf = (page: Page) => page.getByRole('region', { name: 'Outcome' });
const noteOf = (page: Page) => outcomeOf(page).getByRole('textbox', { name: 'Note' });

async function openNote(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New External Note' }).first().click();
  await expect(editorOf(page)).toBeVisible();
}

async function send(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Add note', exact: true }).click();
}

/** Lets each request reach the server and loses its answer, until the returned function is called. */
async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    await route.fetch();
    return route.abort();
  });
  return () => page.unroute(path);
}

async function notesWith(api: PersonApi, referralId: string, text: string): Promise<number> {
  const notes = await api.read<readonly { noteText: string }[]>(`/notes/${referralId}`);
  return notes.filter(({ noteText }) => noteText.includes(text)).length;
}

/** Writes and sends a note whose answers are lost until the function that is returned is called. */
async function sendWithoutAnswer(page: Page, referralId: string, text: string): Promise<() => Promise<void>> {
  await page.goto(`/referral/${referralId}?tab=notes`);
  await openNote(page);
  await editorOf(page).pressSequentially(text);
  const restore = await loseAnswers(page, '**/api/notes/create');
  await send(page);
  return restore;
}

test.describe('A note whose answer was lost', () => {
  test('is not offered again after a reload, and was sent once', async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const api = await apiAs('staff');
    const { referralId } = await aTask(api);
    const text = marker('Sent once');
    const restore = await sendWithoutAnswer(page, referralId, text);
    const alert = page.getByRole('dialog').getByRole('alert');
    await expect(alert).toContainText('We do not know whether it was saved; pressing again is safe.');
    await expect(alert).not.toContainText('was not saved');
    await restore();
    await page.reload();
    await openNote(page);
    await expect(page.getByRole('dialog')).toContainText('What you sent before was saved.');
    await expect(editorOf(page)).toHaveText('');
    expect(await notesWith(api, referralId, text)).toBe(1);
  });

  test('keeps its key over a reload without a connection, so that sending it again adds no second note', async ({
    signedIn,
    apiAs,
  }) => {
    const page = await signedIn('staff');
    const api = await apiAs('staff');
    const { referralId } = await aTask(api);
    const text = marker('Sent again');
    const keys = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.url().endsWith('/api/notes/create')) keys.add(request.headers()['idempotency-key']);
    });
    const restore = await sendWithoutAnswer(page, referralId, text);
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await page.reload();
    await openNote(page);
    await expect(editorOf(page)).toHaveText(text);
    await expect(page.getByRole('dialog')).toContainText('We do not know whether it was saved');
    await restore();
    await send(page);
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(keys.size).toBe(1);
    expect(await notesWith(api, referralId, text)).toBe(1);
  });

  test('is not sent a second time in other words before it is known what became of it', async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const api = await apiAs('staff');
    const { referralId } = await aTask(api);
    const text = marker('First words');
    const restore = await sendWithoutAnswer(page, referralId, text);
    const alert = page.getByRole('dialog').getByRole('alert');
    await expect(alert).toBeVisible();
    await editorOf(page).pressSequentially(', and more');
    await send(page);
    await expect(alert).toContainText(/not sent yet|do not know whether it was saved/);
    await restore();
    // The first words are asked about by themselves; what was typed since stays.
    await expect(page.locator('.MuiAlert-root').filter({ hasText: 'Note added' })).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expect(editorOf(page)).toHaveText(`${text}, and more`);
    expect(await notesWith(api, referralId, text)).toBe(1);
    await send(page);
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await notesWith(api, referralId, text)).toBe(2);
  });

  test('can be left after ten seconds', async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const { referralId } = await aTask(await apiAs('staff'));
    await page.goto(`/referral/${referralId}?tab=notes`);
    await openNote(page);
    await editorOf(page).pressSequentially(marker('Never answered'));
    await page.route('**/api/notes/create', () => undefined);
    await send(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toContainText('no answer within 10 seconds');
    // Or Close, while the page asks about it again.
    await dialog.getByRole('button', { name: /^(Cancel|Close)$/ }).click();
    await expect(dialog.getByText(/may (be|have been) done/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
  });
});

test.describe('A message whose answer was lost', () => {
  /** Sends it with lost answers, until the function that is returned is called. */
  async function sendMessage(page: Page, description: string): Promise<() => Promise<void>> {
    await page.goto('/help');
    await page.getByRole('radio', { name: 'Other' }).check();
    await page.getByRole('textbox', { name: 'First Name' }).fill('Ana');
    await page.getByRole('textbox', { name: 'Last Name' }).fill('Ruiz');
    await page.getByRole('textbox', { name: 'Email' }).fill('ana.ruiz@plan.example');
    await descriptionOf(page).fill(description);
    const restore = await loseAnswers(page, '**/api/help/create');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert').last()).toContainText('pressing again is safe');
    return restore;
  }

  const descriptionOf = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true });

  test('is not sent again after a reload', async ({ visitor }) => {
    const page = await visitor();
    const restore = await sendMessage(page, 'Sent once.');
    await restore();
    await page.reload();
    await expect(page.getByText('Successfully submitted')).toBeVisible();
    await expect(descriptionOf(page)).toHaveValue('');
  });

  test('is said to be sent once the server is heard of again', async ({ visitor }) => {
    const page = await visitor();
    const restore = await sendMessage(page, 'Sent once, and heard of later.');
    await restore();
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await expect(page.getByText('Successfully submitted')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'pressing again' })).toHaveCount(0);
    await expect(descriptionOf(page)).toHaveValue('');
  });
});

test('Two tabs in which a note is written have a draft each', async ({ signedIn, apiAs }) => {
  const page = await signedIn('staff');
  const { referralId } = await aTask(await apiAs('staff'));
  const [one, two] = [marker('In one tab'), marker('In the other tab')];
  await page.goto(`/referral/${referralId}?tab=notes`);
  const other = await page.context().newPage();
  await other.goto(`/referral/${referralId}?tab=notes`);
  await openNote(page);
  await editorOf(page).pressSequentially(one);
  await openNote(other);
  await expect(editorOf(other)).toHaveText('');
  await editorOf(other).pressSequentially(two);
  // Each tab has its own again, whichever is the newer one.
  await other.reload();
  await page.reload();
  await openNote(page);
  await expect(editorOf(page)).toHaveText(one);
  await send(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await openNote(other);
  await expect(editorOf(other)).toHaveText(two);
  await send(other);
  await expect(other.getByRole('dialog')).toBeHidden();
  await openNote(page);
  await expect(editorOf(page)).toHaveText('');
});

/** All that this browser stores of half-filled panels. */
const draftsOfTasks = (page: Page) =>
  page.evaluate(() =>
    Object.entries({ ...localStorage })
      .filter(([key]) => key.startsWith('throughline.task-draft.'))
      .map(([, value]) => String(value))
      .join(),
  );

test.describe('What is half typed on a task’s page', () => {
  test('is there again after a reload, Back and a visit to another place', async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const { taskId } = await aTask(await apiAs('staff'));
    const text = marker('Half typed');
    await page.goto('/queue');
    await page.goto(`/task/${taskId}`);
    await expectLive(page);
    await noteOf(page).fill(text);
    await expect.poll(() => draftsOfTasks(page)).toContain(text);
    await page.reload();
    await expect(noteOf(page)).toHaveValue(text);
    await page.getByRole('navigation').getByRole('link', { name: 'Referrals' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Referrals' })).toBeVisible();
    await page.goBack();
    await expect(noteOf(page)).toHaveValue(text);
    await noteOf(page).fill('');
    await expect.poll(() => draftsOfTasks(page)).not.toContain(text);
    await page.reload();
    await expect(noteOf(page)).toHaveValue('');
  });

  test('is stored without a network, from the first letter on', async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const { taskId } = await aTask(await apiAs('staff'));
    const text = marker('Typed in a tunnel');
    await page.goto(`/task/${taskId}`);
    await expectLive(page);
    await page.context().setOffline(true);
    await noteOf(page).fill(text);
    await expect.poll(() => draftsOfTasks(page)).toContain(text);
    await page.context().setOffline(false);
    await page.reload();
    await expect(noteOf(page)).toHaveValue(text);
    await noteOf(page).fill('');
  });

  test('is there again in the dialog of a tracking number', async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const api = await apiAs('staff');
    const { rows } = await api.read<TaskQueue>('/tasks?tab=unassigned&pageSize=100');
    const row = rows.find(({ task }) => task === 'Shipped');
    expect(row, 'a task of the demo that is shipped').toBeDefined();
    await page.goto(`/task/${row!.taskId}`);
    await expectLive(page);
    const number = page.getByRole('dialog').getByRole('textbox', { name: 'Tracking number' });
    await page.getByRole('button', { name: 'Add tracking number…' }).click();
    await number.fill('1Z HALF TYPED');
    await page.reload();
    await page.getByRole('button', { name: 'Add tracking number…' }).click();
    await expect(number).toHaveValue('1Z HALF TYPED');
    await expect(page.getByRole('dialog')).toContainText('This is what you typed before and did not send.');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Add tracking number…' }).click();
    await expect(number).toHaveValue('');
  });

  test('stays when a colleague claims the task, says who did, and becomes an internal note', async ({
    signedIn,
    apiAs,
  }) => {
    const page = await signedIn('staff');
    const colleague = await apiAs('staff2');
    const { taskId, referralId } = await aTask(colleague);
    const text = marker('For the next one');
    await page.goto(`/task/${taskId}`);
    await expectLive(page);
    await noteOf(page).fill(text);
    await expect.poll(() => draftsOfTasks(page)).toContain(text);
    await colleague.post(`/tasks/${taskId}/claim`);
    await expect(outcomeOf(page)).toContainText(/Minh Tran claimed the task/);
    await page.reload();
    await expect(outcomeOf(page)).toContainText(/Minh Tran/);
    await expect(noteOf(page)).toHaveValue(text);
    await outcomeOf(page).getByRole('button', { name: 'Add it as an internal note' }).click();
    await expect(editorOf(page)).toHaveText(text);
    await send(page);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(outcomeOf(page)).toHaveCount(0);
    const notes = await colleague.read<readonly { note: string }[]>(`/internal-notes/referral/${referralId}`);
    expect(notes.filter(({ note }) => note.includes(text))).toHaveLength(1);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLive(page);
    await expect(outcomeOf(page)).toHaveCount(0);
    await colleague.post(`/tasks/${taskId}/release`);
  });

  test('becomes one internal note, also when the answer to it was lost and its dialog was closed', async ({
    signedIn,
    apiAs,
  }) => {
    const page = await signedIn('staff');
    const colleague = await apiAs('staff2');
    const { taskId, referralId } = await aTask(colleague);
    const text = marker('Of a task that was claimed');
    const notes = () => colleague.read<readonly { note: string }[]>(`/internal-notes/referral/${referralId}`);
    await page.goto(`/task/${taskId}`);
    await expectLive(page);
    await noteOf(page).fill(text);
    await colleague.post(`/tasks/${taskId}/claim`);
    const offer = outcomeOf(page).getByRole('button', { name: 'Add it as an internal note' });
    await offer.click();
    await page.route('**/api/internal-notes', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send(page);
    await expect(page.getByRole('dialog')).toContainText('We do not know whether it was saved');
    // Nothing asks about it while the page is being loaded.
    await page.reload();
    await expect(offer).toBeVisible();
    await page.unroute('**/api/internal-notes');
    await offer.click();
    await expect(page.getByText('The note was saved before').last()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(outcomeOf(page)).toHaveCount(0);
    expect((await notes()).filter(({ note }) => note.includes(text))).toHaveLength(1);
    await colleague.post(`/tasks/${taskId}/release`);
  });
});

test('What is typed in a dialog is there again when its page was lost with the session or by a reload, until it is closed', async ({
  visitor,
  apiAs,
}) => {
  const { taskId } = await aTask(await apiAs('staff'));
  const page = await visitor();
  await page.goto(`/task/${taskId}`);
  await signIn(page, 'staff');
  const dialog = page.getByRole('dialog', { name: 'Stop items' });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  const found = dialog.getByText('This is what you typed before and did not send.');
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Stop items…' }).click();
    await expectFocusInside(dialog);
  };
  await openDialog();
  await reason.fill('Moved to another plan');

  await test.step('the session is ended from elsewhere', async () => {
    const api = personApi(page.request, await accessTokenOf(page));
    const { sessions } = await api.read<UserSessions>('/users/user/sessions');
    await api.post('/users/user/sessions/end', { sessionId: sessions!.find(({ current }) => current)!.id });
    await expect(page.getByText('Please sign in to see this page')).toBeVisible();
    await signIn(page, 'staff');
    await openDialog();
    await expect(found).toBeVisible();
    await expect(reason).toHaveValue('Moved to another plan');
  });

  await test.step('the page is reloaded', async () => {
    page.once('dialog', (asked) => void asked.accept());
    await page.reload();
    await openDialog();
    await expect(reason).toHaveValue('Moved to another plan');
  });

  await test.step('it was sent, and got no answer: it is not called unsent', async () => {
    await page.route('**/api/tasks/*/stop', (route) => route.abort());
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: /^Stop items/ }).click();
    await expect(dialog.getByRole('alert')).toContainText('We do not know whether it was saved');
    page.once('dialog', (asked) => void asked.accept());
    await page.reload();
    await page.unroute('**/api/tasks/*/stop');
    await openDialog();
    await expect(reason).toHaveValue('');
    await expect(found).toBeHidden();
    await reason.fill('Moved to another plan');
  });

  await test.step('it is closed', async () => {
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await openDialog();
    await expect(reason).toHaveValue('');
    await expect(found).toBeHidden();
  });
});

test.describe('What was begun to an internal note that its author deletes', () => {
  const internalNote = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
  const offerOf = (page: Page, text: string) => page.locator('.MuiAlert-root').filter({ hasText: text });

  /** Begins a reply of staff to an internal note of a colleague. Returns what deletes that note. */
  async function beginReply(page: Page, colleague: PersonApi, referralId: string, text: string) {
    const asked = marker('Asked');
    await colleague.post('/internal-notes', { referralId, note: `<p>${asked}</p>`, parentNoteId: null });
    await page.goto(`/referral/${referralId}?tab=notes`);
    await expectLive(page);
    await internalNote(page, asked)
      .getByRole('button', { name: /^Reply to/ })
      .click();
    await editorOf(page).pressSequentially(text);
    const notes = await colleague.read<readonly { id: string; note: string }[]>(
      `/internal-notes/referral/${referralId}`,
    );
    const { id } = notes.find(({ note }) => note.includes(asked))!;
    return () => colleague.post(`/internal-notes/${id}/delete`);
  }

  test('becomes a new note in its dialog', async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const { referralId } = await aTask(await apiAs('staff'));
    const text = marker('Answered');
    const remove = await beginReply(page, await apiAs('staff2'), referralId, text);
    await remove();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('deleted this note meanwhile');
    await expect(dialog.getByRole('button', { name: 'Reply', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Write as a new note' }).click();
    await expect(page.getByRole('dialog', { name: 'New internal note' })).toBeVisible();
    await expect(editorOf(page)).toHaveText(text);
    await send(page);
    await expect(dialog).toBeHidden();
    await expect(internalNote(page, text)).toBeVisible();
    await page.reload();
    await expect(internalNote(page, text)).toBeVisible();
    await expect(offerOf(page, text)).toHaveCount(0);
  });

  test('is offered on the page after a reload, as a new note', async ({ signedIn, apiAs }) => {
    const page = await signedIn('staff');
    const { referralId } = await aTask(await apiAs('staff'));
    const text = marker('Answered');
    const remove = await beginReply(page, await apiAs('staff2'), referralId, text);
    await remove();
    await expect(page.getByRole('dialog')).toContainText('deleted this note meanwhile');
    await page.reload();
    const offer = offerOf(page, text);
    await expect(offer).toContainText('You did not send this reply to Minh Tran');
    await expectWcag(page);
    await offer.getByRole('button', { name: 'Write as a new note' }).click();
    await expect(editorOf(page)).toHaveText(text);
    await page.reload();
    // It is the draft of a new note by now.
    await expect(page.getByRole('button', { name: 'New Internal Note' })).toBeVisible();
    await page.getByRole('button', { name: 'New Internal Note' }).click();
    await expect(editorOf(page)).toHaveText(text);
    await expect(offer).toHaveCount(0);
    await send(page);
    await expect(internalNote(page, text)).toBeVisible();
  });
});
