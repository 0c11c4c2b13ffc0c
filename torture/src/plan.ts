import { FIRST_TASK, TASK_CATALOGUE, type TaskName } from '@throughline/domain';
import { Random } from '../../apps/worker/src/demo/random.js';
import { type Engine, type Fault, faultsOf, type LogEngine, type Node } from './planned-faults.js';

export const VERBS = ['claim', 'release', 'outcome', 'move', 'stop', 'cancel'] as const;
export type Verb = (typeof VERBS)[number];
const STAFF = ['staff', 'staff2', 'admin'] as const;
export type Staff = (typeof STAFF)[number];
export type Referrer = 'referrer' | 'referrer2';
export type Person = Staff | Referrer;
/** The people who send commands. */
export const PEOPLE: readonly Person[] = ['referrer', 'referrer2', 'staff', 'staff2', 'admin'];

/**
 * Commands of staff besides those on tasks: external and internal notes, marking notes as read, corrections of the order, undoing outcomes.
 */
export const PAPERWORK = ['note', 'internal-note', 'notes-read', 'correction', 'undo'] as const;
export type Paperwork = (typeof PAPERWORK)[number];

/** Commands of staff on recertifications. */
export const RECERTIFYING = ['open', 'outcome', 'hold', 'stop', 'take-up'] as const;
export type Recertifying = (typeof RECERTIFYING)[number];

/** A command of a person. `key` is its Idempotency-Key. */
export type Work = {
  readonly at: number;
  readonly key: string;
  readonly node: Node;
  /** Sent to both nodes at once, the worst case of a browser that repeats a request without an answer. */
  readonly twice: boolean;
} & (
  | { readonly kind: 'order'; readonly by: Referrer; readonly lastName: string; readonly items: number }
  /** An order of a reward for one of few members, whose benefit goes to one of their orders. */
  | { readonly kind: 'reward'; readonly by: Referrer; readonly pick: number }
  /** `pick` (at least 0, less than 1) selects one of the open tasks or referrals that exist by then. */
  | { readonly kind: 'task'; readonly by: Staff; readonly verb: Verb; readonly pick: number; readonly next: TaskName }
  | { readonly kind: 'recertification'; readonly by: Staff; readonly verb: Recertifying; readonly pick: number }
  | { readonly kind: 'tracking' | 'history' | 'upload' | Paperwork; readonly by: Staff; readonly pick: number }
);

export interface Plan {
  readonly seed: number;
  readonly jobsIn: Engine;
  readonly logIn: LogEngine;
  readonly endsAt: number;
  readonly work: readonly Work[];
  readonly faults: readonly Fault[];
}

/** Commands per second of all people together. */
const WORK_PER_SECOND = 14;
const PAPERWORK_PER_SECOND = 4;
const RECERTIFYING_PER_SECOND = 5;
/** Few, because look-ups are limited by address. */
const REWARDS_PER_SECOND = 1;

/** `mixed`: the engines of production if the jobs are in Redis, and otherwise only PostgreSQL. */
export type LogChoice = LogEngine | 'mixed';

/** The plan of a seed. Pure: the same seed, time and engine of the log give the same plan. */
export function planOf(
  seed: number,
  { seconds, log = 'PostgreSQL' }: { readonly seconds: number; readonly log?: LogChoice },
): Plan {
  const random = new Random(seed * 7919);
  const endsAt = seconds * 1000;
  const jobsIn: Engine = seed % 2 === 1 ? 'Redis' : 'PostgreSQL';
  const production = jobsIn === 'Redis' ? 'EventStoreDB-cluster' : 'PostgreSQL';
  const logIn = log === 'mixed' ? production : log;
  // As with the faults, kinds that were added later have their own random generator.
  const work = [
    ...workOf(random, endsAt),
    ...paperworkOf(new Random(seed * 5003), endsAt),
    ...recertifyingOf(new Random(seed * 4001), endsAt),
    ...rewardsOf(new Random(seed * 3001), endsAt),
  ];
  const faults = faultsOf(seed, random, endsAt, { jobsIn, logIn });
  return { seed, jobsIn, logIn, endsAt, work: work.sort((one, other) => one.at - other.at), faults };
}

function workOf(random: Random, endsAt: number): readonly Work[] {
  return Array.from({ length: Math.round((endsAt / 1000) * WORK_PER_SECOND) }, () => oneOf(random, endsAt));
}

function paperworkOf(random: Random, endsAt: number): readonly Work[] {
  return Array.from({ length: Math.round((endsAt / 1000) * PAPERWORK_PER_SECOND) }, () => ({
    ...anyTime(random, endsAt),
    kind: random.pick([...PAPERWORK, 'correction'] as const),
    by: random.pick(STAFF),
    pick: random.next(),
  }));
}

function recertifyingOf(random: Random, endsAt: number): readonly Work[] {
  return Array.from({ length: Math.round((endsAt / 1000) * RECERTIFYING_PER_SECOND) }, () => ({
    ...anyTime(random, endsAt),
    kind: 'recertification' as const,
    by: random.pick(STAFF),
    verb: random.pick([...RECERTIFYING, 'open', 'outcome', 'outcome'] as const),
    pick: random.next(),
  }));
}

function rewardsOf(random: Random, endsAt: number): readonly Work[] {
  return Array.from({ length: Math.round((endsAt / 1000) * REWARDS_PER_SECOND) }, () => ({
    ...anyTime(random, endsAt),
    kind: 'reward' as const,
    by: random.pick(['referrer', 'referrer2'] as const),
    pick: random.next(),
  }));
}

const anyTime = (random: Random, endsAt: number) => ({
  at: random.whole(0, endsAt),
  key: uuid(random),
  node: random.pick([0, 1] as const),
  twice: random.chance(0.15),
});

function oneOf(random: Random, endsAt: number): Work {
  const when = anyTime(random, endsAt);
  const kind = random.next();
  if (kind < 0.35) {
    const by = random.pick(['referrer', 'referrer2'] as const);
    return { ...when, kind: 'order', by, lastName: `Member ${random.whole(1, 9_999)}`, items: random.whole(1, 3) };
  }
  const whose = { by: random.pick(STAFF), pick: random.next() };
  if (kind < 0.4) return { ...when, ...whose, kind: 'tracking' };
  if (kind < 0.45) return { ...when, ...whose, kind: 'history' };
  if (kind < 0.52) return { ...when, ...whose, kind: 'upload' };
  const verb = random.pick([...VERBS, 'outcome', 'outcome', 'claim'] as const);
  return { ...when, ...whose, kind: 'task', verb, next: random.pick(NEXT_TASKS) };
}

/** Tasks that are due soon: a due day of a week would keep a seed waiting. */
const NEXT_TASKS = TASK_CATALOGUE.filter(({ task, dueDays }) => task !== FIRST_TASK && dueDays <= 2).map(
  ({ task }) => task,
);

/** A UUID of version 4 from the plan's random generator. */
function uuid(random: Random): string {
  const hex = (digits: number) =>
    random
      .whole(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`;
}

/** What it does, in a word. */
export const verbOf = (work: Work): string => ('verb' in work ? work.verb : work.kind);

export const describeWork = (work: Work): string => `“${verbOf(work)}” of ${work.by} at api-${work.node + 1}`;
