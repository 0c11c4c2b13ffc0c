import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type ItemsByCategory, type ReferralDetail, ROUTES } from '@throughline/contracts';
import { fileDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import { z } from 'zod';
import { anOrder, submitOrder } from '../../testing/an-order.js';
import { emailOf, PEOPLE, startApi } from '../../testing/api-under-test.js';
import { type Answer, get, post, put } from '../../testing/call.js';
import { PENDING_USER } from '../../testing/identity-stand-in.js';
import { aDiaperOrder, aMember, redeem as redeemAsWorker, register } from '../../testing/reward-orders.js';
import { until } from '../../testing/until.js';

/*
 * Both call tables (access specification, section 7; ordering specification, section 7), row by row. The shapes of the answers are
 * deliberately written from the specification's tables and its section 3, and not from libs/contracts.
 */

const api = await startApi();
afterAll(() => api.close());

const text = z.string().min(1);
const textOrNull = z.string().nullable();
const asText = z.record(text, z.unknown());
const task = z.object({ id: text, name: text, department: textOrNull });
const item = z.object({
  id: z.number(),
  itemCategory: text,
  item: text,
  option: z.object({ id: text, name: text, hcpcs: textOrNull }).nullable(),
  hcpcs: textOrNull,
  image: textOrNull,
  description: textOrNull,
  qty: z.number(),
  deleted: z.boolean(),
  currentTask: task.extend({ completedDate: textOrNull }).nullable(),
  lastTask: task.nullable(),
  stoppedReason: z.object({ reason: text }).nullable(),
  orderId: textOrNull,
  brightreeItemID: textOrNull,
  brightreeItemKey: textOrNull,
});
const person = z.object({ lastName: text, firstName: text });
const referral = z.object({
  referralId: z.string().regex(/^\d+$/),
  referralDateTime: z.iso.datetime(),
  referralInfo: person.extend({ email: text, phone: text, referralSource: text, sendNotificationsFlag: z.boolean() }),
  memberInfo: person.extend({ DOB: z.iso.date(), gender: text, phone: text, address1: text, state: text, zip: text }),
  physicianInfo: asText,
  insuranceInfo: z.object({
    insuranceType: z.object({ medicare: z.boolean(), medicaid: z.boolean(), commercial: z.boolean() }),
    medicaidId: textOrNull,
  }),
  babyInfo: asText.nullable(),
  otherInfo: textOrNull,
  items: z.record(text, z.array(item)),
});
const company = z.object({ id: z.number(), name: text, state: text });
const pickerItem = z.object({ id: text, itemCategory: text, item: text, hcpcs: textOrNull, description: textOrNull });
const page = (row: z.ZodType) => z.object({ rows: z.array(row).min(1), rowCount: z.number().min(1) });
const notShown = z.unknown();

const referralListRow = z.object({
  referralId: text,
  referralDateTime: text,
  referralLastName: text,
  referralFirstName: text,
  company: textOrNull,
  memberLastName: text,
  memberFirstName: text,
  insuranceMedicaid: textOrNull,
  status: text,
});
const note = z.object({
  id: text,
  noteText: text,
  userId: text,
  createdDate: z.iso.datetime(),
  dateLastModified: textOrNull,
  actionNeeded: z.boolean(),
  parentNote: textOrNull,
  firstName: text,
  lastName: text,
  company: company.nullable(),
});
const noteListRow = z.object({
  id: text,
  createdDate: z.iso.datetime(),
  createdBy: person.extend({ company: company.nullable() }),
  referralId: text,
  memberLastName: text,
  memberFirstName: text,
  status: text,
});
const internalNote = z.object({
  id: text,
  parentNoteId: textOrNull,
  isDeleted: z.boolean(),
  createdByUser: z.object({ name: textOrNull }),
  note: text,
});
const user = person.extend({
  id: text,
  oktaUserName: text,
  email: text,
  primaryPhone: textOrNull,
  secondaryPhone: textOrNull,
  company: company.nullable(),
  admin: z.boolean(),
  groups: z.array(z.object({ id: text, name: text })),
});

/** A referral with its submission PDF, whose first item was stopped. */
const id = await aReferralAtWork();
const member = await register(api.engines, aMember());

async function aReferralAtWork(): Promise<string> {
  const items = [1, 2].map((n) => ({ itemCategory: 'Custom Item', item: `Shower chair ${n}`, qty: 1 }));
  const created = await submitOrder(api, anOrder({ items }), { as: 'referrer' });
  const referralId = created.body.data;
  // The worker opens the first task once the order is recorded. Until then the referral has no item at work.
  await until(async () => (await get(api, `/tasks/${referralId}-1`, { as: 'staff' })).status === 200);
  const stopped = await post(
    api,
    `/tasks/${referralId}-1/stop`,
    { itemIds: [1], reason: 'Not covered' },
    { as: 'staff' },
  );
  expect(stopped.body).toMatchObject({ success: true });
  const { position } = await handleCommand(api.engines.store, {
    decider: fileDecider,
    id: referralId,
    command: {
      type: 'RecordSubmissionPdf',
      data: {
        referralId,
        fileName: 'r.pdf',
        generatedAt: now(),
        ...(await api.engines.files.put(Buffer.from('%PDF-1.7'))),
      },
    },
    context: {
      commandId: randomUUID(),
      actor: SYSTEM_ACTOR,
      at: now(),
      correlationId: randomUUID(),
      causationId: null,
    },
  });
  await waitUntilProjected(api.engines.database.db, position ?? 0);
  return referralId;
}

function now(): string {
  return new Date().toISOString();
}

async function upload(): Promise<Answer<unknown>> {
  const form = new FormData();
  form.append('userId', PEOPLE.referrer.userId);
  form.append('file', new Blob(['%PDF-1.7\n of the specs']), 'chart.pdf');
  const response = await fetch(`${api.origin}/api/pdf/referral/${id}/upload/fileName/chart.pdf`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${api.tokens.referrer}`, 'idempotency-key': randomUUID() },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}

const lookUp = () =>
  post<{ id: string }>(api, '/eligible-patients/look-up', {
    dateOfBirth: member.dateOfBirth,
    medicaidId: member.medicaidId,
    companyId: 40,
  });

async function redeem(): Promise<Answer<unknown>> {
  const ticket = (await lookUp()).body.data.id;
  const ordered = await post<string>(api, '/referrals/create', aDiaperOrder(member, ticket));
  const referralId = ordered.body.data;
  await redeemAsWorker(api.engines, member, referralId);
  return post(api, '/eligible-patients/redeem', { eligiblePatientId: ticket, referralId });
}

const writeNote = () =>
  post<string>(
    api,
    '/notes/create',
    { referralId: id, userId: PEOPLE.referrer.userId, noteText: 'On the way?', actionNeeded: false, parentNote: null },
    { as: 'referrer' },
  );
/** Answers `ask` once a note of this referral is shown to its referrer. */
const onceANoteIsShown = async (ask: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> => {
  await writeNote();
  await until(async () => (await get<unknown[]>(api, `/notes/${id}`, { as: 'referrer' })).body.data.length > 0);
  return ask();
};
const writeInternalNote = () =>
  post<string>(api, '/internal-notes', { referralId: Number(id), note: 'Call.', parentNoteId: null }, { as: 'staff' });
const reset = () => post(api, '/okta/reset-password', { stateToken: 'none', newPassword: 'Throughline1!' });
const entry = () => ({
  userId: PEOPLE.staff.userId,
  patientKey: null,
  referralId: id,
  elementName: 'call',
  elementKey: null,
  changes: 'Called the member.',
  dateTime: now(),
});

type Specified = readonly [call: string, ask: () => Promise<Answer<unknown>>, data: z.ZodType];

const SERVED: readonly Specified[] = [
  ['GET /referrals/referral/{id}', () => get(api, `/referrals/referral/${id}`, { as: 'referrer' }), referral],
  ['GET /referrals/referral/{id}/limited', () => get(api, `/referrals/referral/${id}/limited`), asText],
  ['GET /referrals/referral/{id}/tasks', () => get(api, `/referrals/referral/${id}/tasks`, { as: 'staff' }), z.array(asText).min(1)],
  ['POST /referrals/referral/status', () => post(api, '/referrals/referral/status', { referralId: id, lastName: null, firstName: null, DOB: null }), z.array(z.object({ referralId: text })).length(1)],
  ['POST /referrals/create', () => post(api, '/referrals/create', anOrder()), z.string().regex(/^\d+$/)],
  ['GET /referrals', () => get(api, '/referrals?page=0&pageSize=15&search=&sortModel=[]&includeCompany=true', { as: 'referrer' }), page(referralListRow)],
  ['GET /referrals/referral/sources', () => get(api, '/referrals/referral/sources'), z.array(z.object({ sourceName: text })).min(1)],
  ['GET /companies', () => get(api, '/companies'), z.array(company).min(1)],
  ['POST /items/', () => post(api, '/items/', { userId: null, state: 'AZ', itemCategory: 'Incontinence', groupId: 7 }), z.record(text, z.array(pickerItem).min(1))],
  ['POST /referrals/update', () => post(api, '/referrals/update', { referralId: id, otherInfo: 'Ring twice', items: [], parentId: null }, { as: 'staff' }), notShown],
  ['POST /items/update-referral-items/{id}', () => post(api, `/items/update-referral-items/${id}`, { items: [{ id: 1, qty: 2, option: null, deleted: false }] }, { as: 'staff' }), notShown],
  ['POST /tasks/', () => post(api, '/tasks/', { task: 'Patient Contact 1st', taskData: { referralId: id, itemIds: [2] } }, { as: 'staff' }), notShown],
  ['GET /referrals/referral/{id}/stopped-task', () => get(api, `/referrals/referral/${id}/stopped-task`, { as: 'staff' }), text],
  ['GET /referrals/referral/tracking/{orderId}', () => get(api, '/referrals/referral/tracking/PO-7', { as: 'staff' }), z.array(z.object({ carrier: text, number: text }))],
  ['POST /history/create', () => post(api, '/history/create', entry(), { as: 'staff' }), notShown],
  ['POST /notes/create', () => writeNote(), notShown],
  ['POST /notes/update-text', async () => post(api, '/notes/update-text', { userId: PEOPLE.referrer.userId, noteId: (await writeNote()).body.data, noteText: 'Sent?' }, { as: 'referrer' }), notShown],
  ['GET /notes/{referralId}', () => onceANoteIsShown(() => get(api, `/notes/${id}`, { as: 'referrer' })), z.array(note).min(1)],
  ['GET /notes', () => onceANoteIsShown(() => get(api, '/notes?page=0&pageSize=15&search=&sortModel=[]&includeCompany=true&onlyThroughline=false&onlyNotThroughline=false', { as: 'referrer' })), page(noteListRow)],
  ['GET /notesTemplates', () => get(api, '/notesTemplates', { as: 'staff' }), z.array(z.object({ title: text, noteText: text, actionNeeded: z.boolean() })).min(1)],
  ['POST /internal-notes', () => writeInternalNote(), notShown],
  ['PUT /internal-notes/{id}', async () => put(api, `/internal-notes/${(await writeInternalNote()).body.data}`, { note: 'Called.' }, { as: 'staff' }), notShown],
  ['GET /internal-notes/referral/{id}', () => get(api, `/internal-notes/referral/${id}`, { as: 'staff' }), z.array(internalNote)],
  ['GET /pdf/referral/{id}/generate', () => get(api, `/pdf/referral/${id}/generate`, { as: 'referrer' }), notShown],
  ['POST /pdf/referral/{id}/upload/fileName/{name}', upload, notShown],
  ['GET /pdf/referral/{id}/files', () => get(api, `/pdf/referral/${id}/files`, { as: 'referrer' }), z.array(z.object({ id: z.array(z.number()).min(1), type: text, fileName: text })).min(1)],
  ['GET /pdf/referral/{id}/file/{fileId}', () => get(api, `/pdf/referral/${id}/file/1`, { as: 'referrer' }), z.string().startsWith('/')],
  ['POST /eligible-patients/look-up', lookUp, z.object({ id: text })],
  ['POST /eligible-patients/redeem', redeem, notShown],
  ['POST /help/create', () => post(api, '/help/create', { type: 'Assistance', lastName: 'Ruiz', firstName: 'Ana', email: 'ana@plan.example', subject: '', description: 'Where is it?' }), notShown],
  ['POST /okta/reset-password', reset, notShown],
  ['POST /okta/change-password', () => post(api, '/okta/change-password', { stateToken: 'none', oldPassword: 'old', newPassword: 'Throughline1!' }), notShown],
  ['POST /okta/factors/{factorId}/verify', () => post(api, '/okta/factors/sms1/verify', { stateToken: 'none', passCode: '123456' }), notShown],
  ['POST /okta/users/{userId}/factors/enroll', () => post(api, `/okta/users/${PENDING_USER}/factors/enroll`, { stateToken: 'none', phone: '6025550182' }), z.object({ status: text, id: text })],
  ['POST /okta/users/{userId}/factors/{factorId}/activate', () => post(api, `/okta/users/${PENDING_USER}/factors/sms1/activate`, { stateToken: 'none', passCode: '123456' }), z.object({ status: text })],
  ['GET /users/user/email/{email}', () => get(api, `/users/user/email/${emailOf(PEOPLE.referrer)}`, { as: 'referrer' }), user],
  ['GET /users/user/{id}', () => get(api, `/users/user/${PEOPLE.referrer.userId}`, { as: 'referrer' }), user],
  ['GET /users/groups/{id}', () => get(api, `/users/groups/${PEOPLE.ops.userId}?company=1`, { as: 'admin' }), z.array(z.object({ id: text, name: text })).min(1)],
  ['POST /okta/create', () => post(api, '/okta/create', { lastName: 'Ngata', firstName: 'Rosa', email: 'rosa@plan.example', phone: null, state: 'AZ', company: 12, overrideCompanyGroups: true, groups: [{ id: 'Ops', name: 'Ops' }] }), notShown],
]; // prettier-ignore

const routes: readonly string[] = ROUTES.map(({ endpoint }) => endpoint);
const asRoute = (call: string) => call.replace(/\/$/, '');

describe('A call of the specification', () => {
  it.each(SERVED)('%s is answered as in its row', async (call, ask, data) => {
    expect(routes).toContain(asRoute(call));
    const { body } = await ask();
    expect(body).toMatchObject({ success: true, message: 'OK' });
    expect(data.safeParse(body.data).error?.issues ?? []).toEqual([]);
  });
});

describe('The detail of a referral', () => {
  it('names the task in which an item was stopped, and the reason', async () => {
    const { body } = await get<ReferralDetail>(api, `/referrals/referral/${id}`, { as: 'referrer' });
    expect(body.data.items['Custom Item']?.[0]).toMatchObject({
      id: 1,
      deleted: false,
      currentTask: { id: `${id}-0`, name: 'Stopped', department: null, completedDate: null },
      lastTask: { id: `${id}-1`, name: 'Create Patient', department: 'Demos' },
      stoppedReason: { reason: 'Not covered' },
    });
  });
});

describe('What POST /items/ serves', () => {
  it('can be sent back in an order as it is', async () => {
    const { body } = await post<ItemsByCategory>(api, '/items/', { state: 'TX' });
    const items = Object.values(body.data)
      .flat()
      .filter(({ itemCategory }) => !['Breast Pump', 'Pregnancy Rewards'].includes(itemCategory))
      .map((served) => ({ ...served, option: served.options[0] ?? null, qty: 1 }));
    expect(items.length).toBeGreaterThan(10);
    const ordered = await post<string>(api, '/referrals/create', { ...anOrder(), items }, { as: 'referrer' });
    expect(ordered).toMatchObject({ status: 201, body: { message: 'OK' } });
  });

  it('is necessary: an order that names an item without its id is refused', async () => {
    const items = [{ itemCategory: 'Incontinence', item: 'Adult briefs with tabs', qty: 1 }];
    const { status, body } = await post(api, '/referrals/create', { ...anOrder(), items });
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: { 'items.0.id': 'Item id is required, as the catalogue gives it.' },
    });
  });
});
