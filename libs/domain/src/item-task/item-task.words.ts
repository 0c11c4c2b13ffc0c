import { dayInWords, fullName } from '../kernel/terms.js';
import { type EventWords, itemCount, now } from '../kernel/words.js';
import { dueDay } from './catalogue/due-day.js';
import type { ItemTaskEvent } from './item-task.events.js';
import { outcomeLabel } from './catalogue/task-outcomes.js';

/** The words for the events of referrals and of recertifications. */
export const ITEM_TASK_WORDS: EventWords<ItemTaskEvent> = {
  TaskOpened: ({ task, itemIds, dueAt }, { who, tasksWith }) => {
    // The sentence names the tasks that the items came from, because the next event may complete such a task without naming them.
    const from = tasksWith(itemIds).join(' and ');
    const sentence = `${who} opened ${task} ${from === '' ? 'for' : 'with'} ${itemCount(itemIds)}${from && ` from ${from}`}`;
    return dueAt === null ? sentence : [sentence, now('Due', dayInWords(dueDay(dueAt)))];
  },
  ItemsMovedToTask: ({ itemIds, toTaskId }, { who, task }) => `${who} moved ${itemCount(itemIds)} to ${task(toTaskId)}`,
  TaskClaimed: ({ taskId }, { who, task }) => `${who} claimed ${task(taskId)}`,
  TaskReleased: ({ taskId }, { who, task }) => `${who} released ${task(taskId)}`,
  TaskAssigned: ({ taskId, assignee }, { who, task }) => `${who} assigned ${task(taskId)} to ${assignee.name}`,
  TaskCompleted: ({ taskId }, { who, task, isEmpty }) =>
    `${who} completed ${task(taskId)}${isEmpty(taskId) ? ', as no item was left in it' : ''}`,
  TaskFellDue: ({ taskId }, { task }) => `${task(taskId)} fell due`,
  TaskPutOnHold: ({ taskId, onHold: { until, reason } }, { who, task }) => [
    `${who} put ${task(taskId)} on hold until ${dayInWords(until)}`,
    ...(reason === null ? [] : [now('Reason', reason)]),
  ],
  TaskResumed: ({ taskId }, { who, task }) => `${who} took ${task(taskId)} off hold`,
  ItemsStopped: ({ itemIds, taskId, reason }, { who, task }) => [
    `${who} stopped ${itemCount(itemIds)} in ${task(taskId)}`,
    now('Stopped reason', reason),
  ],
  ItemsUnstopped: ({ itemIds, reason }, { who }) => [
    `${who} took ${itemCount(itemIds)} up again that had been stopped`,
    now('Reason', reason),
  ],
  ItemsOrdered: ({ itemIds, orderId }, { who }) => `${who} recorded the order ID ${orderId} for ${itemCount(itemIds)}`,
  OutcomeRecorded: ({ task, outcome, itemIds, note }, { who }) => [
    `${who} recorded for ${itemCount(itemIds)} in ${task}: ${outcomeLabel(task, outcome)}`,
    ...noteOf(note),
  ],
  ContactAttempted: ({ task, outcome, party, number, method, note }, { who }) => [
    `${who} recorded attempt ${number} to reach the ${party} by ${method.toLowerCase()}: ${outcomeLabel(task, outcome)}`,
    ...noteOf(note),
  ],
  OutcomeUndone: ({ taskId }, { who, task }) => `${who} took back the outcome of ${task(taskId)}`,
  ItemsCanceled: ({ itemIds }, { who }) => `${who} canceled ${itemCount(itemIds)}`,
  ItemsAddedToTask: ({ itemIds, taskId }, { who, task }) => `${who} added ${itemCount(itemIds)} to ${task(taskId)}`,
  ItemsWithdrawn: ({ itemIds }, { who, tasksWith }) =>
    `${who} took ${itemCount(itemIds)} out of ${tasksWith(itemIds).join(' and ') || 'the work'}`,
  RecertificationOpened: ({ itemCategory, member, renews }, { who }) => [
    `${who} opened the recertification of ${itemCategory} for ${fullName(member)}`,
    ...(renews === null ? [] : [now('Renews referral', renews)]),
  ],
  RecertifiedMemberCorrected: (_, { who }) => `${who} corrected the member`,
  CertifyingPhysicianCorrected: (_, { who }) => `${who} corrected the physician`,
  CertificationCorrected: (_, { who }) => `${who} corrected what is certified`,
};

const noteOf = (note: string | null) => (note === null ? [] : [now('Note for the staff', note)]);
