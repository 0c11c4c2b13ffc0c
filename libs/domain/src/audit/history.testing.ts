import { anItem, anOrder } from '../referral/order/order.testing.js';
import { fileHistory } from './file-history.testing.js';
import type { ReferralHistoryEvent } from './referral-as-of.js';

const referralId = '1';
const dana = { userId: 'u-dana', name: 'Dana Whitfield' };
const OUTCOME = { outcomeId: '1-2', taskId: '1-1', outcome: 'created', itemIds: [1] } as const;

/** What the outcomes of the first task have in common. */
const recorded = { referralId, taskId: '1-1', itemIds: [1], by: dana, wasUnassigned: false } as const;
const reader = { referralId, userId: 'u-dana', noteIds: ['1-1'] };
const edited = { referralId, editedAt: '2026-11-20T15:00:02.000Z' };

const before = { dueAt: '2026-11-21T06:00:00.000Z', fellDue: true };

const LARGE = { id: 'l', name: 'Large', hcpcs: 'T4536' };
const MEDIUM = { id: 'm', name: 'Medium', hcpcs: null };
const about = { referralId, correctedAt: '2026-11-20T16:00:00.000Z' };

/**
 * A referral with four items: two are delivered, one is stopped, one is stopped and canceled. A fifth was added and removed. It has
 * every type of event.
 */
