import { FIRST_TASK, TASK_CATALOGUE, type TaskName } from '@throughline/domain';
import { Random } from '../../apps/worker/src/demo/random.js';

/** Processes that can be killed or stopped: two API nodes, two workers and the identity provider. */
export const APPS = ['api-1', 'api-2', 'worker-1', 'worker-2', 'identity'] as const;
export type AppName = (typeof APPS)[number];
/** Which of the two APIs. */
export type Node = 0 | 1;
export type Engine = 'PostgreSQL' | 'Redis';
export const LOG_ENGINES = ['PostgreSQL', 'EventStoreDB'] as const;
export type LogEngine = (typeof LOG_ENGINES)[number];

/** Times are milliseconds: `at` from the begin of the seed, `forMs` until the fault ends. */
export type Fault = { readonly at: number } & (
  | { readonly kind: 'kill'; readonly app: AppName }
  | { readonly kind: 'stop'; readonly app: AppName; readonly forMs: number }
  | { readonly kind: 'flush' }
  | { readonly kind: 'cut'; readonly node: Node }
  | { readonly kind: 'postgres'; readonly way: 'fast' | 'immediate' | 'crash' | 'frozen'; readonly forMs: number }
  | { readonly kind: 'redis' | 'eventstoredb'; readonly way: 'crash' | 'frozen'; readonly forMs: number }
  | { readonly kind: 'drop' }
  /** Number of broken forms, sent anonymously. */
  | { readonly kind: 'forms'; readonly node: Node; readonly pick: number }
  | { readonly kind: 'disk'; readonly forMs: number }
  /** `byMs`: how far the clock of these is ahead meanwhile. */
  | { readonly kind: 'clock'; readonly apps: readonly AppName[]; readonly byMs: number; readonly forMs: number }
);
export type FaultKind = Fault['kind'];

export const VERBS = ['claim', 'release', 'outcome', 'move', 'stop', 'cancel'] as const;
export type Verb = (typeof VERBS)[number];
const STAFF = ['staff', 'staff2', 'admin'] as const;
export type Staff = (typeof STAFF)[number];
export type Referrer = 'referrer' | 'referrer2';
export type Person = Staff | Referrer;
/** The people who send commands. */
export const PEOPLE: readonly Person[] = ['referrer', 'referrer2', 'staff', 'staff2', 'admin'];

/** What staff do besides their tasks: external and internal notes, notes that they have read, corrections of the order, outcomes taken back. */
export const PAPERWORK = ['note', 'internal-note', 'notes-read', 'correction', 'undo'] as const;
export type Paperwork = (typeof PAPERWORK)[number];

/** What staff do with recertifications. */
export const RECERTIFYING = ['open', 'outcome', 'hold', 'stop', 'take-up'] as const;
export type Recertifying = (typeof RECERTIFYING)[number];

