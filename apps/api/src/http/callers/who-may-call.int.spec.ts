import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  type AnyRequest,
  type Endpoint,
  type ExampledEndpoint,
  methodOf,
  type RequestOf,
  ROUTES,
  type TaskQueueRow,
} from '@throughline/contracts';
import { waitUntilProjected } from '@throughline/read-models';
import { FileLinks } from '../../referral-access/file-links.js';
import { REQUESTS_PER_MINUTE } from '../../rate-limit/rate-limits.js';
import { PEOPLE } from '../../testing/api-under-test.js';
import { get, post } from '../../testing/call.js';
import { type Caller, CALLERS, tokensOf } from '../../testing/callers.js';
import { ineffectiveFieldsOf } from '../../testing/ineffective-fields.js';
import { api, id } from './called-api.testing.js';
import { ROWS, ROW_OF, ask, succeeded } from './who-may-call.testing.js';

const elsewhere = await api.identity.token(PEOPLE.referrer.userId, { audience: 'api://elsewhere' });

const TOKENS = await tokensOf(api);

/** Fields in the example of an endpoint that have no effect, each for a reason. */
const DROPPED: Readonly<Record<string, readonly string[]>> = {
  'POST /referrals/create': [
    // The number of the item in the referral from which it is copied. A custom item has no id of the catalogue.
    'items.0.id',
    // The example is an order of the general form, which is the default.
    'form',
  ],
};

const MESSAGES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'OK',
  401: 'Please sign in to continue.',
  403: 'You are not allowed to do this.',
  503: 'Sign-in is briefly unavailable. Please try again.',
};

const UNUSABLE_TOKENS = {
  expired: 'Your session has expired. Please sign in again.',
  'wrong audience': 'Your session is not valid. Please sign in again.',
};

describe.each(ROWS)('%s', (endpoint, [request, statuses, messages]) => {
  it('drops no field of its body', () => {
    const route = ROUTES.find((one) => one.endpoint === endpoint)!;
    const { body = {} } = request as AnyRequest;
    expect(ineffectiveFieldsOf(route, body)).toEqual(DROPPED[endpoint] ?? []);
  });

  it.each(CALLERS.map((caller, n): [Caller, number] => [caller, statuses[n] as number]))(
    'answers %s with %i',
    async (caller, status) => {
      const message = caller === 'expired' ? UNUSABLE_TOKENS.expired : { ...MESSAGES, ...messages }[status];
      expect(await ask(endpoint, request, TOKENS[caller])).toEqual({ status, message });
    },
  );

  it('refuses a token for another audience', async () => {
    const refused = { status: 401, message: UNUSABLE_TOKENS['wrong audience'] };
    expect(await ask(endpoint, request, elsewhere)).toEqual(refused);
  });

  it('refuses what it does not know, in words that name it', async () => {
    const { query, body, form, file } = request as AnyRequest;
    const unheardOf = expect.stringMatching(/^unheardOf is not a (parameter|field) of this request/);
    const refused = { status: 400, message: unheardOf };
    const withQuery = { ...(request as object), query: { ...query, unheardOf: 1 } } as RequestOf<Endpoint>;
    expect(await ask(endpoint, withQuery, TOKENS.admin)).toEqual(refused);
    if (endpoint.startsWith('GET') || form || file) return;
    const withBody = { ...(request as object), body: { ...(body as object), unheardOf: 1 } } as RequestOf<Endpoint>;
    expect(await ask(endpoint, withBody, TOKENS.admin)).toEqual(refused);
  });
});

/**
 * What the access log calls a read (docs/promises.md 1.8); null: it reads no person's data. A new read does not compile until it has its line, or states
 * an example.
 */
