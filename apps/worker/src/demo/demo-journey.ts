import type { TaskName } from '@throughline/domain';
import type { Random } from './random.js';

/** The progress of a demo referral, step by step. */
export interface DemoJourney {
  /** The completed tasks, then the open one, with the hours for which each was open. */
  readonly tasks: readonly { readonly task: TaskName; readonly hours: number }[];
  readonly end:
    | 'open'
    /** The delivery is confirmed: the last task is completed. */
    | 'delivered'
    | 'stopped'
    | 'canceled'
    /** Stopped for some hours, then taken up again. */
    | 'taken-up'
    /** The last task waits until a day to come. */
    | 'on-hold'
    /** One item of several stays behind in Backordered. */
    | 'split';
  /** Hours since the end of the journey, if it is over. */
  readonly restHours: number;
}

/** Routes from order to delivery; numbered tasks are repeated until one succeeds. */
const WAYS: readonly (readonly TaskName[])[] = [
  ['Create Patient', 'Patient Contact 1st', 'Select Items', 'Submit Authorization', 'Ready for Dropship', 'Shipped', 'Delivered'],
  ['Create Patient', 'Patient Contact 1st', 'Patient Contact 2nd', 'Ready for Walmart', 'Shipped', 'Delivered'],
  [
    'Create Patient', 'Patient Contact 1st', 'Patient Contact 2nd', 'Patient Contact 3rd', 'Patient Contact 4th',
    'Physician Paperwork Initial', 'Physician Paperwork 1st', 'Physician Paperwork 2nd', 'Physician Paperwork 3rd',
    'Physician Paperwork 4th', 'Log CMN', 'CMN Exception', 'Submit Authorization', 'Backordered', 'Ready for Dropship',
    'Shipped', 'Delivered',
  ],
  ['Create Patient', 'Physician Paperwork Initial', 'Physician Paperwork 1st', 'Log CMN', 'Ready for Dropship', 'Shipped', 'Delivered'],
]; // prettier-ignore

const MAX_HOURS = 58 * 24;

/**
 * The n-th of the demo's journeys. Together they cover every task of the catalogue and every end; about a third is
 * delivered, as in a running business.
 */
export function demoJourney(random: Random, n: number): DemoJourney {
  const way = WAYS[n % WAYS.length] ?? WAYS[0] ?? [];
  const delivered = n % 3 === 0;
  const last = delivered ? way.length : 1 + (Math.floor(n / WAYS.length) % way.length);
  const end = delivered
    ? 'delivered'
    : n % 19 === 4
      ? 'stopped'
      : n % 23 === 5
        ? 'canceled'
        : n % 29 === 7
          ? 'taken-up'
          : n % 17 === 8
            ? 'on-hold'
            : n % 7 === 2
              ? 'split'
              : 'open';
  return along(random, way.slice(0, last), end);
}

/** A journey that is over: most end with a delivery, a few items were stopped or canceled on the way. */
export function finishedJourney(random: Random): DemoJourney {
  const way = random.pick(WAYS);
  if (random.chance(0.9)) return along(random, way, 'delivered');
  return along(random, way.slice(0, random.whole(1, way.length)), random.chance(0.7) ? 'stopped' : 'canceled');
}

/** The journey up to its task of this number (from 1), which is still open. */
export function shortened(journey: DemoJourney, lastTask: number): DemoJourney {
  // Items that stay behind, or are taken up again, get another task.
  const isLonger = journey.end === 'split' || journey.end === 'taken-up';
  if (journey.tasks.length + (isLonger ? 1 : 0) <= lastTask) return journey;
  return { tasks: journey.tasks.slice(0, lastTask), end: 'open', restHours: 0 };
}

function along(random: Random, way: readonly TaskName[], end: DemoJourney['end']): DemoJourney {
  const tasks = way.map((task, index) => ({
    task,
    hours:
      index === way.length - 1 && end !== 'delivered' ? random.whole(0, 96) : random.whole(1, index === 0 ? 6 : 40),
  }));
  const fit = fitted(tasks);
  const over = end === 'delivered' || end === 'stopped' || end === 'canceled';
  return { tasks: fit, end, restHours: over ? random.next() * (MAX_HOURS - total(fit)) : 0 };
}

const total = (tasks: DemoJourney['tasks']) => tasks.reduce((sum, { hours }) => sum + hours, 0);

/** The demo's history spans 60 days. A longer journey is compressed. */
function fitted(tasks: DemoJourney['tasks']): DemoJourney['tasks'] {
  const scale = Math.min(1, MAX_HOURS / total(tasks));
  return tasks.map(({ task, hours }) => ({ task, hours: hours * scale }));
}
