import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { methodOf, type NoteList, pathOf, type ReferralList, ROUTES, type Topic } from '@throughline/contracts';
import { waitUntilProjected } from '@throughline/read-models';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { type Name, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { connect, type LiveClient } from '../testing/live-client.js';

const api = await startApi();
afterAll(() => api.close());
beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

/**
 * Referrals of `referrer`, of a colleague, of another company, of a submitter who was not signed in, and a missing one, each with a note;
 * and a recertification, whose id is used like a referral's.
 */
const REFERRALS = {
  own: await aReferral('referrer'),
  colleague: await aReferral('colleague'),
  otherCompany: await aReferral('stranger'),
  visitor: await aReferral(undefined),
  recertification: await aRecertification(),
  unknown: '999999999999999',
} as const;
type Kind = keyof typeof REFERRALS;
const KINDS = Object.keys(REFERRALS) as Kind[];

const READERS = ['nobody', 'referrer', 'colleague', 'stranger', 'staff', 'ops', 'admin'] as const;
type Reader = (typeof READERS)[number];

const EVERY: readonly Kind[] = ['own', 'colleague', 'otherCompany', 'visitor', 'recertification'];
/** The referrals that each caller may read. */
const READABLE: Readonly<Record<Reader, readonly Kind[]>> = {
  nobody: [],
  referrer: ['own', 'colleague'],
  colleague: ['own', 'colleague'],
  stranger: ['otherCompany'],
  staff: EVERY,
  ops: EVERY,
  admin: EVERY,
};
/** The readable referrals that a list shows without `includeCompany`. */
const LISTED: Readonly<Record<Reader, readonly Kind[]>> = { ...READABLE, referrer: ['own'], colleague: ['colleague'] };
/** The lists contain only referrals. */
const listedFrom = (kinds: readonly Kind[]): readonly Kind[] => kinds.filter((kind) => kind !== 'recertification');

/** `readers`: as above. `insiders`, `auditors`: all of the provider's staff, or those who audit. `anyone`: also without a sign-in. */
type Audience = 'readers' | 'insiders' | 'auditors' | 'anyone';
const MEMBERS: Readonly<Record<Audience, readonly Reader[]>> = {
  anyone: READERS,
  readers: READERS.slice(1),
  insiders: ['staff', 'ops', 'admin'],
  auditors: ['ops', 'admin'],
};

/** Every read route of one referral. */
const ROUTES_OF_A_REFERRAL: Readonly<Record<string, Audience>> = {
  '/referrals/referral/{id}': 'readers',
  '/referrals/referral/{id}/limited': 'anyone',
  '/referrals/referral/{id}/submission': 'readers',
  '/referrals/referral/{id}/tasks': 'readers',
  '/referrals/referral/{id}/of-member': 'readers',
  '/referrals/referral/{id}/corrections': 'insiders',
  '/referrals/referral/{id}/history': 'auditors',
  '/referrals/referral/{id}/viewers': 'auditors',
  '/referrals/referral/{id}/viewings': 'auditors',
  '/referrals/referral/{id}/evidence': 'auditors',
  '/referrals/referral/{id}/outcomes': 'insiders',
  '/referrals/referral/{id}/task-acts': 'insiders',
  '/referrals/referral/{id}/stopped-task': 'insiders',
  '/notes/{referralId}': 'readers',
  '/internal-notes/referral/{id}': 'insiders',
  '/pdf/referral/{id}/files': 'readers',
  '/pdf/referral/{id}/generate': 'readers',
};
/** Routes for recertifications as well. All others accept only the id of a referral. */
const OF_RECERTIFICATIONS: readonly string[] = [
  '/referrals/referral/{id}/corrections',
  '/referrals/referral/{id}/history',
  '/referrals/referral/{id}/viewers',
  '/referrals/referral/{id}/viewings',
  '/referrals/referral/{id}/evidence',
  '/referrals/referral/{id}/task-acts',
  '/internal-notes/referral/{id}',
  '/pdf/referral/{id}/files',
];
/** Their guard lets everybody pass, so the id is checked before the sign-in. */
const ALSO_FOR_SUBMITTERS: readonly string[] = ['/referrals/referral/{id}/submission', '/pdf/referral/{id}/generate'];
const TOPICS_OF_RECERTIFICATIONS: readonly string[] = [
  'recertification',
  'referral-history',
  'evidence',
  'internal-notes',
];
/** The file, or the export, is a second part of the path. */
const HELD_BY_OTHER_SPECS = ['/pdf/referral/{id}/file/{fileId}', '/referrals/referral/{id}/evidence/{exportId}'];

const TOPICS: Readonly<Record<Topic['name'], Audience | null>> = {
  referral: 'readers',
  'limited-referral': 'anyone',
  submission: 'readers',
  recertification: 'insiders',
  'referral-history': 'auditors',
  evidence: 'auditors',
  notes: 'readers',
  'internal-notes': 'insiders',
  recertifications: 'insiders',
  // Not about one referral: each change that it sends is checked by itself.
  'referral-list': null,
  'note-list': null,
  notifications: null,
  inquiries: null,
  'task-queue': null,
};

const as = (reader: Reader) => (reader === 'nobody' ? undefined : { as: reader });
const ofEach = async <Answer>(ask: (kind: Kind) => Promise<Answer>): Promise<Readonly<Record<Kind, Answer>>> => {
  const answers: [Kind, Answer][] = [];
  for (const kind of KINDS) answers.push([kind, await ask(kind)]);
  return Object.fromEntries(answers) as Record<Kind, Answer>;
};
const expected = <Answer>(of: (kind: Kind) => Answer) =>
  Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, Answer>;
const mayRead = (reader: Reader, audience: Audience, kind: Kind) =>
  kind !== 'unknown' && ((audience === 'anyone' && kind !== 'recertification') || READABLE[reader].includes(kind));

describe.each(Object.entries(ROUTES_OF_A_REFERRAL))('GET %s', (path, audience) => {
  it.each(READERS)('answers %s only of what they may read', async (reader) => {
    const statuses = await ofEach(
      async (kind) => (await get(api, path.replace(/\{\w+\}/, REFERRALS[kind]), as(reader))).status,
    );
    const refusal = reader === 'nobody' ? 401 : 403;
    const isMember = MEMBERS[audience].includes(reader);
    const statusOf = (kind: Kind) => {
      const isOfPath = kind !== 'recertification' || OF_RECERTIFICATIONS.includes(path);
      if (!isOfPath && (isMember || ALSO_FOR_SUBMITTERS.includes(path))) return 400;
      if (!isMember) return refusal;
      return mayRead(reader, audience, kind) ? 200 : 404;
    };
    expect(statuses).toEqual(expected(statusOf));
  });
});

describe('Every read route of a referral', () => {
  it('is in this table', () => {
    const ofReferral = ROUTES.filter((route) => methodOf(route) === 'GET')
      .map(pathOf)
      .filter((path) => /referral\/\{id\}|\{referralId\}/.test(path) && !HELD_BY_OTHER_SPECS.includes(path));
    expect(Object.keys(ROUTES_OF_A_REFERRAL).sort()).toEqual(ofReferral.sort());
  });
});

const topicsOfAReferral = Object.entries(TOPICS).filter(([, audience]) => audience !== null) as [
  Topic['name'],
  Audience,
][];

describe.each(topicsOfAReferral)('The live topic %s', (name, audience) => {
  const clients: LiveClient[] = [];
  afterEach(() => clients.splice(0).forEach(({ socket }) => socket.disconnect()));

  it.each(READERS)('is joined by %s only for what they may read', async (reader) => {
    const client = connect(api, reader === 'nobody' ? undefined : reader);
    clients.push(client);
    const joined = await ofEach(async (kind) => {
      const answer = await client.join({ name, referralId: REFERRALS[kind] } as Topic);
      return answer.status !== 'refused';
    });
    const isMember = MEMBERS[audience].includes(reader);
    // An audit may be opened before the referral is projected.
    const isOfTopic = (kind: Kind) =>
      kind === 'recertification' ? TOPICS_OF_RECERTIFICATIONS.includes(name) : name !== 'recertification';
    const mayJoin = (kind: Kind) => isOfTopic(kind) && isPermitted(kind);
    const isPermitted = (kind: Kind) =>
      mayRead(reader, audience, kind) || (audience === 'auditors' && kind === 'unknown');
    expect(joined).toEqual(expected((kind) => isMember && mayJoin(kind)));
  });
});

describe.each([false, true])('A list, with the company’s: %s', (includeCompany) => {
  const listed = (reader: Reader) => listedFrom((includeCompany ? READABLE : LISTED)[reader]);

  it.each(READERS.slice(1))('of referrals has for %s those that they may read', async (reader) => {
    const list = await get<ReferralList>(api, `/referrals?pageSize=100&includeCompany=${includeCompany}`, as(reader));
    const ids = list.body.data.rows.map(({ referralId }) => referralId);
    expect(KINDS.filter((kind) => ids.includes(REFERRALS[kind]))).toEqual(listed(reader));
    expect(list.body.data.rowCount).toBe(listed(reader).length);
  });

  it.each(READERS.slice(1))('of notes has for %s those of what they may read', async (reader) => {
    const list = await get<NoteList>(api, `/notes?pageSize=100&includeCompany=${includeCompany}`, as(reader));
    const ids = list.body.data.rows.map(({ referralId }) => referralId);
    expect(KINDS.filter((kind) => ids.includes(REFERRALS[kind]))).toEqual(listed(reader));
    expect(list.body.data.rowCount).toBe(listed(reader).length);
  });

  it.each(READERS.slice(1))('of searches offers %s none that finds only what they may not read', async (reader) => {
    const found = await ofEach(async (kind) => {
      const misspelled = `${nameIn(kind)}x`;
      const path = `/referrals/suggestions?search=${misspelled}&includeCompany=${includeCompany}`;
      return (await get<readonly string[]>(api, path, as(reader))).body.data.includes(nameIn(kind));
    });
    expect(found).toEqual(expected((kind) => listed(reader).includes(kind)));
  });
});

/** The member's last name, which no other referral has. */
function nameIn(kind: Kind): string {
  return {
    own: 'abernathy',
    colleague: 'bickford',
    otherCompany: 'castellano',
    visitor: 'dunkley',
    unknown: 'engstrom',
    recertification: 'fenwick',
  }[kind];
}

async function aRecertification(): Promise<string> {
  const member = { lastName: 'Fenwick', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' };
  const taskData = { itemCategory: 'Incontinence', member, physician: { lastName: 'Okafor' } };
  const { body } = await post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, { as: 'staff' });
  await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
  return body.data.taskId.replace('-1', '');
}

async function aReferral(by: Name | undefined): Promise<string> {
  const kind = by === 'referrer' ? 'own' : by === 'stranger' ? 'otherCompany' : (by ?? 'visitor');
  const order = anOrder();
  const memberInfo = { ...order.memberInfo, lastName: nameIn(kind as Kind) };
  const { body } = await submitOrder(api, { ...order, memberInfo }, by && { as: by });
  await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
  await post(api, '/notes/create', { referralId: body.data, noteText: 'Call.' }, { as: 'staff' });
  await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
  return body.data;
}
