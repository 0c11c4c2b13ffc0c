import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type AdminEvent, EVENT_WORDS } from '../events.js';
import { type Actor, ANONYMOUS_ACTOR, SYSTEM_ACTOR } from '../kernel/event.js';
import type { FieldChange } from '../kernel/words.js';
import { isCaseCorrection } from './corrected-facts.js';
import { describeEvent, nameOf } from './describe-event.js';
import { A_HISTORY } from './history.testing.js';
import { A_RECERTIFICATION } from './recertification.testing.js';
import { evolveRecertification, type RecertificationAsOf } from './recertification-as-of.js';
import { replay } from './replay.js';

const now = (field: string, to: string | null) => ({ field, from: null, to });

const ANA = { firstName: 'Ana', lastName: 'Ruiz' };
const A_VIEW = { screen: 'queue', name: 'My Arizona' } as const;
const A_BANNER = { bannerId: 'maintenance', switchedAt: '2026-11-27T15:00:00.000Z' } as const;
const A_MEMBERS_FILE = {
  importId: 'i',
  fileName: 'members.csv',
  programme: 'diaper',
  storageName: 's',
  size: 12,
  uploadedAt: '2026-11-27T15:00:00.000Z',
} as const;
const A_TEMPLATE = { templateId: 't1', title: 'New plan', noteText: '<p>Which plan?</p>', actionNeeded: true };
const A_PARKED_STREAM = { kind: 'parked', consumer: 'note_v1', stream: 'note-1', position: 7 } as const;
const A_MAIL = {
  kind: 'job',
  jobId: 'mail.1',
  name: 'send-referral-mail',
  failedAt: '2026-11-23T10:00:00.000Z',
} as const;
const A_CATALOGUE = { versionId: 'v1', fileName: 'winter.csv' } as const;

