import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AnyRequest,
  type Endpoint,
  type ExampledEndpoint,
  methodOf,
  type Permission,
  type RequestOf,
  requestLineOf,
  ROUTES,
  type TaskQueueRow,
} from '@throughline/contracts';
import { fileDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import fc from 'fast-check';
import { REQUESTS_PER_MINUTE } from '../rate-limit/rate-limits.js';
import { anOrder } from '../testing/an-order.js';
import { emailOf, type Name, PEOPLE, startApi } from '../testing/api-under-test.js';
import { type Answer, get, post } from '../testing/call.js';
import { type Caller, CALLERS, type ForEachCaller, tokensOf } from '../testing/callers.js';
import { exampleOf, fuzzedRequests } from '../testing/fuzzed-requests.js';
import { ineffectiveFieldsOf } from '../testing/ineffective-fields.js';
import { PENDING_USER } from '../testing/identity-stand-in.js';
import { checkAnswer, statedRoute } from '../testing/stated-answer.js';
import { faultOf, send, type WireAnswer, type WireRequest } from '../testing/wire.js';
import { type ApiProcess, startApiProcess } from '../testing/built-processes.js';

const api = await startApi();
afterAll(() => api.close());
beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

/** A referral of `referrer`, with its submission PDF. */
const id = await aReferral();
await aMessage();
const elsewhere = await api.identity.token(PEOPLE.referrer.userId, { audience: 'api://elsewhere' });

const TOKENS = await tokensOf(api);

/** The request, the status for each of the callers, and the messages of statuses that are not in `MESSAGES`. */
type Row<E extends Endpoint> = readonly [
  request: RequestOf<E>,
  statuses: Statuses,
  messages?: Readonly<Record<number, unknown>>,
];
type Statuses = ForEachCaller<number>;

const referral = { params: { id } };
/** An unknown task: a caller who may work tasks gets the decider's refusal, 409. */
const task = { params: { taskId: '1-1' } };
const ticket = 'T'.repeat(43);
const notes = { referralId: id, noteIds: [`${id}-1`] };
const entry = { referralId: id, elementName: 'Call', changes: 'Called the member.', dateTime: '2026-11-19T16:20:00Z' };
const NEWS = { text: 'News', from: '2026-01-01T00:00:00Z', until: '2199-01-01T00:00:00Z' };
const BANNER = { ...NEWS, seen: { text: null, from: null, until: null }, reason: 'News' };
const view = { screen: 'referrals', name: 'Stopped', search: 'status=Stopped' } as const;

const aUser = { params: { id: PEOPLE.colleague.userId } };
const reason = 'As asked';
const BEN = { firstName: 'Ben', lastName: 'Lee', primaryPhone: null, secondaryPhone: null };
const NO_RIGHTS = { admin: false, siteAdmin: false };
const aTemplate = { title: 'New plan', noteText: '<p>Which?</p>', actionNeeded: true, reason };
const aRegistrant = { lastName: 'Ngata', firstName: 'Rosa', email: 'rosa@plan.example', phone: null, state: 'AZ' };
const hidden = { 404: 'This referral was not found.' };
const CATALOGUE =
  'id,category,item,description,hcpcs,image,states,groups,option id,option name,option hcpcs\ngloves,Supplies,Gloves,Each.,,,,,,,\n';
const noTask = { 409: 'There is no such task.' };
const noNote = { 409: 'This note does not exist.' };
const noMessage = { 409: 'There is no such message.' };
const noFailure = { 404: 'This failure was not found.' };
const noItem = { 409: 'This referral has no item 1 at work.' };

/** Written by hand: a new route does not compile until it has its line, or states an example. */
const TABLE: { readonly [E in Exclude<Endpoint, ExampledEndpoint>]: Row<E> } = {
  'GET /referrals': [{}, [401, 401, 200, 200, 200, 200, 200, 200]],
  'GET /referrals/suggestions': [{ query: { search: 'diaz' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /referrals/create': [{ body: anOrder() }, [201, 401, 201, 201, 201, 201, 201, 201]],
  'POST /referrals/same-orders': [
    {
      body: {
        memberInfo: { lastName: 'Diaz', firstName: 'Rosa', DOB: '1990-02-03' },
        medicaidId: 'MD-4711',
        items: [{ catalogueId: null, item: 'Shower chair', option: null, description: null }],
      },
    },
    [401, 401, 200, 200, 200, 200, 200, 200],
  ],
  'GET /referrals/referral/{id}/same-orders': [referral, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /referrals/referral/sources': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /referrals/referral/{id}': [referral, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'GET /referrals/referral/{id}/limited': [referral, [200, 401, 200, 200, 200, 200, 200, 200]],
  'POST /referrals/referral/status': [{ body: { referralId: id } }, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /referrals/referral/{id}/submission': [referral, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'GET /referrals/referral/{id}/tasks': [referral, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'GET /referrals/referral/tracking/{orderId}': [
    { params: { orderId: 'PO-7' } },
    [401, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /referrals/referral/{id}/tracking': [
    { ...referral, body: { itemIds: [1], carrier: 'FedEx', number: '77' } },
    [401, 401, 403, 403, 403, 200, 403, 200],
  ],
  'POST /referrals/update': [{ body: { referralId: id } }, [401, 401, 403, 403, 403, 200, 403, 200]],
  'POST /items/update-referral-items/{id}': [
    { ...referral, body: { items: [] } },
    [401, 401, 403, 403, 403, 200, 403, 200],
  ],
  'GET /referrals/referral/{id}/corrections': [referral, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /referrals/referral/{id}/task-acts': [referral, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /referrals/referral/{id}/history': [referral, [401, 401, 403, 403, 403, 403, 200, 200]],
  'POST /history/create': [{ body: entry }, [401, 401, 403, 403, 403, 201, 403, 201]],
  'GET /notes': [{}, [401, 401, 200, 200, 200, 200, 200, 200]],
  'GET /notes/unread': [{ query: { referralIds: [id] } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'GET /notes/{referralId}': [{ params: { referralId: id } }, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'POST /notes/create': [
    { body: { referralId: id, noteText: 'Call.' } },
    [401, 401, 404, 201, 201, 201, 201, 201],
    hidden,
  ],
  'POST /notes/update-text': [
    { body: { noteId: `${id}-99`, noteText: 'Call.' } },
    [401, 401, 404, 409, 409, 409, 409, 409],
    { ...hidden, ...noNote },
  ],
  'POST /notes/read': [{ body: notes }, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'POST /notes/mark-unread': [{ body: notes }, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'POST /notifications/unsubscribe/{token}': [
    { params: { token: 'none' } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    { 404: 'This link was not found.' },
  ],
  'GET /notifications': [{}, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /notifications/read': [{ body: { ids: [`note-${id}-0`] } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /notes/action-done': [{ body: { noteId: `${id}-99` } }, [401, 401, 403, 403, 403, 409, 403, 409], noNote],
  'POST /notes/action-needed': [{ body: { noteId: `${id}-99` } }, [401, 401, 403, 403, 403, 409, 403, 409], noNote],
  'GET /notesTemplates': [{}, [401, 401, 200, 200, 200, 200, 200, 200]],
  'GET /note-templates': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /note-templates': [{ body: aTemplate }, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /note-templates/{templateId}': [
    {
      params: { templateId: 'none' },
      body: { ...aTemplate, seen: { title: 'Plan', noteText: '', actionNeeded: true } },
    },
    [401, 401, 403, 403, 403, 403, 403, 409],
    { 409: 'This template was retired.' },
  ],
  'POST /note-templates/{templateId}/retire': [
    { params: { templateId: 'none' }, body: { seen: { title: 'Plan', noteText: '', actionNeeded: true }, reason } },
    [401, 401, 403, 403, 403, 403, 403, 409],
    { 409: 'This template was retired.' },
  ],
  'GET /internal-notes/referral/{id}': [referral, [401, 401, 403, 403, 403, 200, 200, 200]],
  'POST /internal-notes': [{ body: { referralId: id, note: 'Call.' } }, [401, 401, 403, 403, 403, 201, 201, 201]],
  'POST /internal-notes/read': [{ body: notes }, [401, 401, 403, 403, 403, 200, 200, 200]],
  'POST /internal-notes/mark-unread': [{ body: notes }, [401, 401, 403, 403, 403, 200, 200, 200]],
  'PUT /internal-notes/{id}': [
    { params: { id: `${id}-99` }, body: { note: 'Call.' } },
    [401, 401, 403, 403, 403, 409, 409, 409],
    noNote,
  ],
  'POST /internal-notes/{id}/delete': [
    { params: { id: `${id}-99` } },
    [401, 401, 403, 403, 403, 409, 409, 409],
    noNote,
  ],
  'GET /tasks': [{}, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /tasks/export': [{}, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /tasks/summary': [{}, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /tasks/suggestions': [{ query: { search: 'diaz' } }, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /tasks/assignees': [{}, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /tasks/{taskId}': [task, [401, 401, 403, 403, 403, 404, 404, 404], { 404: 'This task was not found.' }],
  'POST /tasks': [
    { body: { task: 'Select Items', taskData: { referralId: '1', itemIds: [1] } } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noItem,
  ],
  'GET /recertifications': [{ query: { renews: id } }, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /recertifications/{id}': [
    { params: { id: 'R1' } },
    [401, 401, 403, 403, 403, 404, 404, 404],
    { 404: 'This recertification was not found.' },
  ],
  'POST /recertifications/{id}/update': [
    { params: { id: 'R1' }, body: {} },
    [401, 401, 403, 403, 403, 409, 403, 409],
    { 409: 'There is no such recertification.' },
  ],
  'POST /tasks/assign': [{ body: { userId: 'u-staff2', taskIds: ['1-1'] } }, [401, 401, 403, 403, 403, 200, 403, 200]],
  'POST /tasks/cancel-items': [
    { body: { referralId: '1', itemIds: [1] } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noItem,
  ],
  'POST /tasks/{taskId}/claim': [task, [401, 401, 403, 403, 403, 409, 403, 409], noTask],
  'POST /tasks/{taskId}/release': [task, [401, 401, 403, 403, 403, 409, 403, 409], noTask],
  'POST /tasks/{taskId}/assign': [
    { ...task, body: { userId: 'u-staff2' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noTask,
  ],
  'POST /tasks/{taskId}/outcome': [
    { ...task, body: { outcome: 'created' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noTask,
  ],
  'POST /tasks/outcomes/{outcomeId}/undo': [
    { params: { outcomeId: '1-1' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    { 409: 'There is no such outcome.' },
  ],
  'POST /tasks/unstop-items': [
    { body: { referralId: '1', itemIds: [1], reason: 'Covered after all' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noItem,
  ],
  'GET /referrals/referral/{id}/outcomes': [referral, [401, 401, 403, 403, 403, 200, 200, 200]],
  'GET /referrals/referral/{id}/stopped-task': [referral, [401, 401, 403, 403, 403, 200, 200, 200]],
  'POST /tasks/{taskId}/move': [
    { ...task, body: { itemIds: [1], task: 'Select Items', reason: 'The member asked' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noTask,
  ],
  'POST /tasks/{taskId}/hold': [
    { ...task, body: { until: '2099-01-04', seen: { until: null, reason: null } } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noTask,
  ],
  'POST /tasks/{taskId}/resume': [task, [401, 401, 403, 403, 403, 409, 403, 409], noTask],
  'POST /tasks/{taskId}/stop': [
    { ...task, body: { itemIds: [1], reason: 'No longer needed' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noTask,
  ],
  'POST /items': [{ body: { state: 'TX' } }, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /catalogue/versions': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /catalogue/check': [
    { file: new Blob([CATALOGUE]), type: 'text/csv' },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /catalogue/versions': [
    {
      query: { fileName: 'winter.csv', reason, activatesAt: '2099-01-04T06:00:00Z' },
      file: new Blob([CATALOGUE]),
      type: 'text/csv',
    },
    [401, 401, 403, 403, 403, 403, 403, 201],
  ],
  'POST /catalogue/versions/{id}/cancel': [
    { params: { id: randomUUID() }, body: { reason } },
    [401, 401, 403, 403, 403, 403, 403, 409],
    { 409: 'There is no such version of the catalogue.' },
  ],
  'GET /catalogue/export': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'GET /companies': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'POST /eligible-patients/look-up': [
    { body: { medicaidId: 'VA1', dateOfBirth: '1996-05-04', companyId: 40 } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    { 404: 'Member not found or member is not eligible for the reward.' },
  ],
  'POST /eligible-patients/redeem': [
    { body: { eligiblePatientId: ticket, referralId: id } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    hidden,
  ],
  'GET /eligible-patients/imports': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /eligible-patients/imports': [
    {
      query: { fileName: 'members.csv', reason: 'New' },
      file: new Blob(['medicaid_id,date_of_birth\n']),
      type: 'text/csv',
    },
    [401, 401, 403, 403, 403, 403, 403, 201],
  ],
  'POST /eligible-patients/imports/{id}/cancel': [
    { params: { id: randomUUID() }, body: { reason: 'Wrong' } },
    [401, 401, 403, 403, 403, 403, 403, 409],
    { 409: 'There is no such import.' },
  ],
  'GET /pdf/referral/{id}/files': [referral, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'POST /pdf/referral/{id}/upload/fileName/{name}': [
    { params: { id, name: 'chart.pdf' }, form: aForm() },
    [401, 401, 404, 201, 201, 201, 201, 201],
    hidden,
  ],
  'POST /pdf/referral/{id}/file/{fileId}/type': [
    { params: { id, fileId: 1 }, body: { fileType: 'CMN', previousType: 'Other' } },
    [401, 401, 404, 409, 409, 409, 409, 409],
    { ...hidden, 409: 'This file was made by the portal. It stays as it is.' },
  ],
  'GET /pdf/referral/{id}/file/{fileId}': [
    { params: { id, fileId: 1 } },
    [401, 401, 404, 200, 200, 200, 200, 200],
    hidden,
  ],
  'GET /pdf/referral/{id}/generate': [referral, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'GET /files/{token}': [
    { params: { token: 'no-link' } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    { 404: 'This link has expired. Please open the file again.' },
  ],
  'GET /users/user/email/{email}': [
    { params: { email: emailOf(PEOPLE.referrer) } },
    [401, 401, 404, 200, 200, 200, 404, 200],
    { 404: 'This user was not found.' },
  ],
  'GET /users/user/views': [{ query: { screen: 'referrals' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /users/user/views': [{ body: view }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /users/user/views/remove': [
    { body: { screen: view.screen, name: view.name } },
    [401, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /users/user/dismissed-update': [{ body: { updateId: 'new' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /users/user/language': [{ body: { language: 'es' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /users/user/notification-settings': [{ body: { note: 'none' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'GET /users/user/sessions': [{}, [401, 401, 503, 503, 503, 503, 503, 503]],
  'POST /users/user/sessions/end': [{ body: { sessionId: null } }, [401, 401, 503, 503, 503, 503, 503, 503]],
  'GET /users': [{}, [401, 401, 403, 403, 200, 403, 403, 200]],
  'GET /users/user/{id}': [
    { params: { id: PEOPLE.referrer.userId } },
    [401, 401, 404, 200, 200, 200, 404, 200],
    { 404: 'This user was not found.' },
  ],
  'GET /users/groups/{id}': [
    { params: { id: PEOPLE.referrer.userId } },
    [401, 401, 404, 200, 200, 200, 404, 200],
    { 404: 'This user was not found.' },
  ],
  'GET /acts': [{}, [401, 401, 403, 403, 403, 403, 200, 200]],
  'POST /okta/create': [
    { body: { ...aRegistrant, company: 26 } },
    [200, 401, 200, 200, 409, 200, 200, 200],
    { 409: 'You can invite people to your own company only.' },
  ],
  'POST /users/user/{id}/profile': [
    { ...aUser, body: { ...BEN, seen: BEN, reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/groups': [
    { ...aUser, body: { groups: [], seen: { groups: [], companyId: 12, active: true }, reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/role': [
    { ...aUser, body: { ...NO_RIGHTS, seen: { ...NO_RIGHTS, companyId: 12, active: true }, reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/company': [
    {
      ...aUser,
      body: {
        companyId: 12,
        seen: { companyId: 12, claimedCompanyId: null, groups: [], active: true, ...NO_RIGHTS },
        reason,
      },
    },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/deactivate': [
    { ...aUser, body: { seen: { switches: 0, ...NO_RIGHTS, groups: [], companyId: 12 }, reason } },
    [401, 401, 403, 403, 200, 403, 403, 409],
    { 409: expect.stringMatching(/^Hal Nez changed the same on .+\. Nothing was saved\.$/) },
  ],
  'POST /users/user/{id}/reactivate': [
    { ...aUser, body: { seen: { switches: 1, ...NO_RIGHTS, groups: [], companyId: 12 }, reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/sign-in': [
    { ...aUser, body: { act: 'unlock', reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /okta/reset-password': [
    { body: { stateToken: 'none', newPassword: 'Throughline1!' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /help/create': [
    { body: { type: 'Other', lastName: 'R', firstName: 'A', email: 'a', description: 'D' } },
    [201, 401, 201, 201, 201, 201, 201, 201],
  ],
  'POST /contact/create': [
    { body: { lastName: 'R', firstName: 'A', email: 'a@plan.example', subject: 'S', message: 'M' } },
    [201, 401, 201, 201, 201, 201, 201, 201],
  ],
  'GET /messages': [{}, [401, 401, 403, 403, 403, 200, 200, 200]],
  'POST /messages/{id}/answer': [
    { params: { id: '1' }, body: { text: 'A' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noMessage,
  ],
  'POST /messages/{id}/close': [
    { params: { id: '1' }, body: { reason: 'A' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noMessage,
  ],
  'POST /messages/{id}/reopen': [
    { params: { id: '1' }, body: { seen: { settledAt: '2026-11-27T15:00:00.000Z' } } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noMessage,
  ],
  'GET /messages/answer/{token}': [
    { params: { token: 'none' } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    { 404: 'This answer was not found.' },
  ],
  'GET /banners': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /banners/planned': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /banners/{bannerId}/switch-on': [
    { params: { bannerId: 'update' }, body: BANNER },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /banners/{bannerId}/switch-off': [
    { params: { bannerId: 'update' }, body: { seen: NEWS, reason: 'Done' } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'GET /failures': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /failures/retry': [{ body: { key: 'job/none', reason } }, [401, 401, 403, 403, 403, 403, 403, 404], noFailure],
  'POST /failures/discard': [
    { body: { key: 'job/none', reason } },
    [401, 401, 403, 403, 403, 403, 403, 404],
    noFailure,
  ],
  'POST /okta/change-password': [
    { body: { stateToken: 'none', oldPassword: 'old', newPassword: 'Throughline1!' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /okta/factors/{factorId}/verify': [
    { params: { factorId: 'sms1' }, body: { stateToken: 'none' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /okta/users/{userId}/factors/enroll': [
    { params: { userId: PENDING_USER }, body: { stateToken: 'none', phone: '6025550182' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /okta/users/{userId}/factors/{factorId}/activate': [
    { params: { userId: PENDING_USER, factorId: 'sms1' }, body: { stateToken: 'none', passCode: '123456' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'GET /config': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /health/live': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /health/ready': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
};

/** Fields in the example of an endpoint that have no effect, each for a reason. */
const DROPPED: Readonly<Record<string, readonly string[]>> = {
  'POST /referrals/create': [
    // The number of the item in the referral from which it is copied. A custom item has no id of the catalogue.
    'items.0.id',
    // The example is an order of the general form, which is the default.
    'form',
  ],
};

/** The statuses of the routes that state an example, by who may call them. */
const STATUSES_OF_EXAMPLES: Readonly<Partial<Record<Permission, Statuses>>> = {
  signedIn: [401, 401, 200, 200, 200, 200, 200, 200],
  administers: [401, 401, 403, 403, 403, 403, 403, 200],
};

const ROWS = [
  ...Object.entries(TABLE),
  ...ROUTES.flatMap(({ endpoint, who, example }) =>
    example === undefined ? [] : [[endpoint, [example, STATUSES_OF_EXAMPLES[who]]] as const],
  ),
] as unknown as readonly [Endpoint, Row<Endpoint>][];
const ROW_OF = new Map(ROWS);

interface ShownAnswer {
  readonly status: number;
  readonly message: string;
}

const MESSAGES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'OK',
  401: 'Please log in to continue.',
  403: 'You are not allowed to do this.',
  503: 'Sign-in is briefly unavailable. Please try again.',
};
const UNUSABLE_TOKENS = {
  expired: 'Your session has expired. Please log in again.',
  'wrong audience': 'Your session is not valid. Please log in again.',
};

/** Routes for which an answer with data was compared with the route's schema. */
const succeeded = new Set<string>();

async function ask(endpoint: Endpoint, request: RequestOf<Endpoint>, token: string | null): Promise<ShownAnswer> {
  const { method, path } = requestLineOf(endpoint, request);
  const { body, form, file, type = 'application/json' } = request as AnyRequest;
  const response = await fetch(`${api.origin}/api${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(!form && { 'content-type': type }),
    },
    ...(method !== 'GET' && { body: form ?? file ?? JSON.stringify(body ?? {}) }),
  });
  if (response.headers.get('content-type')?.startsWith('text/csv')) {
    await response.text();
    return { status: response.status, message: 'OK' };
  }
  const answer = (await response.json()) as Answer<unknown>['body'];
  checkAnswer(method, path, { status: response.status, body: answer });
  if (answer.success) succeeded.add(endpoint);
  return { status: response.status, message: answer.message };
}

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
  'GET /referrals/referral/{id}/same-orders': 'Same orders',
  'GET /referrals/referral/{id}/tasks': 'Tasks of the referral',
  'GET /referrals/referral/tracking/{orderId}': 'Tracking',
  'GET /referrals/referral/{id}/corrections': 'Corrections',
  'GET /referrals/referral/{id}/history': 'History',
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
  'GET /pdf/referral/{id}/file/{fileId}': 'File',
  // Starts the generation of the PDF, which is then read as a file.
  'GET /pdf/referral/{id}/generate': null,
  // Reached by the link that the read of the file returned.
  'GET /files/{token}': null,
  'GET /users/user/email/{email}': 'Profile',
  'GET /users/user/{id}': 'Profile',
  'GET /users/user/views': null,
  'GET /users/user/sessions': null,
  'GET /users/groups/{id}': 'Profile',
  'GET /users': 'Users',
  'GET /acts': 'Audit of administration',
  'GET /failures': 'Failed jobs',
  'GET /note-templates': null,
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
  ...['Profile', 'Users', 'Audit of administration', 'Failed jobs', 'Messages', 'Answer to a message'],
  // Read without a sign-in, and recorded with a hash of the input.
  'Limited referral',
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

/** Reads that use no read model: they are never behind. */
const NEVER_BEHIND: readonly Endpoint[] = [
  'GET /referrals/referral/sources',
  'GET /companies',
  'GET /config',
  'GET /health/live',
  'GET /health/ready',
  // Reads the log itself.
  'GET /referrals/referral/{id}/history',
  // A referral that is not projected yet is answered with 503; for every other one the answer is the same.
  'GET /referrals/referral/{id}/stopped-task',
  // Reads from the identity provider.
  'GET /users/user/sessions',
  // Signed links, which come from a read that has waited, or from a mail.
  'GET /files/{token}',
  'GET /messages/answer/{token}',
  // The same for everybody, and right within seconds (docs/promises.md 2.23, 2.26).
  'GET /banners',
  'GET /notesTemplates',
];

describe('A read at a position that the read models have not reached', () => {
  const reads = ROWS.filter(([endpoint]) => endpoint.startsWith('GET') && !NEVER_BEHIND.includes(endpoint));

  /** The requests are sent at the same time, because each waits for its position until the API gives up. */
  let answers: ReadonlyMap<Endpoint, readonly unknown[]>;
  beforeAll(async () => {
    const ask = async ([endpoint, [request]]: (typeof reads)[number]) => {
      const query = { ...(request as AnyRequest).query, minPosition: Number.MAX_SAFE_INTEGER };
      const { path } = requestLineOf(endpoint, { ...(request as object), query } as RequestOf<Endpoint>);
      const answer = await fetch(`${api.origin}/api${path}`, {
        headers: { authorization: `Bearer ${api.tokens.admin}` },
      });
      const { code } = (await answer.json()) as { code?: string };
      return [endpoint, [answer.status, code, answer.headers.get('retry-after')]] as const;
    };
    answers = new Map(await Promise.all(reads.map(ask)));
  });

  it.each(reads)('is answered with 503 and when to come again: %s', (endpoint) => {
    expect(answers.get(endpoint)).toEqual([503, 'service/unavailable', '2']);
  });
});

describe('An answer with data', () => {
  /** Reads that another process answers, or that a signed link opens: other specs check them. */
  const checkedElsewhere = ['GET /users/user/sessions', 'GET /messages/answer/{token}', 'GET /files/{token}'];

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

const FUZZED_REQUESTS = 20 * (fc.readConfigureGlobal()?.numRuns ?? 100);
const AT_ONCE = 32;
/** Differs at each run. A failure prints it, and FUZZ_SEED repeats its requests. */
const seed = fc.readConfigureGlobal()?.seed ?? randomInt(2 ** 31);

describe(`${FUZZED_REQUESTS} fuzzed requests to all routes`, () => {
  /** Texts that only some callers may read, by the marker that each contains. */
  const readers = new Map<string, readonly (Name | null)[]>();
  let logged: readonly string[] = [];
  const faults: { readonly fault: string; readonly sent: WireRequest; readonly answered?: string }[] = [];

  const plant = (who: readonly Name[]): string => {
    const letters = randomUUID().replaceAll(/[\d-]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
    const marker = `Q${letters}`;
    readers.set(marker, who);
    return marker;
  };

  /** A referral in which every personal text is a marker. */
  async function plantReferral(as: Name): Promise<string> {
    const mark = () => plant([as, ...(as === 'referrer' ? (['siteAdmin'] as const) : []), 'staff', 'ops', 'admin']);
    const order = anOrder({ lastName: mark(), email: `${mark()}@people.example` });
    const { body } = await post<string>(
      api,
      '/referrals/create',
      {
        ...order,
        referralInfo: { ...order.referralInfo, lastName: mark(), company: mark() },
        memberInfo: { ...order.memberInfo, firstName: mark(), address1: mark(), city: mark() },
        physicianInfo: { lastName: mark(), firstName: mark() },
        insuranceInfo: { ...order.insuranceInfo, medicaidId: mark() },
        otherInfo: mark(),
        items: [{ itemCategory: 'Custom Item', item: mark(), qty: 1 }],
      },
      { as },
    );
    expect(body).toMatchObject({ success: true });
    const referralId = body.data;
    await post(api, '/notes/create', { referralId, noteText: mark() }, { as });
    const note = plant(['staff', 'ops', 'admin']);
    await post(api, '/internal-notes', { referralId, note }, { as: 'staff' });
    await fetch(`${api.origin}/api/pdf/referral/${referralId}/upload/fileName/${mark()}.pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.tokens[as]}` },
      body: aForm(),
    });
    return referralId;
  }

  const found = (fault: string, sent: WireRequest, answered?: string) =>
    faults.push({
      fault,
      sent: { ...sent, body: sent.body.slice(0, 1_000) },
      ...(answered && { answered: answered.slice(0, 500) }),
    });

  async function tryOut(node: ApiProcess, sent: WireRequest): Promise<void> {
    try {
      const answer = await send(node, sent);
      if (answer === null) return;
      const route = statedRoute(sent.method === 'HEAD' ? 'GET' : sent.method, sent.path);
      // A path without the leading slash is not under /api: the console's page is the answer.
      const isFile = typeof route?.answer === 'string' || !sent.path.startsWith('/');
      // True for a position that the log has not reached, and will not reach in time.
      const isAhead = answer.status === 503 && /[?&]minPosition=/.test(sent.path);
      const isOut =
        route !== undefined && answer.status === 503 && ROW_OF.get(route.endpoint as Endpoint)![1].includes(503);
      // These have no body, or the names of methods.
      const isFine = isOut || isAhead || (['HEAD', 'OPTIONS'].includes(sent.method) && answer.status < 500);
      const fault = isFine ? null : (faultOf(answer, { isFile }) ?? (isFile ? null : unstatedIn(sent, answer)));
      if (fault !== null) found(fault, sent, answer.text);
      const answered = answer.text.toLowerCase();
      for (const [marker, who] of readers) {
        if (!who.includes(sent.as) && answered.includes(marker.toLowerCase()))
          found(`leaked ${marker}`, sent, answer.text);
      }
    } catch (error) {
      found(String(error), sent);
    }
  }

  beforeAll(async () => {
    const own = await plantReferral('referrer');
    const anothers = await plantReferral('stranger');
    await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
    const examples = await Promise.all(ROWS.map(([endpoint, [request]]) => exampleOf(endpoint, request)));
    const searched = [...readers.keys(), own, anothers];
    const callers = [null, 'referrer', 'siteAdmin', 'stranger', 'staff', 'ops', 'admin'] as const;
    const arbitrary = fuzzedRequests(examples, { referralId: id, anothers, searched, callers });
    const requests = fc.sample(arbitrary, { seed, numRuns: FUZZED_REQUESTS });
    const waiting = requests.values();
    const sendInTurn = async () => {
      for (const sent of waiting) await tryOut(node, sent);
    };
    const node = await startApiProcess(api);
    const forgetting = setInterval(() => void api.engines.database.pool.query('delete from rate_limit'), 100);
    await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn)).finally(() => clearInterval(forgetting));
    logged = await node.stop();
  });

  it('are answered in the envelope, none with 500, and with nothing that the caller may not read', () => {
    expect({ seed, count: faults.length, faults: faults.slice(0, 5) }).toEqual({ seed, count: 0, faults: [] });
  });

  it('leave no personal data in the log', () => {
    expect(logged.length).toBeGreaterThan(FUZZED_REQUESTS / 2);
    const personal = [...readers.keys(), '@', 'eyJ', '1990-02-03', '5125550101', 'MD-4711'];
    expect({ seed, lines: logged.filter((line) => personal.some((text) => line.includes(text))).slice(0, 5) }).toEqual({
      seed,
      lines: [],
    });
  });
});

/** How an answer with data violates the schema of its route; null: it does not. Refusals from before any route are not part of a route. */
function unstatedIn({ method, path }: WireRequest, { status, text }: WireAnswer): string | null {
  const body = JSON.parse(text) as Answer<unknown>['body'];
  if (!body.success) return null;
  try {
    checkAnswer(method, path, { status, body });
    return null;
  } catch (error) {
    return String(error);
  }
}

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

/** Creates a message with all optional parts, because it is among the answers that are checked. */
async function aMessage(): Promise<void> {
  const body = {
    type: 'Other',
    lastName: 'R',
    firstName: 'A',
    email: 'a',
    subject: 'S',
    description: 'D',
    language: 'es',
  };
  await post(api, '/help/create', body);
}

function aForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n of the specs']), 'chart.pdf');
  return form;
}
