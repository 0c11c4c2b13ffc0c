import { changedFields, comparedWithSeen, correctableValues, requireSeen } from '../kernel/corrections.js';
import { type Command, DomainError } from '../kernel/decider.js';
import { ChangedMeanwhile } from '../kernel/meanwhile.js';
import { recertificationIdOf } from '../kernel/terms.js';
import { dayOf } from './catalogue/due-day.js';
import { putOnHold } from './acts/hold-task.js';
import { type Moment, taskOpened, type Verbs } from './item-task-rules.js';
import type { Assignee, ItemTaskEvent } from './item-task.events.js';
import { evolveItemTasks, type ItemTaskState } from './item-task.js';
import {
  CORRECTED_RECERTIFICATION_FIELDS,
  type RecertificationCorrected,
  type RecertificationFacts,
} from './recertification.events.js';
import type { RecertTaskName } from './catalogue/task-catalogue.js';

/* Work without a referral: a physician is to certify again that a member needs a supply. See docs/decisions/0042. */

/** The id of the supply, which has the place that an item has in the tasks of a referral. */
export const RECERTIFIED_ITEM_ID = 1;

/** Opens a recertification with its first task, which waits until `startOn`. */
export type OpenRecertification = Command<
  'OpenRecertification',
  Moment & {
    /** The id of the recertification. */
    readonly referralId: string;
    readonly facts: RecertificationFacts;
    readonly task: RecertTaskName;
    /** The day in America/Chicago on which the task is to be worked, YYYY-MM-DD; null: today. */
    readonly startOn: string | null;
    readonly by: Assignee;
  }
>;

/** Corrects a recertification. The sections are complete, as a form sends them; a section that is absent stays as it is. */
export type CorrectRecertification = Command<
  'CorrectRecertification',
  {
    readonly referralId: string;
    /** How many corrections the person had seen: they changed a field if it differs from the value that it had then. */
    readonly seen: number;
    readonly facts: {
      readonly [Fact in 'member' | 'physician' | 'itemCategory' | 'certifiedUntil']?:
        RecertificationFacts[Fact] | undefined;
    };
    /** ISO 8601, UTC. */
    readonly at: string;
  }
>;

/**
 * The id of the n-th recertification of a referral; n counts from 1 in the order of opening. Two people who open one at the same time get
 * the same id, so that the log accepts only one of them.
 */
export const renewalIdOf = (referralId: string, number: number): string =>
  recertificationIdOf(`${referralId}${String(number).padStart(2, '0')}`);

const NO_HOLD = { until: null, reason: null };

/** Rejects with `recertification/already-opened`, and like `putOnHold`. */
function openRecertification(state: ItemTaskState, data: OpenRecertification['data']): readonly ItemTaskEvent[] {
  const { referralId, facts, task, startOn, by, at, dayMs } = data;
  if (state.tasks.length > 0) {
    throw new DomainError('recertification/already-opened', 'There is a recertification with this id.');
  }
  const recertification = { type: 'RecertificationOpened', data: { referralId, ...facts, openedAt: at } } as const;
  const opened = taskOpened(state, [RECERTIFIED_ITEM_ID], task, data);
  if (startOn === null || startOn === dayOf(at)) return [recertification, opened];
  const hold = { referralId, taskId: opened.data.taskId, until: startOn, reason: null, seen: NO_HOLD, by, at, dayMs };
  return [recertification, opened, ...putOnHold(evolveItemTasks(state, opened), hold)];
}

/**
 * The facts that change: none if they are as wanted already. Rejects with `recertification/unknown`, `recertification/unknown-correction`
 * and `recertification/changed-meanwhile`.
 */
function correctRecertification(
  { recertification }: ItemTaskState,
  { referralId, seen, facts, at: correctedAt }: CorrectRecertification['data'],
): readonly ItemTaskEvent[] {
  if (!recertification) throw new DomainError('recertification/unknown', 'There is no such recertification.');
  requireSeen('recertification', seen, recertification.corrections);
  const { isChanged, collisions } = comparedWithSeen(recertification.replaced, seen);
  const changed = changedFields(CORRECTED_RECERTIFICATION_FIELDS, recertification.facts, facts, isChanged);
  if (collisions.length > 0) throw new ChangedMeanwhile('recertification', collisions);
  return changed.map(
    ({ type, before, after }) =>
      ({ type, data: { referralId, before, after, correctedAt } }) as RecertificationCorrected,
  );
}

/** The facts that a correction can change. */
const correctableFacts = ({ recertification }: ItemTaskState): object =>
  recertification ? correctableValues(CORRECTED_RECERTIFICATION_FIELDS, recertification.facts) : {};

/** What opening a recertification makes true until somebody stops or cancels it. Working on it and certifying it do not change this. */
const standingOf = ({ items }: ItemTaskState): object =>
  Object.fromEntries(
    items.map(({ itemId, status }) => [itemId, status === 'stopped' || status === 'canceled' ? null : 'opened']),
  );

export type RecertificationCommand = OpenRecertification | CorrectRecertification;

export const RECERTIFICATION_VERBS: Verbs<RecertificationCommand> = {
  OpenRecertification: { decide: openRecertification, valuesOf: standingOf },
  CorrectRecertification: { decide: correctRecertification, valuesOf: correctableFacts },
};