/** Examples of events that are about no case, each with its words when Gus Orr did it. Those of a small noun may be in its own spec (`inTheAudit`). */
const ADMIN_EVENTS = {
  AccountCreated: [
    {
      ...ANA,
      userId: 'u-ana',
      email: 'ana@plan.example',
      primaryPhone: null,
      companyId: 12,
      admin: false,
      groups: [],
    },
    'An account was created for Ana Ruiz',
  ],
  ViewSaved: [{ ...A_VIEW, search: 'state=AZ' }, 'Gus Orr saved the view My Arizona'],
  ViewRemoved: [A_VIEW, 'Gus Orr removed the view My Arizona'],
  UpdateDismissed: [{ updateId: '2026-11-23-new' }, 'Gus Orr dismissed the update 2026-11-23-new'],
  RefusedFileDismissed: [{ referralId: '1', fileId: 3 }, 'Gus Orr dismissed the refused file 3 of 1'],
  RefusedFileRestored: [{ referralId: '1', fileId: 3 }, 'Gus Orr restored the refused file 3 of 1'],
  NotificationSettingsChosen: [
    { choices: { note: 'none' }, chosenAt: '2026-11-23T12:00:00.000Z', byLink: true },
    'Mail was stopped by its unsubscribe link',
    now('Notes', 'None'),
  ],
  LanguageChosen: [{ language: 'es', actNumber: 1 }, 'Gus Orr chose a language', now('Language', 'Spanish')],
  ProfileChanged: [
    { ...ANA, primaryPhone: null, secondaryPhone: '6025550113', reason: 'She married', actNumber: 1 },
    'Gus Orr changed the profile',
    now('Name', 'Ana Ruiz'),
    now('Primary phone', null),
    now('Secondary phone', '6025550113'),
    now('Reason', 'She married'),
  ],
  GroupsChanged: [
    { groups: ['Intake'], reason: 'New work' },
    'Gus Orr changed the enrolled groups',
    now('Groups', 'Intake'),
    now('Reason', 'New work'),
  ],
  RoleChanged: [
    { admin: false, siteAdmin: true, was: { admin: false, siteAdmin: false }, reason: 'She asked' },
    'Gus Orr changed the role',
    now('Site administrator', 'Yes'),
    now('Reason', 'She asked'),
  ],
  CompanyAssigned: [
    { companyId: 12, claimed: 12, groups: [], reason: 'Called them' },
    'Gus Orr confirmed that the person belongs to Saguaro Health Plan',
    now('Reason', 'Called them'),
  ],
  AccountDeactivated: [{ reason: 'Left', actNumber: 2 }, 'Gus Orr deactivated the account', now('Reason', 'Left')],
  AccountReactivated: [
    { reason: 'Came back', actNumber: 3 },
    'Gus Orr reactivated the account',
    now('Reason', 'Came back'),
  ],
  SignInActOrdered: [
    { act: 'unlock', reason: 'She called', actNumber: 4 },
    'Gus Orr unlocked the account',
    now('Reason', 'She called'),
  ],
  ProviderActSettled: [{ act: 'unlock', refusal: null, actNumber: 4 }, 'The identity provider unlocked the account'],
  MembersFileUploaded: [
    { ...A_MEMBERS_FILE, correctsDates: true, otherZeros: 'distinct', reason: 'New year' },
    'Gus Orr uploaded the member file members.csv',
    now('Programme', 'Baby diapers'),
    now('Other dates of birth', 'Corrected'),
    now('IDs with other zeros', 'Of other members'),
    now('Reason', 'New year'),
  ],
  MembersImportCanceled: [
    { importId: 'i', fileName: 'members.csv', reason: 'Wrong file', canceledAt: A_MEMBERS_FILE.uploadedAt },
    'Gus Orr canceled the import of members.csv',
    now('Reason', 'Wrong file'),
  ],
  BannerSwitchedOn: [
    {
      ...A_BANNER,
      text: 'Back at 2',
      reason: 'Upgrade',
      from: '2026-11-28T06:00:00.000Z',
      until: '2026-11-28T08:00:00.000Z',
    },
    'Gus Orr switched the maintenance banner on',
    now('Text', 'Back at 2'),
    now('From (UTC)', '2026-11-28 06:00'),
    now('Until (UTC)', '2026-11-28 08:00'),
    now('Reason', 'Upgrade'),
  ],
  BannerSwitchedOff: [
    { ...A_BANNER, reason: 'Done' },
    'Gus Orr switched the maintenance banner off',
    now('Reason', 'Done'),
  ],
  FailureRetryOrdered: [
    { actId: 'a1', failure: A_PARKED_STREAM, reason: 'Mended' },
    'Gus Orr had failed work tried again',
    now('Work', 'Events of note-1'),
    now('Consumer', 'note_v1'),
    now('Reason', 'Mended'),
  ],
  FailureRetrySettled: [
    { actId: 'a1', failure: A_PARKED_STREAM, outcome: 'done' },
    'Failed work was taken up again',
    now('Work', 'Events of note-1'),
    now('Consumer', 'note_v1'),
  ],
  FailureDiscarded: [
    { actId: 'a2', failure: A_MAIL, reason: 'Called' },
    'Gus Orr discarded failed work',
    now('Work', 'The mail with a referral ID'),
    now('Job', 'mail.1'),
    now('Reason', 'Called'),
  ],
  NoteTemplatesSeeded: [{ templates: [A_TEMPLATE] }, 'The note templates of the installation were taken over'],
  NoteTemplateCreated: [
    { ...A_TEMPLATE, reason: 'Asked' },
    'Gus Orr created the note template New plan',
    now('Text', 'Which plan?'),
    now('Action needed', 'Yes'),
    now('Reason', 'Asked'),
  ],
  NoteTemplateChanged: [
    { ...A_TEMPLATE, actionNeeded: false, reason: 'Asked' },
    'Gus Orr changed the note template New plan',
    now('Text', 'Which plan?'),
    now('Action needed', 'No'),
    now('Reason', 'Asked'),
  ],
  NoteTemplateRetired: [
    { templateId: 't1', title: 'New plan', reason: 'Unused' },
    'Gus Orr retired the note template New plan',
    now('Reason', 'Unused'),
  ],
  CataloguePlanned: [
    {
      ...A_CATALOGUE,
      items: [],
      changes: { added: 1, changed: 2, retired: 3 },
      reason: 'Winter',
      activatesAt: '2026-12-01T06:00:00.000Z',
      plannedAt: '2026-11-27T15:00:00.000Z',
    },
    'Gus Orr uploaded the catalogue winter.csv',
    now('Items', '1 added, 2 changed, 3 retired'),
    now('Active from (UTC)', '2026-12-01 06:00'),
    now('Reason', 'Winter'),
  ],
  CatalogueActivated: [
    { ...A_CATALOGUE, activatedAt: '2026-12-01T06:00:00.000Z' },
    'Gus Orr activated the catalogue winter.csv',
  ],
  CatalogueOutdated: [
    { ...A_CATALOGUE, activeVersionId: null, outdatedAt: '2026-12-01T06:00:00.000Z' },
    'Gus Orr did not activate the catalogue winter.csv',
    now('Reason', 'Another version became active after it was uploaded'),
  ],
  CatalogueCanceled: [
    { ...A_CATALOGUE, reason: 'Too early', canceledAt: '2026-11-28T15:00:00.000Z' },
    'Gus Orr canceled the catalogue winter.csv before its time',
    now('Reason', 'Too early'),
  ],
} satisfies {
  readonly [E in AdminEvent as E['type']]?: readonly [data: E['data'], sentence: string, ...detail: FieldChange[]];
};