const RECORDED_AS: { readonly [E in Exclude<Extract<Endpoint, `GET ${string}`>, ExampledEndpoint>]: string | null } = {
  ...Object.fromEntries(
    ROUTES.filter((route) => route.example !== undefined && methodOf(route) === 'GET').map(({ endpoint }) => [
      endpoint,
      null,
    ]),
  ),
  'GET /referrals': 'Referrals list',
  'GET /referrals/suggestions': 'Referrals list, suggested searches',
  'GET /referrals/referral/sources': null,
  'GET /referrals/referral/{id}': 'Referral',
  'GET /referrals/referral/{id}/limited': 'Limited referral',
  'GET /referrals/referral/{id}/submission': 'Submission',
  'GET /referrals/referral/{id}/of-member': 'Referrals of the member',
  'GET /referrals/referral/{id}/tasks': 'Tasks of the referral',
  'GET /referrals/referral/tracking/{orderId}': 'Tracking',
  'GET /referrals/referral/{id}/corrections': 'Corrections',
  'GET /referrals/referral/{id}/history': 'History',
  'GET /referrals/referral/{id}/viewers': 'Who saw this',
  'GET /referrals/referral/{id}/viewings': 'Who saw this',
  // Shows how far exports are, and returns a link that shows nothing until it is followed.
  'GET /referrals/referral/{id}/evidence': null,
  'GET /referrals/referral/{id}/evidence/{exportId}': null,
  // A worker makes what it shows: scripts/command-line/evidence.int.spec.ts.
  'GET /evidence/{token}': null,
  'GET /audit/acts': 'What happened',
  'GET /audit/acts/{eventId}/causes': 'Causes of an act',
  'GET /audit/acts/{eventId}/following': 'Causes of an act',
  'GET /audit/viewings': 'What was seen',
  'GET /audit/choices': 'People of the audit',
  'GET /referrals/referral/{id}/outcomes': 'Task',
  'GET /referrals/referral/{id}/task-acts': 'Task',
  'GET /referrals/referral/{id}/stopped-task': 'Task',
  'GET /notes': 'Notes list',
  'GET /notes/unread': null,
  'GET /notes/{referralId}': 'Notes',
  'GET /notifications': null,
  'GET /notesTemplates': null,
  'GET /internal-notes/referral/{id}': 'Internal notes',
  'GET /tasks': 'Queue',
  'GET /tasks/export': 'Queue export',
  'GET /tasks/summary': null,
  'GET /tasks/suggestions': 'Queue, suggested searches',
  'GET /tasks/assignees': null,
  'GET /tasks/{taskId}': 'Task',
  'GET /recertifications': 'Recertifications',
  'GET /recertifications/{id}': 'Task',
  'GET /companies': null,
  'GET /eligible-patients/imports': null,
  'GET /pdf/referral/{id}/files': 'Files',
  // Returns a link that shows nothing until it is followed.
  'GET /pdf/referral/{id}/file/{fileId}': null,
  // Starts the generation of the PDF, which is then read as a file.
  'GET /pdf/referral/{id}/generate': null,
  'GET /files/{token}': 'File',
  'GET /users/user/email/{email}': 'Profile',
  'GET /users/user/{id}': 'Profile',
  'GET /users/user/views': null,
  'GET /users/user/sessions': null,
  'GET /users/groups/{id}': 'Profile',
  'GET /users': 'Users',
  // Hashes, and names of streams.
  'GET /tlog': null,
  'GET /tlog/checkpoint': null,
  'GET /tlog/tile/{path}': null,
  'GET /tlog/access-log/checkpoint': null,
  'GET /tlog/access-log/tile/{path}': null,
  'GET /acts': 'Audit of administration',
  'GET /failures': 'Failed jobs',
  'GET /note-templates': null,
  'GET /catalogue/words': null,
  'GET /catalogue/export': null,
  'GET /catalogue/versions': null,
  'GET /messages': 'Messages',
  'GET /messages/answer/{token}': 'Answer to a message',
  'GET /banners': null,
  'GET /banners/planned': null,
  'GET /config': null,
  'GET /health/live': null,
  'GET /health/ready': null,
};

/** Screens that belong to no referral or recertification; all others are found in the audit of what they show. */
const OF_NO_CASE: readonly string[] = [
  'Profile',
  'Users',
  'Audit of administration',
  'People of the audit',
  'Failed jobs',
  'Messages',
  'Answer to a message',
];

