import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach } from '@jest/globals';
import { type Endpoint, type RequestOf } from '@throughline/contracts';
import {
  type Command,
  type Decider,
  type DomainEvent,
  fileDecider,
  LIST_ID,
  managedLists,
  type ManagedDecider,
  SYSTEM_ACTOR,
} from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import { anOrder, submitOrder } from '../../testing/an-order.js';
import { PEOPLE, startApi } from '../../testing/api-under-test.js';
import { post } from '../../testing/call.js';
import { type ForEachCaller } from '../../testing/callers.js';

export const api = await startApi();

afterAll(() => api.close());

beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

const AT = '2026-11-19T16:20:00.000Z';
/** A referral of `referrer`, with its submission PDF. */
export const id = await aReferral();

await aMessage();
for (const list of managedLists()) await addExample(list);

/** The request, the status for each of the callers, and the messages of statuses that are not in `MESSAGES`. */
export type Row<E extends Endpoint> = readonly [
  request: RequestOf<E>,
  statuses: Statuses,
  messages?: Readonly<Record<number, unknown>>,
];

export type Statuses = ForEachCaller<number>;

export const referral = { params: { id } };

/** The first event of the referral. */
export const anAct = { params: { eventId: await firstEventOf(`referral-${id}`) } };

export const anExport = { params: { id, exportId: randomUUID() } };

/** An unknown task: a caller who may work tasks gets the decider's refusal, 409. */
export const task = { params: { taskId: '1-1' } };

export const ticket = 'T'.repeat(43);

export const notes = { referralId: id, noteIds: [`${id}-1`] };

export const entry = {
  referralId: id,
  elementName: 'Call',
  changes: 'Called the member.',
  dateTime: '2026-11-19T16:20:00Z',
};

export const NEWS = { text: 'News', from: '2026-01-01T00:00:00Z', until: '2199-01-01T00:00:00Z' };

export const BANNER = { ...NEWS, seen: { text: null, from: null, until: null }, reason: 'News' };

export const view = { screen: 'referrals', name: 'Stopped', search: 'status=Stopped' } as const;

export const aUser = { params: { id: PEOPLE.colleague.userId } };

export const reason = 'As asked';

export const BEN = { firstName: 'Ben', lastName: 'Lee', primaryPhone: null, secondaryPhone: null };

export const NO_RIGHTS = { admin: false, siteAdmin: false };

export const aTemplate = { title: 'New plan', noteText: '<p>Which?</p>', actionNeeded: true, reason };

export const aRegistrant = {
  lastName: 'Ngata',
  firstName: 'Rosa',
  email: 'rosa@plan.example',
  phone: null,
  state: 'AZ',
};

export const hidden = { 404: 'This referral was not found.' };

export const CATALOGUE =
  'id,category,item,description,hcpcs,image,states,groups,option id,option name,option hcpcs\ngloves,Supplies,Gloves,Each.,,,,,,,\n';

export const noTask = { 409: 'There is no such task.' };

export const noNote = { 409: 'This note does not exist.' };

export const noMessage = { 409: 'There is no such message.' };

export const noFailure = { 404: 'This failure was not found.' };

export const noItem = { 409: 'This referral has no item 1 at work.' };

async function firstEventOf(stream: string): Promise<string> {
  for await (const { metadata } of api.engines.store.readStream(stream, { to: 0 })) return metadata.eventId;
  throw new Error(`${stream} is empty.`);
}

async function aReferral(): Promise<string> {
  const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
  const referralId = body.data;
  const stored = await api.engines.files.put(Buffer.from('%PDF-1.7'));
  const data = { referralId, fileName: 'r.pdf', generatedAt: AT, ...stored };
  await record(fileDecider, referralId, { type: 'RecordSubmissionPdf', data });
  return referralId;
}

/** Adds the entry that the examples of the list's routes name. Has no effect on a list that begins with it. */
async function addExample(list: ManagedDecider): Promise<void> {
  await record(list, LIST_ID, { type: 'Add', data: { ...list.example, reason: 'As agreed' } });
}

async function record<State, OneCommand extends Command, Event extends DomainEvent>(
  decider: Decider<State, OneCommand, Event>,
  decidedId: string,
  command: OneCommand,
): Promise<void> {
  const context = {
    commandId: randomUUID(),
    actor: SYSTEM_ACTOR,
    at: AT,
    correlationId: randomUUID(),
    causationId: null,
  };
  const { position } = await handleCommand(api.engines.store, { decider, id: decidedId, command, context });
  await waitUntilProjected(api.engines.database.db, position ?? 0);
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

export function aForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n of the specs']), 'chart.pdf');
  return form;
}
