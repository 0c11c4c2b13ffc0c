import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AnyRequest, type Endpoint, type RequestOf, requestLineOf, ROUTES } from '@throughline/contracts';
import { fileDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import { REQUESTS_PER_MINUTE } from '../rate-limit/rate-limits.js';
import { anOrder } from '../testing/an-order.js';
import { emailOf, PEOPLE, startApi } from '../testing/api-under-test.js';
import { type Answer, post } from '../testing/call.js';
import { PENDING_USER } from '../testing/identity-stand-in.js';
import { checkAnswer } from '../testing/stated-answer.js';

const api = await startApi();
afterAll(() => api.close());
beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

/** Of `referrer`, with its submission PDF. */
const id = await aReferral();
const expired = await api.identity.token(PEOPLE.referrer.userId, { seconds: -60 });

const CALLERS = ['no token', 'expired', 'other company', 'referrer', 'staff', 'ops', 'admin'] as const;
type Caller = (typeof CALLERS)[number];
const TOKENS: Readonly<Record<Caller, string | null>> = {
  ...api.tokens,
  'no token': null,
  expired,
  'other company': api.tokens.stranger,
};

/** The request, and the status for each of the callers. */
type Row<E extends Endpoint> = readonly [request: RequestOf<E>, statuses: Statuses];
type Statuses = OneForEach<typeof CALLERS>;
type OneForEach<Callers extends readonly unknown[]> = { readonly [At in keyof Callers]: number };

const referral = { params: { id } };
/** An unknown task: a caller that may work tasks gets the decider's refusal, 409. */
const task = { params: { taskId: '1-1' } };
const ticket = 'T'.repeat(43);
const notes = { referralId: id, noteIds: [`${id}-1`] };
const entry = { referralId: id, elementName: 'Call', changes: 'Called the member.', dateTime: '2026-11-19T16:20:00Z' };
const BANNER = { text: 'News', from: '2026-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z', reason: 'News' };
const view = { screen: 'referrals', name: 'Stopped', search: 'status=Stopped' } as const;

const aUser = { params: { id: PEOPLE.colleague.userId } };
const reason = 'As asked';
const aRegistrant = { lastName: 'Ngata', firstName: 'Rosa', email: 'rosa@plan.example', phone: null, state: 'AZ' };

/** Written by hand: a new route does not compile until it has its line. */
const TABLE: { readonly [E in Endpoint]: Row<E> } = {
  'GET /referrals': [{}, [401, 401, 200, 200, 200, 200, 200]],
  'GET /referrals/suggestions': [{ query: { search: 'diaz' } }, [401, 401, 200, 200, 200, 200, 200]],
  'POST /referrals/create': [{ body: anOrder() }, [201, 401, 201, 201, 201, 201, 201]],
  'GET /referrals/referral/sources': [{}, [200, 401, 200, 200, 200, 200, 200]],
  'GET /referrals/referral/{id}': [referral, [401, 401, 404, 200, 200, 200, 200]],
  'GET /referrals/referral/{id}/limited': [referral, [200, 401, 200, 200, 200, 200, 200]],
  'POST /referrals/referral/status': [{ body: { referralId: id } }, [200, 401, 200, 200, 200, 200, 200]],
  'GET /referrals/referral/{id}/submission': [referral, [401, 401, 404, 200, 200, 200, 200]],
  'GET /referrals/referral/{id}/tasks': [referral, [401, 401, 404, 200, 200, 200, 200]],
  'GET /referrals/referral/tracking/{orderId}': [{ params: { orderId: 'PO-7' } }, [401, 401, 200, 200, 200, 200, 200]],
  'POST /referrals/referral/{id}/tracking': [
    { ...referral, body: { itemIds: [1], carrier: 'FedEx', number: '77' } },
    [401, 401, 403, 403, 200, 403, 200],
  ],
  'POST /referrals/update': [{ body: { referralId: id } }, [401, 401, 403, 403, 200, 403, 200]],
  'POST /items/update-referral-items/{id}': [{ ...referral, body: { items: [] } }, [401, 401, 403, 403, 200, 403, 200]],
  'GET /referrals/referral/{id}/corrections': [referral, [401, 401, 403, 403, 200, 200, 200]],
  'GET /referrals/referral/{id}/history': [referral, [401, 401, 403, 403, 403, 200, 200]],
  'POST /history/create': [{ body: entry }, [401, 401, 403, 403, 201, 403, 201]],
  'GET /notes': [{}, [401, 401, 200, 200, 200, 200, 200]],
  'GET /notes/unread': [{ query: { referralIds: [id] } }, [401, 401, 200, 200, 200, 200, 200]],
  'GET /notes/{referralId}': [{ params: { referralId: id } }, [401, 401, 404, 200, 200, 200, 200]],
  'POST /notes/create': [{ body: { referralId: id, noteText: 'Call.' } }, [401, 401, 404, 201, 201, 201, 201]],
  'POST /notes/update-text': [{ body: { noteId: `${id}-99`, noteText: 'Call.' } }, [401, 401, 404, 409, 409, 409, 409]],
  'POST /notes/read': [{ body: notes }, [401, 401, 404, 200, 200, 200, 200]],
  'POST /notes/mark-unread': [{ body: notes }, [401, 401, 404, 200, 200, 200, 200]],
  'GET /notifications': [{}, [401, 401, 200, 200, 200, 200, 200]],
  'POST /notifications/read': [{ body: { ids: [`note-${id}-0`] } }, [401, 401, 200, 200, 200, 200, 200]],
  'POST /notes/action-done': [{ body: { noteId: `${id}-99` } }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /notes/action-needed': [{ body: { noteId: `${id}-99` } }, [401, 401, 403, 403, 409, 403, 409]],
  'GET /notesTemplates': [{}, [401, 401, 200, 200, 200, 200, 200]],
  'GET /internal-notes/referral/{id}': [referral, [401, 401, 403, 403, 200, 200, 200]],
  'POST /internal-notes': [{ body: { referralId: id, note: 'Call.' } }, [401, 401, 403, 403, 201, 201, 201]],
  'POST /internal-notes/read': [{ body: notes }, [401, 401, 403, 403, 200, 200, 200]],
  'POST /internal-notes/mark-unread': [{ body: notes }, [401, 401, 403, 403, 200, 200, 200]],
  'PUT /internal-notes/{id}': [
    { params: { id: `${id}-99` }, body: { note: 'Call.' } },
    [401, 401, 403, 403, 409, 409, 409],
  ],
  'POST /internal-notes/{id}/delete': [{ params: { id: `${id}-99` } }, [401, 401, 403, 403, 409, 409, 409]],
  'GET /tasks': [{}, [401, 401, 403, 403, 200, 200, 200]],
  'GET /tasks/export': [{}, [401, 401, 403, 403, 200, 200, 200]],
  'GET /tasks/summary': [{}, [401, 401, 403, 403, 200, 200, 200]],
  'GET /tasks/suggestions': [{ query: { search: 'diaz' } }, [401, 401, 403, 403, 200, 200, 200]],
  'GET /tasks/assignees': [{}, [401, 401, 403, 403, 200, 200, 200]],
  'GET /tasks/{taskId}': [task, [401, 401, 403, 403, 404, 404, 404]],
  'POST /tasks': [
    { body: { task: 'Select Items', taskData: { referralId: '1', itemIds: [1] } } },
    [401, 401, 403, 403, 409, 403, 409],
  ],
  'GET /recertifications': [{ query: { renews: id } }, [401, 401, 403, 403, 200, 200, 200]],
  'GET /recertifications/{id}': [{ params: { id: 'R1' } }, [401, 401, 403, 403, 404, 404, 404]],
  'POST /recertifications/{id}/update': [{ params: { id: 'R1' }, body: {} }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/assign': [{ body: { userId: 'u-staff2', taskIds: ['1-1'] } }, [401, 401, 403, 403, 200, 403, 200]],
  'POST /tasks/cancel-items': [{ body: { referralId: '1', itemIds: [1] } }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/{taskId}/claim': [task, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/{taskId}/release': [task, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/{taskId}/assign': [{ ...task, body: { userId: 'u-staff2' } }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/{taskId}/outcome': [{ ...task, body: { outcome: 'created' } }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/outcomes/{outcomeId}/undo': [{ params: { outcomeId: '1-1' } }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/unstop-items': [
    { body: { referralId: '1', itemIds: [1], reason: 'Covered after all' } },
    [401, 401, 403, 403, 409, 403, 409],
  ],
  'GET /referrals/referral/{id}/outcomes': [referral, [401, 401, 403, 403, 200, 200, 200]],
  'GET /referrals/referral/{id}/stopped-task': [referral, [401, 401, 403, 403, 200, 200, 200]],
  'POST /tasks/{taskId}/move': [
    { ...task, body: { itemIds: [1], task: 'Select Items', reason: 'The member asked' } },
    [401, 401, 403, 403, 409, 403, 409],
  ],
  'POST /tasks/{taskId}/hold': [{ ...task, body: { until: '2099-01-04' } }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/{taskId}/resume': [task, [401, 401, 403, 403, 409, 403, 409]],
  'POST /tasks/{taskId}/stop': [
    { ...task, body: { itemIds: [1], reason: 'No longer needed' } },
    [401, 401, 403, 403, 409, 403, 409],
  ],
  'POST /items': [{ body: { state: 'TX' } }, [200, 401, 200, 200, 200, 200, 200]],
  'GET /companies': [{}, [200, 401, 200, 200, 200, 200, 200]],
  'POST /eligible-patients/look-up': [
    { body: { medicaidId: 'VA1', dateOfBirth: '1996-05-04', companyId: 40 } },
    [404, 401, 404, 404, 404, 404, 404],
  ],
  'POST /eligible-patients/redeem': [
    { body: { eligiblePatientId: ticket, referralId: id } },
    [404, 401, 404, 404, 404, 404, 404],
  ],
  'GET /eligible-patients/imports': [{}, [401, 401, 403, 403, 403, 403, 200]],
  'POST /eligible-patients/imports': [
    { query: { fileName: 'members.csv' }, file: new Blob(['medicaid_id,date_of_birth\n']), type: 'text/csv' },
    [401, 401, 403, 403, 403, 403, 201],
  ],
  'POST /eligible-patients/imports/{id}/cancel': [
    { params: { id: randomUUID() } },
    [401, 401, 403, 403, 403, 403, 409],
  ],
  'GET /pdf/referral/{id}/files': [referral, [401, 401, 404, 200, 200, 200, 200]],
  'POST /pdf/referral/{id}/upload/fileName/{name}': [
    { params: { id, name: 'chart.pdf' }, form: aForm() },
    [401, 401, 404, 201, 201, 201, 201],
  ],
  'POST /pdf/referral/{id}/file/{fileId}/type': [
    { params: { id, fileId: 1 }, body: { fileType: 'CMN', previousType: 'Other' } },
    [401, 401, 404, 409, 409, 409, 409],
  ],
  'GET /pdf/referral/{id}/file/{fileId}': [{ params: { id, fileId: 1 } }, [401, 401, 404, 200, 200, 200, 200]],
  'GET /pdf/referral/{id}/generate': [referral, [401, 401, 404, 200, 200, 200, 200]],
  'GET /files/{token}': [{ params: { token: 'no-link' } }, [404, 401, 404, 404, 404, 404, 404]],
  'GET /users/user/email/{email}': [
    { params: { email: emailOf(PEOPLE.referrer) } },
    [401, 401, 404, 200, 200, 404, 200],
  ],
  'GET /users/user/views': [{ query: { screen: 'referrals' } }, [401, 401, 200, 200, 200, 200, 200]],
  'POST /users/user/views': [{ body: view }, [401, 401, 200, 200, 200, 200, 200]],
  'POST /users/user/views/remove': [{ body: view }, [401, 401, 200, 200, 200, 200, 200]],
  'POST /users/user/dismissed-update': [{ body: { updateId: 'new' } }, [401, 401, 200, 200, 200, 200, 200]],
  'GET /users/user/sessions': [{}, [401, 401, 503, 503, 503, 503, 503]],
  'POST /users/user/sessions/end': [{ body: { sessionId: null } }, [401, 401, 503, 503, 503, 503, 503]],
  'GET /users': [{}, [401, 401, 403, 403, 403, 403, 200]],
  'GET /users/user/{id}': [{ params: { id: PEOPLE.referrer.userId } }, [401, 401, 404, 200, 200, 404, 200]],
  'GET /users/groups/{id}': [{ params: { id: PEOPLE.referrer.userId } }, [401, 401, 404, 200, 200, 404, 200]],
  'GET /users/acts': [{}, [401, 401, 403, 403, 403, 200, 200]],
  'POST /okta/create': [{ body: aRegistrant }, [200, 401, 200, 200, 200, 200, 409]],
  'POST /users/user/{id}/profile': [
    { ...aUser, body: { firstName: 'Ben', lastName: 'Lee', reason } },
    [401, 401, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/groups': [{ ...aUser, body: { groups: [], reason } }, [401, 401, 403, 403, 403, 403, 200]],
  'POST /users/user/{id}/role': [
    { ...aUser, body: { admin: false, siteAdmin: false, reason } },
    [401, 401, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/company': [{ ...aUser, body: { companyId: 12, reason } }, [401, 401, 403, 403, 403, 403, 200]],
  'POST /users/user/{id}/deactivate': [{ ...aUser, body: { reason } }, [401, 401, 403, 403, 403, 403, 200]],
  'POST /users/user/{id}/reactivate': [{ ...aUser, body: { reason } }, [401, 401, 403, 403, 403, 403, 200]],
  'POST /users/user/{id}/sign-in': [{ ...aUser, body: { act: 'unlock', reason } }, [401, 401, 403, 403, 403, 403, 200]],
  'POST /okta/reset-password': [
    { body: { stateToken: 'none', newPassword: 'Throughline1!' } },
    [200, 401, 200, 200, 200, 200, 200],
  ],
  'POST /help/create': [
    { body: { type: 'Other', lastName: 'R', firstName: 'A', email: 'a', description: 'D' } },
    [201, 401, 201, 201, 201, 201, 201],
  ],
  'POST /contact/create': [
    { body: { lastName: 'R', firstName: 'A', email: 'a', subject: 'S', message: 'M' } },
    [201, 401, 201, 201, 201, 201, 201],
  ],
  'GET /messages': [{}, [401, 401, 403, 403, 200, 200, 200]],
  'POST /messages/{id}/answer': [{ params: { id: '1' }, body: { text: 'A' } }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /messages/{id}/close': [{ params: { id: '1' }, body: { reason: 'A' } }, [401, 401, 403, 403, 409, 403, 409]],
  'POST /messages/{id}/reopen': [{ params: { id: '1' } }, [401, 401, 403, 403, 409, 403, 409]],
  'GET /messages/answer/{token}': [{ params: { token: 'none' } }, [404, 401, 404, 404, 404, 404, 404]],
  'GET /banners': [{}, [200, 401, 200, 200, 200, 200, 200]],
  'POST /banners/{bannerId}/switch-on': [
    { params: { bannerId: 'update' }, body: BANNER },
    [401, 401, 403, 403, 403, 403, 200],
  ],
  'POST /banners/{bannerId}/switch-off': [
    { params: { bannerId: 'update' }, body: { reason: 'Done' } },
    [401, 401, 403, 403, 403, 403, 200],
  ],
  'POST /okta/change-password': [
    { body: { stateToken: 'none', oldPassword: 'old', newPassword: 'Throughline1!' } },
    [200, 401, 200, 200, 200, 200, 200],
  ],
  'POST /okta/factors/{factorId}/verify': [
    { params: { factorId: 'sms1' }, body: { stateToken: 'none' } },
    [200, 401, 200, 200, 200, 200, 200],
  ],
  'POST /okta/users/{userId}/factors/enroll': [
    { params: { userId: PENDING_USER }, body: { stateToken: 'none', phone: '6025550182' } },
    [200, 401, 200, 200, 200, 200, 200],
  ],
  'POST /okta/users/{userId}/factors/{factorId}/activate': [
    { params: { userId: PENDING_USER, factorId: 'sms1' }, body: { stateToken: 'none', passCode: '123456' } },
    [200, 401, 200, 200, 200, 200, 200],
  ],
  'GET /config': [{}, [200, 401, 200, 200, 200, 200, 200]],
  'GET /health/live': [{}, [200, 401, 200, 200, 200, 200, 200]],
  'GET /health/ready': [{}, [200, 401, 200, 200, 200, 200, 200]],
};

const ROWS = Object.entries(TABLE) as unknown as readonly [Endpoint, Row<Endpoint>][];

async function ask(endpoint: Endpoint, request: RequestOf<Endpoint>, caller: Caller): Promise<number> {
  const { method, path } = requestLineOf(endpoint, request);
  const { body, form, file, type = 'application/json' } = request as AnyRequest;
  const response = await fetch(`${api.origin}/api${path}`, {
    method,
    headers: {
      ...(TOKENS[caller] !== null && { authorization: `Bearer ${TOKENS[caller]}` }),
      ...(!form && { 'content-type': type }),
    },
    ...(method !== 'GET' && { body: form ?? file ?? JSON.stringify(body ?? {}) }),
  });
  if (response.headers.get('content-type')?.startsWith('text/csv')) {
    await response.text();
    return response.status;
  }
  const answer = (await response.json()) as Answer<unknown>['body'];
  checkAnswer(method, path, { status: response.status, body: answer });
  return response.status;
}

describe.each(ROWS)('%s', (endpoint, [request, statuses]) => {
  it.each(CALLERS.map((caller, n): [Caller, number] => [caller, statuses[n] as number]))(
    'answers %s with %i',
    async (caller, status) => {
      expect(await ask(endpoint, request, caller)).toBe(status);
    },
  );
});

describe('An open look-up', () => {
  const guessed = ROUTES.filter(({ limit }) => limit === 'lookUp').map(({ endpoint }) => endpoint as Endpoint);

  it.each(guessed)('is limited by its input: %s', async (endpoint) => {
    const [request] = TABLE[endpoint] as Row<Endpoint>;
    for (let attempts = 0; attempts < REQUESTS_PER_MINUTE.lookUpByInput; attempts++)
      await ask(endpoint, request, 'no token');
    expect(await ask(endpoint, request, 'no token')).toBe(429);
  });
});

async function aReferral(): Promise<string> {
  const { body } = await post<string>(api, '/referrals/create', anOrder(), { as: 'referrer' });
  const referralId = body.data;
  const at = '2026-11-19T16:20:00.000Z';
  const { position } = await handleCommand(api.engines.store, {
    decider: fileDecider,
    id: referralId,
    command: {
      type: 'RecordSubmissionPdf',
      data: { referralId, storageName: 'place', fileName: 'r.pdf', size: 9, sha256: 'ab', generatedAt: at },
    },
    context: { commandId: randomUUID(), actor: SYSTEM_ACTOR, at, correlationId: randomUUID(), causationId: null },
  });
  await waitUntilProjected(api.engines.database.db, position ?? 0);
  return referralId;
}

function aForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n of the specs']), 'chart.pdf');
  return form;
}
