import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { InternalNote, Note, NoteList, Topic, UnreadNotes } from '@throughline/contracts';
import { waitUntilProjected } from '@throughline/read-models';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { get, post, put } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const clients: LiveClient[] = [];
afterEach(() => clients.splice(0).forEach(({ socket }) => socket.disconnect()));
const open = (as: Name) => {
  const client = connect(api, as);
  clients.push(client);
  return client;
};

const settled = async () => waitUntilProjected(api.engines.database.db, await api.engines.store.head());
const submit = async (as: Name = 'referrer') => {
  const { body } = await submitOrder(api, anOrder(), { as });
  await settled();
  return body.data;
};
const write = (referralId: string, as: Name, more: object = {}) =>
  post<string>(api, '/notes/create', { referralId, noteText: '<p>On the way?</p>', ...more }, { as });
const notesOf = async (referralId: string, as: Name) => {
  await settled();
  return (await get<readonly Note[]>(api, `/notes/${referralId}`, { as })).body.data;
};
const unread = async (as: Name, referralIds = '') => {
  await settled();
  return (await get<UnreadNotes>(api, `/notes/unread?referralIds=${referralIds}`, { as })).body.data;
};

describe('The notes of a referral', () => {
  let id: string;
  beforeAll(async () => {
    id = await submit();
  });

  it('are a thread that the referrer, their company and staff read, sanitised', async () => {
    const first = (await write(id, 'referrer', { noteText: '<p onclick="x()">On the way?<script>x()</script></p>' }))
      .body;
    await write(id, 'staff', { noteText: '<p>Tomorrow.</p>', parentNote: first.data });
    for (const as of ['referrer', 'colleague', 'staff', 'ops'] as const) {
      expect(await notesOf(id, as)).toMatchObject([
        { id: `${id}-1`, parentNote: null, noteText: '<p>On the way?</p>', firstName: 'Ana', fromProvider: false },
        { id: `${id}-2`, parentNote: `${id}-1`, noteText: '<p>Tomorrow.</p>', firstName: 'Dee', fromProvider: true },
      ]);
    }
  });

  it('are hidden from another company, and cannot be written by it', async () => {
    expect((await get(api, `/notes/${id}`, { as: 'stranger' })).status).toBe(404);
    expect((await write(id, 'stranger')).status).toBe(404);
    const edit = { noteId: `${id}-1`, noteText: 'Sent?' };
    expect((await post(api, '/notes/update-text', edit, { as: 'stranger' })).status).toBe(404);
    const client = open('stranger');
    expect(await client.join({ name: 'notes', referralId: id })).toMatchObject({ code: 'referral/not-found' });
  });

  it('cannot be written in the name of another person', async () => {
    expect((await write(id, 'referrer', { userId: PEOPLE.staff.userId })).status).toBe(403);
    const edit = { userId: PEOPLE.referrer.userId, noteId: `${id}-1`, noteText: 'Sent?' };
    expect((await post(api, '/notes/update-text', edit, { as: 'colleague' })).status).toBe(403);
  });

  it.each([
    ['', 'Note text is required'],
    ['<p> </p>', 'Note text is required'],
    [`<p>${'x'.repeat(8001)}</p>`, 'Note text is limited to 8000 characters.'],
  ])('must have a text of a fitting length', async (noteText, message) => {
    const { status, body } = await write(id, 'referrer', { noteText });
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: { noteText: message } });
  });

  it('are edited by their author, and by nobody else', async () => {
    const noteId = (await write(id, 'referrer')).body.data;
    const edit = (as: Name) => post(api, '/notes/update-text', { noteId, noteText: '<p>Sent?</p>' }, { as });
    expect((await edit('staff')).body.code).toBe('note/not-the-author');
    expect((await edit('referrer')).status).toBe(200);
    const edited = (await notesOf(id, 'staff')).find((note) => note.id === noteId);
    expect(edited).toMatchObject({ noteText: '<p>Sent?</p>', dateLastModified: expect.any(String) });
  });

  it('need an action by default if the address is of exactly the provider’s domain', async () => {
    const of = async (given: object) => {
      const noteId = (await write(id, 'referrer', given)).body.data;
      return (await notesOf(id, 'staff')).find((note) => note.id === noteId)?.actionNeeded;
    };
    expect(await of({})).toBe(false);
    expect(await of({ actionNeeded: true })).toBe(true);
  });

  it('reach the screens that have the referral open, without their text', async () => {
    const [referrer, staff] = [open('colleague'), open('staff')];
    const topic: Topic = { name: 'notes', referralId: id };
    await referrer.join(topic);
    await staff.join(topic);
    const noteId = (await write(id, 'referrer', { noteText: '<p>Unmistakable</p>' })).body.data;
    await until(() => [referrer, staff].every(({ changes }) => changes.some(({ key }) => key === noteId)));
    expect(JSON.stringify(staff.changes)).not.toContain('Unmistakable');
  });
});

