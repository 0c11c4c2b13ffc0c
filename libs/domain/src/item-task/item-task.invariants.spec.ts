import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { replay } from '../audit/replay.js';
import { DomainError } from '../kernel/decider.js';
import { anItem, anOrder } from '../referral/order/order.testing.js';
import type { ItemTaskCommand } from './item-task.decider.js';
import { itemTaskDecider } from './item-task.decider.js';
import type { ItemTaskEvent } from './item-task.events.js';
import { evolveItemTasks as evolve, itemsIn, type ItemTaskState, NO_TASKS } from './item-task.js';
import { statusOf, steppersOf } from './catalogue/steppers.js';
import { TASK_CATALOGUE } from './catalogue/task-catalogue.js';
import { OUTCOME_NAMES } from './catalogue/task-outcomes.js';

const referralId = '1';
const ITEMS = [1, 2, 3, 4];
const at = '2026-11-20T18:00:00.000Z';
const moment = { referralId, at, dayMs: null };

const itemIds = fc.uniqueArray(fc.constantFrom(...ITEMS), { minLength: 1 });
const task = fc.constantFrom(...TASK_CATALOGUE.map((row) => row.task));
const taskId = fc.integer({ min: 1, max: 8 }).map((n) => `1-${n}`);
const person = fc.constantFrom({ userId: 'dana', name: 'Dana' }, { userId: 'minh', name: 'Minh' });
const outcome = fc.constantFrom(...OUTCOME_NAMES);
const order = {
  insuranceType: { medicare: false, medicaid: true, commercial: false },
  items: ITEMS.map((id) => ({ id, itemCategory: id === 1 ? 'Sensory Kits' : 'Incontinence' })),
};
const TOLD = { note: null, method: null, orderId: 'A-1', order };
const later = fc.constantFrom(at, '2026-12-24T00:00:00.000Z');

const command: fc.Arbitrary<ItemTaskCommand> = fc.oneof(
  fc.record({ itemIds, task, by: person }).map((data) => ({ type: 'OpenTask' as const, data: { ...moment, ...data } })),
  fc.record({ taskId, by: person }).map((data) => ({ type: 'ClaimTask' as const, data: { referralId, ...data } })),
  fc.record({ taskId, by: person }).map((data) => ({ type: 'ReleaseTask' as const, data: { referralId, ...data } })),
  fc
    .record({ taskId, assignee: person })
    .map((data) => ({ type: 'AssignTask' as const, data: { referralId, ...data } })),
  fc
    .record({ taskId, outcome, itemIds: fc.option(itemIds), by: person })
    .map((data) => ({ type: 'RecordOutcome' as const, data: { ...moment, ...TOLD, ...data } })),
  fc
    .record({ outcomeId: taskId, by: person })
    .map((data) => ({ type: 'UndoOutcome' as const, data: { ...moment, ...data } })),
  itemIds.map((ids) => ({ type: 'UnstopItems' as const, data: { ...moment, itemIds: ids, reason: 'Covered' } })),
  fc
    .record({ taskId, itemIds, task, by: person })
    .map((data) => ({ type: 'MoveItems' as const, data: { ...moment, ...data, note: null } })),
  itemIds.map((ids) => ({
    type: 'StopItems' as const,
    data: { referralId, itemIds: ids, reason: 'Not covered', at },
  })),
  itemIds.map((ids) => ({ type: 'CancelItems' as const, data: { referralId, itemIds: ids, at } })),
  fc.record({ taskId, at: later }).map((data) => ({ type: 'FireDueDay' as const, data: { referralId, ...data } })),
  fc.record({ taskId, until: fc.constantFrom('2026-11-23', '2026-12-01'), by: person }).chain((data) =>
    fc.constantFrom(null, '2026-11-23', '2026-12-01').map((seen) => ({
      type: 'PutTaskOnHold' as const,
      data: { ...moment, ...data, reason: null, seen: { until: seen, reason: null } },
    })),
  ),
  fc.record({ taskId, by: person }).map((data) => ({ type: 'ResumeTask' as const, data: { referralId, ...data, at } })),
  fc.record({ taskId, at: later }).map((data) => ({ type: 'EndHold' as const, data: { referralId, ...data } })),
);

