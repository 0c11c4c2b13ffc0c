import { describe, expect, it } from '@jest/globals';
import type { AccountEvent } from '../account/account.events.js';
import { type Actor, ANONYMOUS_ACTOR, SYSTEM_ACTOR } from '../kernel/event.js';
import type { AdminEvent } from './describe-admin-event.js';
import { isCaseCorrection } from './corrected-facts.js';
import { DESCRIBED_TYPES, describeEvent, nameOf } from './describe-event.js';
import { A_HISTORY } from './history.testing.js';
import { A_RECERTIFICATION } from './recertification.testing.js';
import { evolveRecertification, type RecertificationAsOf } from './recertification-as-of.js';
import { replay } from './replay.js';

const aView = { screen: 'queue', name: 'My Arizona' } as const;
const ANA = { firstName: 'Ana', lastName: 'Ruiz' };
const ACCOUNT_EVENTS: readonly AccountEvent[] = [
  {
    type: 'AccountCreated',
    data: {
      ...{ userId: 'u-ana', lastName: 'Ruiz', firstName: 'Ana', email: 'ana@plan.example' },
      ...{ primaryPhone: null, companyId: 12, admin: false, groups: [] },
    },
  },
  { type: 'ViewSaved', data: { ...aView, search: 'state=AZ' } },
  { type: 'ViewRemoved', data: aView },
  { type: 'UpdateDismissed', data: { updateId: '2026-11-23-new' } },
  {
    type: 'NotificationSettingsChosen',
    data: { choices: { note: 'none' }, chosenAt: '2026-11-23T12:00:00.000Z', byLink: true },
  },
  {
    type: 'ProfileChanged',
    data: { ...ANA, primaryPhone: null, secondaryPhone: '6025550113', reason: 'She married', actNumber: 1 },
  },
  { type: 'GroupsChanged', data: { groups: ['Intake'], reason: 'New work' } },
  { type: 'RoleChanged', data: { admin: false, siteAdmin: true, reason: 'She asked' } },
  { type: 'CompanyAssigned', data: { companyId: 12, claimed: 12, groups: [], reason: 'Called them' } },
  { type: 'AccountDeactivated', data: { reason: 'Left', actNumber: 2 } },
  { type: 'AccountReactivated', data: { reason: 'Came back', actNumber: 3 } },
  { type: 'SignInActOrdered', data: { act: 'unlock', reason: 'She called', actNumber: 4 } },
  { type: 'ProviderActSettled', data: { act: 'unlock', refusal: null, actNumber: 4 } },
];

const A_BANNER = { bannerId: 'maintenance', switchedAt: '2026-11-27T15:00:00.000Z' } as const;
const A_TEMPLATE = { templateId: 't1', title: 'New plan', noteText: '<p>Which plan?</p>', actionNeeded: true };
const A_PARKED_STREAM = { kind: 'parked', consumer: 'note_v1', stream: 'note-1', position: 7 } as const;
const A_MAIL = {
  kind: 'job',
  jobId: 'mail.1',
  name: 'send-referral-mail',
  failedAt: '2026-11-23T10:00:00.000Z',
} as const;
const A_CATALOGUE = { versionId: 'v1', fileName: 'winter.csv' } as const;
const ADMIN_EVENTS: readonly AdminEvent[] = [
  {
    type: 'BannerSwitchedOn',
    data: {
      ...A_BANNER,
      ...{ text: 'Back at 2', reason: 'Upgrade' },
      ...{ from: '2026-11-28T06:00:00.000Z', until: '2026-11-28T08:00:00.000Z' },
    },
  },
  { type: 'BannerSwitchedOff', data: { ...A_BANNER, reason: 'Done' } },
  { type: 'FailureRetryOrdered', data: { actId: 'a1', failure: A_PARKED_STREAM, reason: 'Mended' } },
  { type: 'FailureRetrySettled', data: { actId: 'a1', failure: A_PARKED_STREAM, outcome: 'done' } },
  { type: 'FailureDiscarded', data: { actId: 'a2', failure: A_MAIL, reason: 'Called' } },
  { type: 'NoteTemplatesSeeded', data: { templates: [A_TEMPLATE] } },
  { type: 'NoteTemplateCreated', data: { ...A_TEMPLATE, reason: 'Asked' } },
  { type: 'NoteTemplateChanged', data: { ...A_TEMPLATE, actionNeeded: false, reason: 'Asked' } },
  { type: 'NoteTemplateRetired', data: { templateId: 't1', title: 'New plan', reason: 'Unused' } },
  { type: 'OrderingGroupChanged', data: { groupId: 9, withheld: ['Supplies'], reason: 'New contract' } },
  {
    type: 'CataloguePlanned',
    data: {
      ...A_CATALOGUE,
      ...{ items: [], changes: { added: 1, changed: 2, retired: 3 }, reason: 'Winter' },
      ...{ activatesAt: '2026-12-01T06:00:00.000Z', plannedAt: '2026-11-27T15:00:00.000Z' },
    },
  },
  { type: 'CatalogueActivated', data: { ...A_CATALOGUE, activatedAt: '2026-12-01T06:00:00.000Z' } },
  {
    type: 'CatalogueCanceled',
    data: { ...A_CATALOGUE, reason: 'Too early', canceledAt: '2026-11-28T15:00:00.000Z' },
  },
];