describe('The action that a note needs', () => {
  const decide = (verb: 'done' | 'needed', noteId: string, as: Name) =>
    post(api, `/notes/action-${verb}`, { noteId }, { as });
  const listed = async (as: Name = 'staff') => {
    await settled();
    const { body } = await get<NoteList>(api, '/notes?needsAction=true', { as });
    return body.data;
  };

  it('is listed until staff have seen to it, and counted for the provider’s people', async () => {
    const id = await submit();
    const noteId = (await write(id, 'referrer', { actionNeeded: true })).body.data;
    const before = await listed();
    expect(before.rows[0]).toMatchObject({ id: noteId, excerpt: 'On the way?', answeredAt: null });
    expect((await unread('staff')).actionNeeded).toBe(before.rowCount);
    expect((await unread('referrer')).actionNeeded).toBe(0);
    await write(id, 'staff', { parentNote: noteId, actionNeeded: false });
    expect((await listed()).rows[0]).toMatchObject({ id: noteId, answeredAt: expect.any(String) });

    expect((await decide('done', noteId, 'staff')).status).toBe(200);
    expect((await listed()).rowCount).toBe(before.rowCount - 1);
    const [note] = await notesOf(id, 'referrer');
    expect(note).toMatchObject({ actionNeeded: false, actionDone: { by: 'Dee Park' } });
    expect((await decide('needed', noteId, 'staff2')).status).toBe(200);
    expect(await listed()).toMatchObject({ rowCount: before.rowCount });
  });

  it('is done by a reply of staff, and by none of a referrer', async () => {
    const id = await submit();
    const noteId = (await write(id, 'referrer', { actionNeeded: true })).body.data;
    const reply = { parentNote: noteId, actionNeeded: false, finishesAction: true };
    expect((await write(id, 'referrer', reply)).status).toBe(403);
    expect((await write(id, 'staff', reply)).status).toBe(201);
    expect((await notesOf(id, 'staff')).map(({ actionNeeded }) => actionNeeded)).toEqual([false, false]);
  });
});

describe('Internal notes', () => {
  it('mention colleagues, by their own names, and nobody else', async () => {
    const id = await submit();
    const mention = ({ userId }: { userId: string }) => `<span data-mention="${userId}">@X</span>`;
    const note = `<p>${mention(PEOPLE.staff2)} ${mention(PEOPLE.referrer)}</p>`;
    await post(api, '/internal-notes', { referralId: id, note }, { as: 'staff' });
    await settled();
    const { body } = await get<readonly InternalNote[]>(api, `/internal-notes/referral/${id}`, { as: 'staff2' });
    const kept = mention(PEOPLE.staff2).replace('@X', '@Eli Vance');
    expect(body.data[0]?.note).toBe(`<p>${kept} @X</p>`);
  });

  it('are written, answered, edited and deleted by staff, and stay where they were', async () => {
    const id = await submit();
    const as = { as: 'staff' } as const;
    const first = await post<string>(api, '/internal-notes', { referralId: Number(id), note: '<p>Call.</p>' }, as);
    const parentNoteId = first.body.data;
    await post(api, '/internal-notes', { referralId: id, note: 'Called.', parentNoteId }, { as: 'ops' });
    expect((await put(api, `/internal-notes/${parentNoteId}`, { note: 'Call late.' }, as)).status).toBe(200);
    expect((await post(api, `/internal-notes/${parentNoteId}/delete`, {}, { as: 'ops' })).status).toBe(409);
    expect((await post(api, `/internal-notes/${parentNoteId}/delete`, {}, as)).status).toBe(200);
    await settled();
    const { body } = await get<readonly InternalNote[]>(api, `/internal-notes/referral/${id}`, as);
    expect(body.data).toMatchObject([
      { id: parentNoteId, note: 'Call late.', isDeleted: true, fromProvider: true },
      { parentNoteId, note: 'Called.', isDeleted: false },
    ]);
  });

  it('are announced to staff alone, on no topic that a referrer can join', async () => {
    const id = await submit();
    const referrer = open('referrer');
    const refused = await referrer.join({ name: 'internal-notes', referralId: id });
    expect(refused).toMatchObject({ status: 'refused', code: 'identity/not-allowed' });
    await referrer.join({ name: 'notes', referralId: id });
    await referrer.join({ name: 'note-list' });
    const staff = open('staff');
    await staff.join({ name: 'internal-notes', referralId: id });
    await post(api, '/internal-notes', { referralId: id, note: 'Internal.' }, { as: 'staff2' });
    // A later change of an open topic shows that the earlier one was not sent there.
    const noteId = (await write(id, 'staff')).body.data;
    await until(() => referrer.changes.some(({ key }) => key === noteId) && staff.changes.length > 0);
    expect(referrer.changes.map(({ key }) => key)).toEqual([noteId, noteId]);
  });
});

