import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filtersOf } from '@throughline/contracts';
import { noteDecider, recertificationDecider } from '@throughline/domain';
import { listNotes } from './note-list/note-list.query.js';
import { listReferrals } from './referral-list/referral-list.query.js';
import { listRecertifications } from './recertification/recertification.js';
import { listTasks } from './task-queue/task-queue.query.js';
import { append, type Engines, openEngines, projectAll } from './testing/engines.js';
import { anOrder } from './testing/orders.js';
import { RECERTIFIED } from './testing/random-recertifications.js';
import { SAM, Story } from './testing/story.js';

const ID = '263254123071844';

describe('A list', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    await append(engines.store, new Story().submit(ID, anOrder({ member: { lastName: 'Ødegård' } })).events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  it.each([
    ['odegard', 1],
    ['Ødegård', 1],
    ['Ødegård, ', 1],
    [' ', 1],
    ["'", 0],
  ])('finds by “%s”: %d', async (search, found) => {
    const page = { page: 0, pageSize: 15, search };
    const list = await listReferrals(engines.db, { scope: { kind: 'all' }, statuses: [], ...page });
    const narrow = filtersOf(() => []);
    const queue = await listTasks(engines.db, { viewerUserId: 'sam', tab: 'unassigned', ...narrow, ...page });
    expect([list.rows.length, queue.rows.length]).toEqual([found, found]);
  });
});

describe('A Medicaid ID', () => {
  const TYPED = ['A12 345-67', 'A1234567', 'a12-345-67', '12 345', 'A 12 345 67', 'A12-345-67 Rosa'];
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const { insuranceInfo, ...order } = anOrder();
    const story = new Story();
    for (const [id, medicaidId] of [
      ['100', 'A12 345 67'],
      ['200', 'A1234567'],
      ['300', 'A76 543 21'],
    ] as const)
      story.submit(id, { ...order, insuranceInfo: { ...insuranceInfo, medicaidId } });
    const author = { userId: 'ana', firstName: 'Ana', lastName: 'Ruiz', companyId: 40 };
    const note = { parentNoteId: null, text: '<p>On the way?</p>', actionNeeded: true, author, writtenAt: story.now };
    for (const referralId of ['100', '300'])
      story.execute(noteDecider, referralId, { type: 'WriteNote', data: { referralId, ...note } });
    const facts = { ...RECERTIFIED, member: { ...RECERTIFIED.member, firstName: 'Rosa', medicaidId: 'A12 345 67' } };
    const task = { task: 'Recert Review', startOn: null, by: SAM } as const;
    const opened = { referralId: 'R400', facts, ...task, at: story.now, dayMs: null };
    story.execute(recertificationDecider, 'R400', { type: 'OpenRecertification', data: opened });
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  const page = { page: 0, pageSize: 15 };
  const LISTS: readonly [string, readonly string[], (search: string) => Promise<readonly { readonly referralId: string }[]>][] = [
    ['referrals', ['200', '100'], async (search) => (await listReferrals(engines.db, { scope: { kind: 'all' }, statuses: [], ...page, search })).rows],
    ['recertifications', ['R400'], async (search) => (await listRecertifications(engines.db, { search })).rows.map(({ recertificationId: referralId }) => ({ referralId }))],
    ['tasks', ['100', '200', 'R400'], async (search) => (await listTasks(engines.db, { viewerUserId: 'sam', tab: 'unassigned', ...filtersOf(() => []), ...page, search })).rows],
    ['notes', ['100'], async (search) => (await listNotes(engines.db, { userId: 'sam', operatorId: 1, scope: { kind: 'all' }, needsAction: false, ...page, search })).rows],
  ]; // prettier-ignore

  it.each(LISTS)('finds %s however it is grouped', async (_, ids, list) => {
    for (const typed of TYPED)
      expect([typed, (await list(typed)).map(({ referralId }) => referralId)]).toEqual([typed, ids]);
    for (const typed of ['A12 345 68', 'A1234567 Olsen']) expect(await list(typed)).toEqual([]);
  });

  it.each([
    ['Pending Patient Creation', { referrals: 3, notes: 2 }],
    ['11/21/2026', { referrals: 3, notes: 2, recertifications: 1 }],
    ['Commonwealth Community Plan', { referrals: 3, notes: 2 }],
    ['Ana Ruiz Commonwealth Community Plan', { referrals: 3, notes: 2 }],
    ['On the way?', { notes: 2 }],
    ['recert review', { recertifications: 1, tasks: 1 }],
  ] as const)('is shown beside %s, by which as a whole it is found as well', async (typed, counts) => {
    const found = async (search: string) =>
      Object.fromEntries(await Promise.all(LISTS.map(async ([name, , list]) => [name, (await list(search)).length])));
    expect(await found(typed)).toMatchObject(counts);
    expect(await found(typed.slice(1))).toMatchObject({ referrals: 0, recertifications: 0, tasks: 0 });
  });

  it.each([
    ['n the wa', 2],
    ['THE WAY', 2],
    // Too short to say anything.
    ['way', 0],
    // The company of the author, which stands beside every note of its people.
    ['Community', 0],
    ['ommonwealth Community Pl', 0],
    ['another way', 0],
  ] as const)('has notes that a part of their words finds: “%s”, %d', async (search, count) => {
    const [, , list] = LISTS.find(([name]) => name === 'notes')!;
    expect(await list(search)).toHaveLength(count);
  });
});