const submitted = {
  type: 'ReferralSubmitted',
  data: { referralId, order: anOrder(ITEMS.map((id) => anItem(id))), companyId: null, submittedAt: at },
} as const;

/** The events of each accepted command; refused commands are left out. */
function decisions(commands: readonly ItemTaskCommand[]): readonly (readonly ItemTaskEvent[])[] {
  let state = NO_TASKS;
  const first: ItemTaskCommand = { type: 'OpenFirstTask', data: { ...moment, itemIds: ITEMS } };
  return [first, ...commands].map((one) => {
    const events = decideOrRefuse(state, one);
    state = events.reduce(evolve, state);
    return events;
  });
}

function decideOrRefuse(state: ItemTaskState, one: ItemTaskCommand): readonly ItemTaskEvent[] {
  try {
    return itemTaskDecider.decide(state, one);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

const always = (holds: (decided: readonly (readonly ItemTaskEvent[])[]) => boolean) =>
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => holds(decisions(commands))),
    { numRuns: 300 },
  );
/** Every prefix of the log, also within a decision: each is a state that a reader may see. */
const moments = (decided: readonly (readonly ItemTaskEvent[])[]) =>
  decided.flat().map((_, index, events) => events.slice(0, index + 1));
const fold = (events: readonly ItemTaskEvent[]) => events.reduce(evolve, NO_TASKS);

describe('Item tasks, whatever is asked of them', () => {
  it('have every item in exactly one place at every moment', () => {
    always((decided) =>
      moments(decided).every((events) => {
        const state = fold(events);
        const places = state.items.map(({ itemId }) => itemId).sort();
        const inOpenTasks = state.tasks.every(
          ({ taskId: id, completedAt }) => completedAt === null || itemsIn(state, id).length === 0,
        );
        return places.join() === ITEMS.join() && inOpenTasks;
      }),
    );
  });

  it('cancel for good, and deliver for good unless the outcome is undone', () => {
    always((decided) =>
      decided.every((events, index) => {
        const places = (some: readonly (readonly ItemTaskEvent[])[]) =>
          new Map(fold(some.flat()).items.map((item) => [item.itemId, item.status]));
        const now = places(decided.slice(0, index + 1));
        const isUndone = events.some(({ type }) => type === 'OutcomeUndone');
        return [...places(decided.slice(0, index))].every(
          ([id, status]) => now.get(id) === status || (status !== 'canceled' && (status !== 'delivered' || isUndone)),
        );
      }),
    );
  });

  it('are never open without an item once a decision is made', () => {
    always((decided) =>
      decided.every((_, index) => {
        const state = fold(decided.slice(0, index + 1).flat());
        return state.tasks.every(
          ({ taskId: id, completedAt }) => completedAt !== null || itemsIn(state, id).length > 0,
        );
      }),
    );
  });

  it('are never two open ones of the same name', () => {
    always((decided) => {
      const names = fold(decided.flat()).tasks.flatMap((one) => (one.completedAt === null ? [one.task] : []));
      return new Set(names).size === names.length;
    });
  });

  it('are where the audit replays them to, and have a status and steppers at every moment', () => {
    always((decided) =>
      moments(decided).every((events) => {
        const state = fold(events);
        const referral = replay([submitted, ...events]);
        const agrees = state.items.every((item) => {
          const current = referral?.items.find(({ id }) => id === item.itemId)?.currentTask;
          return item.status === 'in-task'
            ? current?.id === item.taskId && current.completedDate === null
            : (current?.name === 'Stopped') === (item.status !== 'delivered') &&
                (current?.completedDate === null) === (item.status === 'stopped');
        });
        const shown = steppersOf(referral?.items ?? [], referral?.tasks ?? []).flatMap((stepper) => stepper.itemIds);
        return agrees && statusOf(referral?.items ?? []) === referral?.status && shown.length === ITEMS.length;
      }),
    );
  });
});