describe('The Notes list', () => {
  const list = async (as: Name, query = '') => {
    await settled();
    const { body } = await get<NoteList>(api, `/notes?${query}`, { as });
    return body.data;
  };
  const textsOf = ({ rows }: NoteList) => rows.map(({ id }) => id);

  it('has the notes of the referrals that a person may read, the newest first', async () => {
    const [own, theirs] = [await submit('colleague'), await submit('stranger')];
    const a = (await write(own, 'colleague')).body.data;
    const b = (await write(own, 'staff')).body.data;
    const c = (await write(theirs, 'stranger')).body.data;
    expect(textsOf(await list('colleague'))).toEqual([b, a]);
    expect(textsOf(await list('stranger', 'includeCompany=true'))).toEqual([c]);
    expect(textsOf(await list('referrer'))).not.toContain(a);
    expect(textsOf(await list('referrer', 'includeCompany=true'))).toEqual(expect.arrayContaining([a, b]));
    expect(textsOf(await list('staff')).slice(0, 3)).toEqual([c, b, a]);
    expect(textsOf(await list('colleague', 'onlyThroughline=true'))).toEqual([b]);
    expect(textsOf(await list('colleague', 'onlyNotThroughline=true'))).toEqual([a]);
    expect(textsOf(await list('staff', `search=${own}%20lee`))).toEqual([a]);
    const oldestFirst = `sortModel=${encodeURIComponent('[{"field":"createdDate","sort":"asc"}]')}`;
    expect(textsOf(await list('colleague', `${oldestFirst}&pageSize=1&page=1`))).toEqual([b]);
    expect(await list('colleague', 'pageSize=1')).toMatchObject({ rowCount: 2, rows: [{ memberLastName: 'Diaz' }] });
  });
});

describe('Unread notes', () => {
  it('are those of others that a person has not had on the screen, on all of their screens', async () => {
    const id = await submit();
    const noteId = (await write(id, 'staff')).body.data;
    const before = await unread('referrer', id);
    expect(before.referrals).toEqual({ [id]: 1 });
    expect((await unread('staff', id)).referrals).toEqual({});
    expect((await unread('stranger', id)).referrals).toEqual({});

    const [second, other] = [open('referrer'), open('colleague')];
    await second.join({ name: 'note-list' });
    await other.join({ name: 'note-list' });
    await post(api, '/notes/read', { referralId: id, noteIds: [noteId] }, { as: 'referrer' });
    await until(() => second.changes.some(({ key }) => key === `${id}-${PEOPLE.referrer.userId}`));
    expect(await unread('referrer', id)).toMatchObject({ total: before.total - 1, referrals: {} });
    expect((await unread('colleague', id)).referrals).toEqual({ [id]: 1 });
    expect((await notesOf(id, 'referrer'))[0]?.unread).toBe(false);

    await post(api, '/notes/mark-unread', { referralId: id, noteIds: [noteId] }, { as: 'referrer' });
    expect((await unread('referrer', id)).referrals).toEqual({ [id]: 1 });
    expect(other.changes).toEqual([]);
  });

  it('of staff are also internal ones; the total has those that concern them', async () => {
    const id = await submit();
    const noteId = (await post<string>(api, '/internal-notes', { referralId: id, note: 'Call.' }, { as: 'staff' })).body
      .data;
    await write(id, 'referrer');
    const before = await unread('staff2', id);
    expect(before.referrals).toEqual({ [id]: 2 });
    expect((await unread('referrer', id)).referrals).toEqual({});
    const total = (await unread('staff')).total;

    // The mention makes the referral concern that person.
    const note = `<p><span data-mention="${PEOPLE.staff2.userId}">@X</span></p>`;
    await post(api, '/internal-notes', { referralId: id, note }, { as: 'staff' });
    expect(await unread('staff2', id)).toMatchObject({ total: before.total + 3, referrals: { [id]: 3 } });
    expect((await unread('staff')).total).toBe(total);

    const screen = open('staff2');
    await screen.join({ name: 'note-list' });
    await post(api, '/internal-notes/read', { referralId: id, noteIds: [noteId] }, { as: 'staff2' });
    await until(() => screen.changes.some(({ key }) => key === `${id}-${PEOPLE.staff2.userId}-internal`));
    expect(await unread('staff2', id)).toMatchObject({ total: before.total + 2, referrals: { [id]: 2 } });
    await post(api, '/internal-notes/mark-unread', { referralId: id, noteIds: [noteId] }, { as: 'staff2' });
    expect((await unread('staff2', id)).referrals).toEqual({ [id]: 3 });
  });
});