const described = A_HISTORY.map((event, index) =>
  describeEvent(event, { who: 'Dana Whitfield', before: replay(A_HISTORY.slice(0, index)) }),
);
const detailOf = (sentence: string) => described.find((one) => one.sentence === sentence)?.detail;

describe('An event in words', () => {
  it('is one plain sentence', () => {
    expect(described.map(({ sentence }) => sentence)).toEqual([
      'The referral was submitted with 4 items',
      'Dana Whitfield opened Create Patient for 4 items',
      'The benefit was redeemed with this referral',
      'The referral was filed as Referral-1.pdf',
      'The referral ID was mailed to the referrer',
      'No email was sent: several went to the referrer’s address within the hour',
      'The additional information of the referral became an internal note',
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
      'Dana Whitfield added Briefs · Medium to the referral',
      'Dana Whitfield removed Briefs · Medium from the referral',
      'Dana Whitfield restored Briefs · Medium to the referral',
      'Dana Whitfield added 1 item to Create Patient',
      'Dana Whitfield removed Briefs · Medium from the referral',
      'Dana Whitfield took 1 item out of Create Patient',
      'The corrected referral was filed as Corrected-2-1.pdf',
      'Dana Whitfield recorded attempt 1 to reach the member by phone: No answer',
      'Dana Whitfield recorded for 1 item in Create Patient: Record created',
      'Dana Whitfield took back the outcome of Create Patient',
      'Dana Whitfield recorded the order ID PO-7 for 2 items',
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
    expect(on('general')).toBe('The referral was submitted with 4 items');
    expect(on('breast-pump')).toBe('The referral was submitted with 4 items on the form Breast pump');
  });

  it('says what it changed, from what to what', () => {
    expect(detailOf('The referral was submitted with 4 items')).toEqual([
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
    expect(detailOf('The additional information of the referral became an internal note')).toEqual([
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
    expect(changesOf('Dana Whitfield added Briefs · Medium to the referral')).toContain('Qty: – → 2');
  });

  it.each(Object.entries(ADMIN_EVENTS))('can be about what an administrator did: %s', (type, [data, ...words]) => {
    const [sentence, ...detail] = words;
    expect(describeEvent({ type, data } as AdminEvent, { who: 'Gus Orr', before: null })).toEqual({ sentence, detail });
  });

  it('says that a banner was changed while it was on', () => {
    const [data] = ADMIN_EVENTS.BannerSwitchedOn;
    const changed = { type: 'BannerSwitchedOn', data: { ...data, changed: true } } as const;
    const { sentence } = describeEvent(changed, { who: 'Gus Orr', before: null });
    expect(sentence).toBe('Gus Orr changed the maintenance banner');
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

  it('is specified, here or in the spec of its noun, for every event that the audit shows', () => {
    const ofCases = [...A_HISTORY, ...A_RECERTIFICATION].map(({ type }) => type);
    const beside = readdirSync('libs/domain/src', { recursive: true, encoding: 'utf8' })
      .map((path) => (path.endsWith('.spec.ts') ? readFileSync(`libs/domain/src/${path}`, 'utf8') : ''))
      .flatMap((text) => text.split('inTheAudit(').slice(1))
      .flatMap((examples) => [...examples.matchAll(/^ {4}([A-Z]\w+): \[/gm)].map(([, type]) => type));
    const specified = new Set([...ofCases, ...Object.keys(ADMIN_EVENTS), ...beside]);
    const shown = [...EVENT_WORDS].flatMap(([type, words]) => (words === null ? [] : [type]));
    expect([...specified].sort()).toEqual(shown.sort());
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
