import { fileHistory } from './file-history.testing.js';
import type { RecertificationHistoryEvent } from './recertification-as-of.js';

const recertified = { referralId: 'R1', taskId: 'R1-1' };
const recertifiedAt = '2026-11-20T18:00:00.000Z';
const corrected = { referralId: 'R1', correctedAt: recertifiedAt };

/** A recertification that its review stops. */
export const A_RECERTIFICATION: readonly RecertificationHistoryEvent[] = [
  {
    type: 'RecertificationOpened',
    data: {
      referralId: 'R1',
      renews: '1',
      itemCategory: 'Incontinence',
      certifiedUntil: '2026-12-31',
      note: null,
      member: {
        lastName: 'Diaz',
        firstName: 'Rosa',
        DOB: '1950-02-01',
        phone: '6025550100',
        state: 'AZ',
        medicaidId: 'A1',
      },
      physician: { lastName: 'Okafor', firstName: 'Ngozi', phone: '6025550101', fax: '6025550102' },
      openedAt: recertifiedAt,
    },
  },
  {
    type: 'TaskOpened',
    data: {
      ...recertified,
      task: 'Recert Review',
      itemIds: [1],
      openedAt: recertifiedAt,
      dueAt: '2026-11-21T06:00:00.000Z',
    },
  },
  { type: 'TaskClaimed', data: { ...recertified, assignee: { userId: 'u-dana', name: 'Dana Whitfield' } } },
  ...fileHistory('R1'),
  {
    type: 'InternalNoteWritten',
    data: {
      referralId: 'R1',
      noteId: 'R1-1',
      parentNoteId: null,
      text: '<p>Sent.</p>',
      format: 'html',
      authorUserId: 'u-dana',
      writtenAt: recertifiedAt,
    },
  },
  {
    type: 'RecertifiedMemberCorrected',
    data: { ...corrected, before: { phone: '6025550100', state: 'AZ' }, after: { phone: '6025550199', state: 'NM' } },
  },
  { type: 'CertifyingPhysicianCorrected', data: { ...corrected, before: { fax: '6025550102' }, after: { fax: null } } },
  {
    type: 'CertificationCorrected',
    data: { ...corrected, before: { itemCategory: 'Incontinence' }, after: { itemCategory: 'Supplies' } },
  },
  {
    type: 'ItemsStopped',
    data: { ...recertified, itemIds: [1], reason: 'The supply is no longer covered', stoppedAt: recertifiedAt },
  },
  { type: 'TaskCompleted', data: { ...recertified, completedAt: recertifiedAt } },
];