export const A_HISTORY: readonly ReferralHistoryEvent[] = [
  {
    type: 'ReferralSubmitted',
    data: {
      referralId,
      order: anOrder([anItem(1), anItem(2), anItem(3), anItem(4)]),
      companyId: 12,
      eligiblePatientId: 'hash',
      submittedAt: '2026-11-20T15:00:00.000Z',
    },
  },
  {
    type: 'TaskOpened',
    data: {
      referralId,
      taskId: '1-1',
      task: 'Create Patient',
      itemIds: [1, 2, 3, 4],
      openedAt: '2026-11-20T15:00:00.000Z',
      dueAt: '2026-11-21T06:00:00.000Z',
    },
  },
  {
    type: 'BenefitOutcomeTold',
    data: { referralId, outcome: 'redeemed', decidedAt: '2026-11-20T15:00:01.000Z' },
  },
  {
    type: 'SubmissionPdfGenerated',
    data: {
      referralId,
      fileId: 1,
      storageName: 'secret',
      fileName: 'Referral-1.pdf',
      size: 20_480,
      sha256: '9f86d081',
      generatedAt: '2026-11-20T15:00:02.000Z',
    },
  },
  {
    type: 'ReferralMailSent',
    data: { referralId, messageId: 'referral-mail.1@portal.example', sentAt: '2026-11-20T15:00:03.000Z' },
  },
  { type: 'ReferralMailWithheld', data: { referralId, withheldAt: '2026-11-20T15:00:03.500Z' } },
  {
    type: 'InternalNoteWritten',
    data: {
      referralId,
      noteId: '1-1',
      parentNoteId: null,
      text: 'Call after 5 p.m.',
      authorUserId: 'u-ana',
      writtenAt: '2026-11-20T15:00:00.000Z',
    },
  },
  {
    type: 'InternalNoteWritten',
    data: {
      referralId,
      noteId: '1-2',
      parentNoteId: '1-1',
      text: '<p>Called at <strong>six</strong>.</p>',
      format: 'html',
      authorUserId: 'u-dana',
      writtenAt: '2026-11-20T15:00:01.000Z',
    },
  },
  { type: 'InternalNoteTextEdited', data: { ...edited, noteId: '1-2', text: '<p>Called at seven.</p>' } },
  { type: 'InternalNoteDeleted', data: { referralId, noteId: '1-2', deletedAt: '2026-11-20T15:00:03.000Z' } },
  ...([null, '1-1'] as const).map((parentNoteId, n) => ({
    type: 'NoteWritten' as const,
    data: {
      referralId,
      noteId: `1-${n + 1}`,
      parentNoteId,
      text: '<p>Is it on the way?</p><p>R&amp;D asks.</p>',
      actionNeeded: n === 1,
      author: { userId: 'u-ana', firstName: 'Ana', lastName: 'Ruiz', companyId: 12 },
      writtenAt: '2026-11-20T15:00:01.000Z',
    },
  })),
  { type: 'NoteTextEdited', data: { ...edited, noteId: '1-1', text: '<p>It is.</p>' } },
  { type: 'NotesRead', data: { ...reader, noteIds: ['1-1', '1-2'], readAt: '2026-11-20T15:00:02.500Z' } },
  { type: 'NotesMarkedUnread', data: reader },
  ...(['NoteActionDone', 'NoteActionRequested'] as const).map((type) => ({
    type,
    data: { referralId, noteId: '1-2', by: dana, changedAt: '2026-11-20T15:00:02.700Z' },
  })),
  { type: 'InternalNotesRead', data: { ...reader, readAt: '2026-11-20T15:00:02.800Z' } },
  { type: 'InternalNotesMarkedUnread', data: reader },
  ...fileHistory(referralId),
  { type: 'TaskAssigned', data: { referralId, taskId: '1-1', assignee: { userId: 'u-minh', name: 'Minh Tran' } } },
  { type: 'TaskReleased', data: { referralId, taskId: '1-1' } },
  { type: 'TaskClaimed', data: { referralId, taskId: '1-1', assignee: dana } },
  { type: 'TaskFellDue', data: { referralId, taskId: '1-1', dueAt: '2026-11-21T06:00:00.000Z' } },
  {
    type: 'TaskPutOnHold',
    data: {
      referralId,
      taskId: '1-1',
      onHold: { until: '2026-11-23', resumesAt: '2026-11-23T06:00:00.000Z', reason: 'In hospital', before },
      dueAt: '2026-11-24T06:00:00.000Z',
    },
  },
  { type: 'TaskResumed', data: { referralId, taskId: '1-1', ...before } },
  { type: 'ReferrerCorrected', data: { ...about, before: { phone: '6025550112' }, after: { phone: '6025550113' } } },
  { type: 'MemberNameCorrected', data: { ...about, before: { lastName: 'Osei' }, after: { lastName: 'Osei-Bonsu' } } },
  {
    type: 'MemberDemographicsCorrected',
    data: { ...about, before: { DOB: '1990-02-28' }, after: { DOB: '1990-03-28' } },
  },
  {
    type: 'MemberContactCorrected',
    data: { ...about, before: { email: null }, after: { email: 'kofi@mail.example' } },
  },
  {
    type: 'MemberAddressCorrected',
    data: { ...about, before: { address1: '1 Main St', zip: '85004' }, after: { address1: '5 Oak St', zip: '85009' } },
  },
  { type: 'MemberClinicalFactsCorrected', data: { ...about, before: { height: null }, after: { height: 70 } } },
  { type: 'PhysicianCorrected', data: { ...about, before: { lastName: null }, after: { lastName: 'Okafor' } } },
  {
    type: 'InsuranceCorrected',
    data: { ...about, before: { medicaidId: 'A12345678' }, after: { medicaidId: 'A12345679' } },
  },
  { type: 'BabyCorrected', data: { ...about, before: {}, after: { dueDate: '2027-01-04' } } },
  { type: 'UhcCodesCorrected', data: { ...about, before: { uhcCodes: null }, after: { uhcCodes: 'A1,B2' } } },
  { type: 'OtherInformationCorrected', data: { ...about, before: { otherInfo: null }, after: { otherInfo: 'Ring' } } },
  { type: 'ItemQuantityChanged', data: { ...about, itemId: 1, before: 30, after: 60 } },
  { type: 'ItemOptionChanged', data: { ...about, itemId: 1, before: null, after: LARGE } },
  { type: 'ItemAdded', data: { ...about, item: anItem(5, { item: 'Briefs', option: MEDIUM, qty: 2 }) } },
  { type: 'ItemRemoved', data: { ...about, itemId: 5 } },
  { type: 'ItemRestored', data: { ...about, itemId: 5 } },
  { type: 'ItemsAddedToTask', data: { referralId, taskId: '1-1', itemIds: [5], addedAt: about.correctedAt } },
  { type: 'ItemRemoved', data: { ...about, itemId: 5 } },
  { type: 'ItemsWithdrawn', data: { referralId, itemIds: [5], withdrawnAt: about.correctedAt } },
  {
    type: 'SubmissionPdfGenerated',
    data: {
      referralId,
      fileId: 4,
      storageName: 'secret',
      fileName: 'Corrected-2-1.pdf',
      size: 20_480,
      sha256: '9f86d082',
      generatedAt: '2026-11-20T16:00:02.000Z',
      corrections: 17,
    },
  },
  {
    type: 'ContactAttempted',
    data: {
      ...recorded,
      outcomeId: '1-1',
      task: 'Patient Contact 1st',
      outcome: 'no-answer',
      note: 'Voicemail is full',
      recordedAt: '2026-11-21T14:00:00.000Z',
      party: 'member',
      number: 1,
      method: 'Phone',
      nextDueAt: '2026-11-22T06:00:00.000Z',
    },
  },
  {
    type: 'OutcomeRecorded',
    data: {
      ...recorded,
      outcomeId: '1-2',
      task: 'Create Patient',
      outcome: 'created',
      note: null,
      recordedAt: '2026-11-21T14:01:00.000Z',
    },
  },
  {
    type: 'OutcomeUndone',
    data: { referralId, ...OUTCOME, undoneAt: '2026-11-21T14:02:00.000Z' },
  },
  {
    type: 'ItemsOrdered',
    data: { referralId, itemIds: [1, 2], orderId: 'PO-7', orderedAt: '2026-11-21T14:03:00.000Z' },
  },
  {
    type: 'ItemsUnstopped',
    data: { referralId, itemIds: [1], reason: 'Covered after all', unstoppedAt: '2026-11-21T14:04:00.000Z' },
  },
  {
    type: 'ItemsStopped',
    data: {
      referralId,
      taskId: '1-1',
      itemIds: [2, 3],
      reason: 'Not covered',
      stoppedAt: '2026-11-21T15:00:00.000Z',
    },
  },
  {
    type: 'TaskOpened',
    data: {
      referralId,
      taskId: '1-2',
      task: 'Delivered',
      itemIds: [1],
      openedAt: '2026-11-21T16:00:00.000Z',
      dueAt: '2026-11-24T06:00:00.000Z',
    },
  },
  {
    type: 'ItemsMovedToTask',
    data: { referralId, fromTaskId: '1-1', toTaskId: '1-2', itemIds: [4], movedAt: '2026-11-21T16:00:00.000Z' },
  },
  { type: 'TaskCompleted', data: { referralId, taskId: '1-1', completedAt: '2026-11-21T16:00:00.000Z' } },
  { type: 'TrackingNumberAssigned', data: { referralId, itemIds: [1], carrier: 'FedEx', number: '771234' } },
  {
    type: 'HistoryEntryRecorded',
    data: {
      referralId,
      elementName: 'contact',
      elementKey: null,
      changes: 'Left a message',
      dateTime: '2026-11-21T17:00:00.000Z',
    },
  },
  { type: 'ItemsCanceled', data: { referralId, itemIds: [3], canceledAt: '2026-11-22T15:00:00.000Z' } },
  { type: 'TaskCompleted', data: { referralId, taskId: '1-2', completedAt: '2026-11-23T15:00:00.000Z' } },
];