/** A command of a person. `key` is its Idempotency-Key. */
export type Work = {
  readonly at: number;
  readonly key: string;
  readonly node: Node;
  /** Sent to both nodes at once, as a browser that repeats what got no answer does at worst. */
  readonly twice: boolean;
} & (
  | { readonly kind: 'order'; readonly by: Referrer; readonly lastName: string; readonly items: number }
  /** Of the open tasks or referrals that there are by then, that one: at least 0, less than 1. */
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

/** Commands per second, of all people together. */
const WORK_PER_SECOND = 14;
const PAPERWORK_PER_SECOND = 4;
const RECERTIFYING_PER_SECOND = 5;
const LONGEST_OUTAGE_MS = 15_000;
/** People are at work before the first fault and after the last. */
const CALM_MS = 1_000;

/** The plan of a seed. Pure: the same seed, time and engine of the log give the same plan. */
export function planOf(
  seed: number,
  { seconds, logIn = 'PostgreSQL' }: { readonly seconds: number; readonly logIn?: LogEngine },
): Plan {
  const random = new Random(seed * 7919);
  const endsAt = seconds * 1000;
  const jobsIn: Engine = seed % 2 === 1 ? 'Redis' : 'PostgreSQL';
  // Kinds that were added later have a random generator of their own, so that an older seed keeps its plan.
  const work = [
    ...workOf(random, endsAt),
    ...paperworkOf(new Random(seed * 5003), endsAt),
    ...recertifyingOf(new Random(seed * 4001), endsAt),
  ];
  const drawn = [...faultsOf(random, endsAt, jobsIn, logIn), ...laterFaults(new Random(seed * 6007), endsAt)];
  const faults = [...drawn, ...freezes(new Random(seed * 3019), endsAt, drawn)];
  const byTime = (one: { readonly at: number }, other: { readonly at: number }) => one.at - other.at;
  return { seed, jobsIn, logIn, endsAt, work: work.sort(byTime), faults: faults.sort(byTime) };
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

/** Those of a week would keep a seed waiting for their due days. */
const NEXT_TASKS = TASK_CATALOGUE.filter(({ task, dueDays }) => task !== FIRST_TASK && dueDays <= 2).map(
  ({ task }) => task,
);

/** Each kind as often as given. Faults with a length never overlap on the same target. */
function faultsOf(random: Random, endsAt: number, jobsIn: Engine, logIn: LogEngine): readonly Fault[] {
  const lastAt = endsAt - CALM_MS;
  const at = () => random.whole(CALM_MS, lastAt);
  const lasting = (longestMs: number) => {
    const from = random.whole(CALM_MS, Math.max(CALM_MS, lastAt - 2_000));
    return { at: from, forMs: random.whole(500, Math.min(longestMs, lastAt - from)) };
  };
  const many = (least: number, most: number, fault: () => Fault): Fault[] =>
    Array.from({ length: random.whole(least, most) }, fault);
  const drawn = [
    ...many(1, 3, () => ({ kind: 'kill', app: random.pick(APPS), at: at() })),
    ...many(1, 2, () => ({ kind: 'stop', app: random.pick(APPS), ...lasting(9_000) })),
    ...many(0, 1, () => ({ kind: 'flush', at: at() })),
    ...many(1, 3, () => ({ kind: 'cut', node: random.pick([0, 1] as const), at: at() })),
    ...many(0, 1, () => ({
      kind: 'postgres',
      way: random.pick(['fast', 'immediate', 'crash'] as const),
      ...lasting(LONGEST_OUTAGE_MS),
    })),
    ...(jobsIn === 'Redis'
      ? many(0, 1, () => ({
          kind: 'redis',
          way: random.pick(['crash', 'frozen'] as const),
          ...lasting(LONGEST_OUTAGE_MS),
        }))
      : []),
    // Drawn last: the faults of everything else do not depend on the engine of the log.
    ...(logIn === 'EventStoreDB'
      ? [
          ...many(1, 1, () => ({
            kind: 'eventstoredb',
            way: random.pick(['crash', 'frozen'] as const),
            ...lasting(LONGEST_OUTAGE_MS),
          })),
          ...many(1, 3, () => ({ kind: 'drop', at: at() })),
        ]
      : []),
  ];
  return drawn.sort((one, other) => one.at - other.at).filter(isFirstOfItsTime);
}

/** An hour back, for everybody. Not as far ahead as a token lives: clients of the torture keep the one that they signed in with. */
const CLOCKS: readonly Omit<Extract<Fault, { readonly kind: 'clock' }>, 'at' | 'forMs'>[] = [
  { kind: 'clock', apps: APPS, byMs: -3_600_000 },
  // A task that is opened meanwhile by the APIs' clock is not due before the end of the seed.
  { kind: 'clock', apps: ['worker-1', 'worker-2', 'identity'], byMs: 3_000_000 },
];

function laterFaults(random: Random, endsAt: number): Fault[] {
  const lastAt = endsAt - CALM_MS;
  const forms: Fault[] = Array.from({ length: random.whole(1, 3) }, () => ({
    ...{ kind: 'forms', node: random.pick([0, 1] as const), pick: random.next() },
    at: random.whole(CALM_MS, lastAt),
  }));
  const from = random.whole(CALM_MS, Math.max(CALM_MS, lastAt - 3_000));
  const lasting = { at: from, forMs: random.whole(1_500, Math.max(1_500, Math.min(8_000, lastAt - from - 1))) };
  if (random.chance(0.4)) return [...forms, { kind: 'disk', ...lasting }];
  if (random.chance(0.5)) return [...forms, { ...random.pick(CLOCKS), ...lasting }];
  return forms;
}

/** Of PostgreSQL, in every other seed in which it is not away otherwise. */
function freezes(random: Random, endsAt: number, others: readonly Fault[]): Fault[] {
  if (others.some(({ kind }) => kind === 'postgres') || random.chance(0.5)) return [];
  const lastAt = endsAt - CALM_MS;
  const at = random.whole(CALM_MS, Math.max(CALM_MS, lastAt - 4_000));
  const forMs = random.whole(3_000, Math.min(LONGEST_OUTAGE_MS, lastAt - at));
  return [{ kind: 'postgres', way: 'frozen', at, forMs }];
}

function isFirstOfItsTime(fault: Fault, index: number, all: readonly Fault[]): boolean {
  if (fault.kind !== 'stop') return true;
  return !all.slice(0, index).some((before) => {
    return before.kind === 'stop' && before.app === fault.app && before.at + before.forMs >= fault.at;
  });
}

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
