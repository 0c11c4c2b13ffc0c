import { itemTaskDecider } from '@throughline/domain';
import fc from 'fast-check';
import {
  commandsTo,
  freshCommandsTo,
  itemIds,
  ORDERED,
  OUTCOMES,
  person,
  referralId,
  type Step,
  taskNumber,
} from './random-steps.js';

const toTasks = commandsTo(itemTaskDecider);
const freshToTasks = freshCommandsTo(itemTaskDecider);

/** Only a few tasks, so that items often go to one that is already open. */
const task = fc.constantFrom(
  ...(['Create Patient', 'Patient Contact 1st', 'Select Items', 'Ready for Dropship'] as const),
);

/** What the staff, timers and corrections do to the tasks of a referral. */
export const ofTasks: fc.Arbitrary<Step> = fc
  .record({ id: referralId, items: itemIds, name: task, by: person, n: taskNumber, some: fc.boolean() })
  .chain(({ id, items, name, by, n, some }) => {
    const [taskId, dayMs] = [`${id}-${n}`, null];
    return fc.constantFrom(
      toTasks(id, (at) => ({
        type: 'OpenTask',
        data: { referralId: id, itemIds: items, task: name, by, at, dayMs },
      })),
      toTasks(id, () => ({ type: 'ClaimTask', data: { referralId: id, taskId, by } })),
      toTasks(id, () => ({ type: 'ReleaseTask', data: { referralId: id, taskId, by } })),
      toTasks(id, () => ({ type: 'AssignTask', data: { referralId: id, taskId, assignee: by } })),
      toTasks(id, (at) => ({
        type: 'MoveItems',
        data: { referralId: id, taskId, itemIds: items, task: name, note: 'Asked for', by, at, dayMs },
      })),
      ...OUTCOMES.map((outcome) =>
        toTasks(id, (at) => ({
          type: 'RecordOutcome',
          data: {
            referralId: id,
            taskId,
            outcome,
            itemIds: some ? items : null,
            by,
            at,
            dayMs,
            note: 'Called',
            method: null,
            orderId: outcome === 'order-placed' ? 'A-1' : null,
            order: ORDERED,
          },
        })),
      ),
      toTasks(id, (at) => ({ type: 'UndoOutcome', data: { referralId: id, outcomeId: `${id}-${n}`, by, at, dayMs } })),
      toTasks(id, (at) => ({
        type: 'UnstopItems',
        data: { referralId: id, itemIds: items, reason: 'Covered after all', at, dayMs },
      })),
      toTasks(id, (at) => ({
        type: 'StopItems',
        data: { referralId: id, itemIds: items, reason: 'Not covered', at },
      })),
      toTasks(id, (at) => ({ type: 'CancelItems', data: { referralId: id, itemIds: items, at } })),
      freshToTasks(id, (at) => ({
        type: 'PutTaskOnHold',
        data: { referralId: id, taskId, until: '2027-01-04', reason: null, by, at, dayMs },
      })),
      toTasks(id, (at) => ({ type: 'ResumeTask', data: { referralId: id, taskId, by, at } })),
      toTasks(id, () => ({ type: 'EndHold', data: { referralId: id, taskId, at: '2027-12-24T00:00:00.000Z' } })),
      toTasks(id, () => ({
        type: 'FireDueDay',
        data: { referralId: id, taskId, at: '2027-12-24T00:00:00.000Z' },
      })),
      // Includes items that corrections may have added.
      ...[items, items.map((item) => item + 3)].map((entering) =>
        toTasks(id, (at) => ({ type: 'EnterItems', data: { referralId: id, itemIds: entering, at, dayMs } })),
      ),
      toTasks(id, (at) => ({ type: 'WithdrawItems', data: { referralId: id, itemIds: items, at } })),
    );
  });
