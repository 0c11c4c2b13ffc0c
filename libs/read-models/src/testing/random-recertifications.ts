import {
  isRecertificationCorrected,
  NOTHING_ORDERED,
  type OpenRecertification,
  recertificationDecider,
} from '@throughline/domain';
import fc from 'fast-check';
import { commandsTo, person, RECERTIFICATION_ID, type Step, taskNumber } from './random-steps.js';
import type { Story } from './story.js';

const toRecertification = commandsTo(recertificationDecider);

export const RECERTIFIED: OpenRecertification['data']['facts'] = {
  renews: '263250000000001',
  itemCategory: 'Incontinence',
  certifiedUntil: '2026-12-31',
  note: null,
  member: {
    lastName: 'Diaz',
    firstName: 'Rosa',
    DOB: '1950-02-01',
    phone: '5550100101',
    state: 'TX',
    medicaidId: 'MD-1',
  },
  physician: { lastName: 'Okafor', firstName: null, phone: null, fax: '5550100102' },
};

const OUTCOMES = ['needed', 'not-covered', 'received', 'no-answer', 'complete', 'approved'] as const;

const correct =
  (n: number, seenIn: (story: Story) => number): Step =>
  (story) =>
    toRecertification(RECERTIFICATION_ID, (at) => ({
      type: 'CorrectRecertification',
      data: {
        referralId: RECERTIFICATION_ID,
        seen: seenIn(story),
        at,
        facts: {
          member: { ...RECERTIFIED.member, lastName: `Diaz ${n}` },
          physician: { ...RECERTIFIED.physician, fax: `555010010${n}` },
          itemCategory: n % 2 === 0 ? 'Supplies' : 'Incontinence',
        },
      },
    }))(story);

/** Everything that people and timers do with a recertification. */
export const ofRecertifications: fc.Arbitrary<Step> = fc.record({ by: person, n: taskNumber }).chain(({ by, n }) => {
  const referralId = RECERTIFICATION_ID;
  const [taskId, dayMs] = [`${referralId}-${n}`, null];
  const late = '2027-12-24T00:00:00.000Z';
  const to = (command: Parameters<typeof toRecertification>[1]) => toRecertification(referralId, command);
  return fc.constantFrom(
    ...(['Recert Review', 'Recert Physician Paperwork 1st'] as const).map((task) =>
      to((at) => ({
        type: 'OpenRecertification',
        data: { referralId, facts: RECERTIFIED, task, startOn: '2027-01-04', by, at, dayMs },
      })),
    ),
    correct(n, ({ events }) => events.filter(isRecertificationCorrected).length),
    correct(n, () => 0),
    to(() => ({ type: 'ClaimTask', data: { referralId, taskId, by } })),
    ...OUTCOMES.map((outcome) =>
      to((at) => ({
        type: 'RecordOutcome',
        data: {
          referralId,
          taskId,
          outcome,
          itemIds: null,
          note: null,
          method: null,
          orderId: null,
          by,
          at,
          dayMs,
          order: NOTHING_ORDERED,
        },
      })),
    ),
    to((at) => ({ type: 'UndoOutcome', data: { referralId, outcomeId: taskId, by, at, dayMs } })),
    to((at) => ({
      type: 'MoveItems',
      data: { referralId, taskId, itemIds: [1], task: 'Recert Log CMN', note: 'Came', by, at, dayMs },
    })),
    to((at) => ({ type: 'StopItems', data: { referralId, itemIds: [1], reason: 'Moved away', at } })),
    to((at) => ({ type: 'UnstopItems', data: { referralId, itemIds: [1], reason: 'Came back', at, dayMs } })),
    to(() => ({ type: 'EndHold', data: { referralId, taskId, at: late } })),
    to(() => ({ type: 'FireDueDay', data: { referralId, taskId, at: late } })),
  );
});