describe('The access log', () => {
  const entries = async () => {
    const { rows } = await api.engines.database.pool.query<{ screen: string; referral_ids: readonly string[] }>(
      'select screen, referral_ids from access_log where user_id = $1 order by id',
      [PEOPLE.admin.userId],
    );
    return rows;
  };

  /** A request for data that exists: those of the table name a task, a recertification and an order that do not. */
  async function requestOf(endpoint: Endpoint): Promise<RequestOf<Endpoint>> {
    if (endpoint === 'GET /tasks/{taskId}') return { params: { taskId: `${id}-1` } };
    if (endpoint.endsWith('/suggestions')) return { query: { search: 'diazz' } };
    if (endpoint === 'GET /recertifications') return { query: { search: await aRecertification() } };
    if (endpoint === 'GET /notes') await aNote();
    if (endpoint === 'GET /recertifications/{id}') return { params: { id: await aRecertification() } };
    if (endpoint === 'GET /referrals/referral/tracking/{orderId}') return { params: { orderId: await anOrderId() } };
    if (endpoint === 'GET /files/{token}') return { params: { token: linkToAFile() } };
    return ROW_OF.get(endpoint)![0];
  }

  it.each(Object.entries(RECORDED_AS) as [Endpoint, string | null][])('calls %s: %s', async (endpoint, screen) => {
    const request = await requestOf(endpoint);
    const before = await entries();
    await ask(endpoint, request, api.tokens.admin);
    const written = (await entries()).slice(before.length);
    expect(written.map((entry) => entry.screen)).toEqual(screen === null ? [] : [screen]);
    const isOfCases = screen !== null && !OF_NO_CASE.includes(screen);
    expect((written[0]?.referral_ids ?? []).length > 0).toBe(isOfCases);
  });

  it.each(['GET /referrals/suggestions', 'GET /tasks/suggestions'] as const)(
    'is not written by %s that suggest nothing',
    async (endpoint) => {
      const before = await entries();
      await ask(endpoint, { query: { search: 'xylophone' } }, api.tokens.admin);
      expect(await entries()).toEqual(before);
    },
  );
});

const STAFF = { as: 'staff' } as const;

const linkToAFile = () =>
  api.app
    .get(FileLinks, { strict: false })
    .sign({ kind: 'file', referralId: id, fileId: '1', userId: PEOPLE.admin.userId, sessionHash: null });

async function aRecertification(): Promise<string> {
  const member = { lastName: 'Diaz', firstName: 'Rosa', DOB: '1950-02-01', phone: '6025550100', state: 'AZ' };
  const taskData = { itemCategory: 'Incontinence', member, physician: { lastName: 'Okafor', fax: '6025550102' } };
  const { body } = await post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, { as: 'staff' });
  await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
  return body.data.taskId.slice(0, -2);
}

async function aNote(): Promise<void> {
  await post(api, '/notes/create', { referralId: id, noteText: 'Call.' }, STAFF);
  await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
}

async function anOrderId(): Promise<string> {
  const orderId = `PO-${randomUUID()}`;
  const task = 'Ready for Dropship';
  const projected = async () => waitUntilProjected(api.engines.database.db, await api.engines.store.head());
  await post(api, '/tasks', { task, taskData: { referralId: id, itemIds: [1] } }, STAFF);
  await projected();
  const { body } = await get<readonly TaskQueueRow[]>(api, `/referrals/referral/${id}/tasks`, STAFF);
  const taskId = body.data.find((one) => one.task === task)?.taskId;
  await post(api, `/tasks/${taskId}/outcome`, { outcome: 'order-placed', orderId }, STAFF);
  await projected();
  return orderId;
}

describe('An answer with data', () => {
  /** Reads that another process answers, or that a signed link opens: other specs check them. */
  const checkedElsewhere = [
    'GET /users/user/sessions',
    'GET /messages/answer/{token}',
    'GET /files/{token}',
    'GET /referrals/referral/{id}/evidence/{exportId}',
  ];

  it('of every read was checked against its statement above', () => {
    const reads = ROUTES.filter((route) => methodOf(route) === 'GET' && typeof route.answer !== 'string');
    const unchecked = reads.map(({ endpoint }) => endpoint).filter((endpoint) => !succeeded.has(endpoint));
    expect(unchecked.filter((endpoint) => !checkedElsewhere.includes(endpoint))).toEqual([]);
  });
});

describe('An open look-up', () => {
  const guessed = ROUTES.filter(({ limit }) => limit === 'lookUp').map(({ endpoint }) => endpoint as Endpoint);

  it.each(guessed)('is limited by its input: %s', async (endpoint) => {
    const [request] = ROW_OF.get(endpoint)!;
    for (let attempts = 0; attempts < REQUESTS_PER_MINUTE.lookUpByInput; attempts++) await ask(endpoint, request, null);
    expect(await ask(endpoint, request, null)).toMatchObject({ status: 429 });
  });
});