const now = (field: string, to: string | null) => ({ field, from: null, to });

const described = A_HISTORY.map((event, index) =>
  describeEvent(event, { who: 'Dana Whitfield', before: replay(A_HISTORY.slice(0, index)) }),
);
const detailOf = (sentence: string) => described.find((one) => one.sentence === sentence)?.detail;

describe('An event in words', () => {
  it('is one plain sentence', () => {
    expect(described.map(({ sentence }) => sentence)).toEqual([
      'The order was submitted with 4 items',
      'Dana Whitfield opened Create Patient for 4 items',
      'The benefit was redeemed with this order',
      'The order was filed as Referral-1.pdf',
      'The referral ID was mailed to the referrer',
      'No e-mail was sent: several went to the referrer’s address within the hour',
      'The additional information of the order became an internal note',
      'Dana Whitfield replied to an internal note',
      'Dana Whitfield edited an internal note',
      'Dana Whitfield deleted an internal note',
      'Dana Whitfield wrote a note',
      'Dana Whitfield replied to a note',
      'Dana Whitfield edited a note',
      'Dana Whitfield read 2 notes',
      'Dana Whitfield marked 1 note as unread',
      'Dana Whitfield marked the action of a note as done',
      'Dana Whitfield marked a note as one that needs action',
      'Dana Whitfield read 1 internal note',
      'Dana Whitfield marked 1 internal note as unread',
      'Dana Whitfield attached Prescription.pdf',
      'Dana Whitfield attached Locked.pdf',
      'Prescription.pdf was checked and accepted',
      'Dana Whitfield changed the type of Prescription.pdf from Other to CMN',
      'Locked.pdf was checked and refused',
      'Dana Whitfield assigned Create Patient to Minh Tran',
      'Dana Whitfield released Create Patient',
      'Dana Whitfield claimed Create Patient',
      'Create Patient fell due',
      'Dana Whitfield put Create Patient on hold until 11/23/2026',
      'Dana Whitfield took Create Patient off hold',
      'Dana Whitfield corrected the referrer',
      'Dana Whitfield corrected the member’s name',
      'Dana Whitfield corrected the member’s date of birth or gender',
      'Dana Whitfield corrected how to contact the member',
      'Dana Whitfield corrected the member’s address',
      'Dana Whitfield corrected the member’s clinical facts',
      'Dana Whitfield corrected the physician',
      'Dana Whitfield corrected the insurance',
      'Dana Whitfield corrected the baby’s information',
      'Dana Whitfield corrected the UHC codes',
      'Dana Whitfield corrected the additional information',
      'Dana Whitfield corrected the quantity of Pads',
      'Dana Whitfield corrected the option of Pads',
      'Dana Whitfield added Briefs to the order',
      'Dana Whitfield removed Briefs from the order',
      'Dana Whitfield restored Briefs to the order',
      'Dana Whitfield added 1 item to Create Patient',
      'Dana Whitfield removed Briefs from the order',
      'Dana Whitfield took 1 item out of Create Patient',
      'The corrected order was filed as Corrected-2-1.pdf',
      'Dana Whitfield recorded attempt 1 to reach the member by phone: No answer',
      'Dana Whitfield recorded for 1 item in Create Patient: Patient created',
      'Dana Whitfield took back the outcome of Create Patient',
      'Dana Whitfield recorded order PO-7 for 2 items',
      'Dana Whitfield took 1 item up again that had been stopped',
      'Dana Whitfield stopped 2 items in Create Patient',
      'Dana Whitfield opened Delivered with 1 item from Create Patient',
      'Dana Whitfield moved 1 item to Delivered',
      'Dana Whitfield completed Create Patient, as no item was left in it',
      'Dana Whitfield gave 1 item the FedEx tracking number 771234',
      'Dana Whitfield recorded an entry about contact',
      'Dana Whitfield canceled 1 item',
      'Dana Whitfield completed Delivered',
    ]);
  });

  it('names the form of an order, unless it is the general one', () => {
    const [submitted] = A_HISTORY;
    if (submitted?.type !== 'ReferralSubmitted') throw new Error('A history begins with its order.');
    const on = (form: 'general' | 'breast-pump') =>
      describeEvent({ ...submitted, data: { ...submitted.data, form } }, { who: 'Dana Whitfield', before: null })
        .sentence;
    expect(on('general')).toBe('The order was submitted with 4 items');
    expect(on('breast-pump')).toBe('The order was submitted with 4 items on the form Breast pump');
  });

  it('says what it changed, from what to what', () => {
    expect(detailOf('The order was submitted with 4 items')).toEqual([
      { field: 'Status', from: null, to: 'Pending Patient Creation' },
    ]);
    expect(detailOf('Dana Whitfield opened Create Patient for 4 items')).toEqual([
      { field: 'Due', from: null, to: '11/20/2026' },
    ]);
    expect(detailOf('Dana Whitfield stopped 2 items in Create Patient')).toEqual([
      { field: 'Stopped reason', from: null, to: 'Not covered' },
      { field: 'Status', from: 'Pending Patient Creation', to: 'Multiple Statuses' },
    ]);
    expect(detailOf('Dana Whitfield put Create Patient on hold until 11/23/2026')).toEqual([
      { field: 'Reason', from: null, to: 'In hospital' },
    ]);
    expect(detailOf('Dana Whitfield recorded an entry about contact')).toEqual([
      { field: 'contact', from: null, to: 'Left a message' },
    ]);
    expect(detailOf('The additional information of the order became an internal note')).toEqual([
      { field: 'Internal note', from: null, to: 'Call after 5 p.m.' },
    ]);
    expect(detailOf('Dana Whitfield replied to an internal note')).toEqual([
      { field: 'Internal note', from: null, to: 'Called at six.' },
    ]);
    expect(detailOf('Dana Whitfield wrote a note')).toEqual([
      { field: 'Note', from: null, to: 'Is it on the way?\nR&D asks.' },
    ]);
    expect(detailOf('Locked.pdf was checked and refused')).toEqual([
      { field: 'Refused because', from: null, to: expect.stringContaining('protected by a password') },
    ]);
    expect(detailOf('Dana Whitfield claimed Create Patient')).toEqual([]);
  });

  it('says of a correction which facts it changed, under the labels of the Information tab', () => {
    const changesOf = (sentence: string) =>
      (detailOf(sentence) ?? []).map(({ field, from, to }) => `${field}: ${from ?? '–'} → ${to ?? '–'}`);
    expect(changesOf('Dana Whitfield corrected the member’s address')).toEqual([
      'Address: 1 Main St → 5 Oak St',
      'City, state, zip: Phoenix, AZ 85004 → Phoenix, AZ 85009',
    ]);
    expect(changesOf('Dana Whitfield corrected the baby’s information')).toEqual([
      'Due date: – → 01/04/2027',
      'NICU: – → No',
    ]);
    expect(changesOf('Dana Whitfield corrected the option of Pads')).toEqual([
      'Option: – → Large',
      'HCPCS: T4535 → T4536',
    ]);
    expect(changesOf('Dana Whitfield added Briefs to the order')).toContain('Qty: – → 2');
  });

  it('can be about an account', () => {
    expect(ACCOUNT_EVENTS.map((event) => describeEvent(event, { who: 'Ana Ruiz', before: null }))).toEqual([
      { sentence: 'An account was created for Ana Ruiz', detail: [] },
      { sentence: 'Ana Ruiz saved the view My Arizona', detail: [] },
      { sentence: 'Ana Ruiz removed the view My Arizona', detail: [] },
      { sentence: 'Ana Ruiz dismissed the update 2026-11-23-new', detail: [] },
      { sentence: 'Mail was stopped by its unsubscribe link', detail: [now('Notes', 'None')] },
      {
        sentence: 'Ana Ruiz changed the profile',
        detail: [
          now('Name', 'Ana Ruiz'),
          now('Primary phone', null),
          now('Secondary phone', '6025550113'),
          now('Reason', 'She married'),
        ],
      },
      {
        sentence: 'Ana Ruiz changed the enrolled groups',
        detail: [now('Groups', 'Intake'), now('Reason', 'New work')],
      },
      {
        sentence: 'Ana Ruiz changed the role',
        detail: [now('Administrator', 'No'), now('Site administrator', 'Yes'), now('Reason', 'She asked')],
      },
      {
        sentence: 'Ana Ruiz confirmed that the person belongs to Saguaro Health Plan',
        detail: [now('Reason', 'Called them')],
      },
      { sentence: 'Ana Ruiz deactivated the account', detail: [now('Reason', 'Left')] },
      { sentence: 'Ana Ruiz reactivated the account', detail: [now('Reason', 'Came back')] },
      { sentence: 'Ana Ruiz unlocked the account', detail: [now('Reason', 'She called')] },
      { sentence: 'The identity provider unlocked the account', detail: [] },
    ]);
  });

  it('can be about what an administrator changed', () => {
    expect(ADMIN_EVENTS.map((event) => describeEvent(event, { who: 'Gus Orr', before: null }))).toEqual([
      {
        sentence: 'Gus Orr switched the maintenance banner on',
        detail: [
          now('Text', 'Back at 2'),
          now('From (UTC)', '2026-11-28 06:00'),
          now('Until (UTC)', '2026-11-28 08:00'),
          now('Reason', 'Upgrade'),
        ],
      },
      { sentence: 'Gus Orr switched the maintenance banner off', detail: [now('Reason', 'Done')] },
      {
        sentence: 'Gus Orr had failed work tried again',
        detail: [now('Work', 'Events of note-1'), now('Consumer', 'note_v1'), now('Reason', 'Mended')],
      },
      {
        sentence: 'Failed work was taken up again',
        detail: [now('Work', 'Events of note-1'), now('Consumer', 'note_v1')],
      },
      {
        sentence: 'Gus Orr discarded failed work',
        detail: [now('Work', 'The mail with a referral ID'), now('Job', 'mail.1'), now('Reason', 'Called')],
      },
      { sentence: 'The note templates of the installation were taken over', detail: [] },
      {
        sentence: 'Gus Orr created the note template New plan',
        detail: [now('Text', 'Which plan?'), now('Action needed', 'Yes'), now('Reason', 'Asked')],
      },
      {
        sentence: 'Gus Orr changed the note template New plan',
        detail: [now('Text', 'Which plan?'), now('Action needed', 'No'), now('Reason', 'Asked')],
      },
      { sentence: 'Gus Orr retired the note template New plan', detail: [now('Reason', 'Unused')] },
      {
        sentence: 'Gus Orr changed what may be ordered: Members of Magnolia Community Plan',
        detail: [now('Withheld', 'Supplies'), now('Reason', 'New contract')],
      },
      {
        sentence: 'Gus Orr uploaded the catalogue winter.csv',
        detail: [
          now('Items', '1 added, 2 changed, 3 retired'),
          now('Active from (UTC)', '2026-12-01 06:00'),
          now('Reason', 'Winter'),
        ],
      },
      { sentence: 'Gus Orr activated the catalogue winter.csv', detail: [] },
      {
        sentence: 'Gus Orr canceled the catalogue winter.csv before its time',
        detail: [now('Reason', 'Too early')],
      },
    ]);
  });

  it('can be about a recertification', () => {
    let recertification: RecertificationAsOf | null = null;
    const changes: string[] = [];
    const words = A_RECERTIFICATION.map((event) => {
      const { sentence, detail } = describeEvent(event, { who: 'Dana Whitfield', before: recertification });
      if (isCaseCorrection(event))
        changes.push(...detail.map(({ field, from, to }) => `${field}: ${from ?? '–'} → ${to ?? '–'}`));
      recertification = evolveRecertification(recertification, event);
      return sentence;
    });
    expect(words).toEqual([
      'Dana Whitfield opened the recertification of Incontinence for Rosa Diaz',
      'Dana Whitfield opened Recert Review for 1 item',
      'Dana Whitfield claimed Recert Review',
      'Dana Whitfield attached Prescription.pdf',
      'Dana Whitfield attached Locked.pdf',
      'Prescription.pdf was checked and accepted',
      'Dana Whitfield changed the type of Prescription.pdf from Other to CMN',
      'Locked.pdf was checked and refused',
      'Dana Whitfield wrote an internal note',
      'Dana Whitfield corrected the member',
      'Dana Whitfield corrected the physician',
      'Dana Whitfield corrected what is certified',
      'Dana Whitfield stopped 1 item in Recert Review',
      'Dana Whitfield completed Recert Review, as no item was left in it',
    ]);
    expect(changes).toEqual([
      'Phone: (602) 555-0100 → (602) 555-0199',
      'State: AZ → NM',
      'Fax: (602) 555-0102 → –',
      'Category: Incontinence → Supplies',
    ]);
  });

  it('is specified here for every event that the audit shows', () => {
    const specified = new Set(
      [...A_HISTORY, ...A_RECERTIFICATION, ...ACCOUNT_EVENTS, ...ADMIN_EVENTS].map(({ type }) => type),
    );
    expect([...specified].sort()).toEqual([...DESCRIBED_TYPES].sort());
  });

  it('calls people by what is known of them', () => {
    const staff: Actor = { userId: 'u-dana', email: 'dana@throughline.example', role: 'staff', companyId: 1 };
    expect([staff, SYSTEM_ACTOR, ANONYMOUS_ACTOR].map(nameOf)).toEqual([
      'dana@throughline.example',
      'Throughline',
      'Somebody who was not signed in',
    ]);
  });
});
