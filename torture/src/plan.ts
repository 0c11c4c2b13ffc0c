import { FIRST_TASK, TASK_CATALOGUE, type TaskName } from '@throughline/domain';
import { Random } from '../../apps/worker/src/demo/random.js';

/** What can be killed or stopped: two nodes of each, and who signs people in. */
export const APPS = ['api-1', 'api-2', 'worker-1', 'worker-2', 'identity'] as const;
export type AppName = (typeof APPS)[number];
/** Which of the two APIs. */
export type Node = 0 | 1;
export type Engine = 'PostgreSQL' | 'Redis';
export const LOG_ENGINES = ['PostgreSQL', 'EventStoreDB'] as const;
export type LogEngine = (typeof LOG_ENGINES)[number];

/** Everything is in milliseconds: `at` from the begin of the seed, `forMs` until it is mended. */
export type Fault = { readonly at: number } & (
  | { readonly kind: 'kill'; readonly app: AppName }
  | { readonly kind: 'stop'; readonly app: AppName; readonly forMs: number }
  | { readonly kind: 'flush' }
  | { readonly kind: 'cut'; readonly node: Node }
  | { readonly kind: 'postgres'; readonly way: 'fast' | 'immediate' | 'crash'; readonly forMs: number }
  | { readonly kind: 'redis' | 'eventstoredb'; readonly way: 'crash' | 'frozen'; readonly forMs: number }
  | { readonly kind: 'drop' }
);
export type FaultKind = Fault['kind'];

export const VERBS = ['claim', 'release', 'complete', 'move', 'stop', 'cancel'] as const;
export type Verb = (typeof VERBS)[number];
export type Staff = 'staff' | 'staff2' | 'admin';
export type Referrer = 'referrer' | 'referrer2';
export type Person = Staff | Referrer;
/** Who does all this. */
export const PEOPLE: readonly Person[] = ['referrer', 'referrer2', 'staff', 'staff2', 'admin'];

/** Something that a person does. `key` is its Idempotency-Key. */
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
  | { readonly kind: 'tracking' | 'history' | 'upload'; readonly by: Staff; readonly pick: number }
);

export interface Plan {
  readonly seed: number;
  readonly jobsIn: Engine;
  readonly logIn: LogEngine;
  readonly endsAt: number;
  readonly work: readonly Work[];
  readonly faults: readonly Fault[];
}

/** Things that people do in a second, together. */
const WORK_PER_SECOND = 14;
const LONGEST_OUTAGE_MS = 15_000;
/** People are at work before the first fault and after the last. */
const CALM_MS = 1_000;

/** What a seed means. Pure: the same seed, time and engine of the log give the same plan. */
export function planOf(
  seed: number,
  { seconds, logIn = 'PostgreSQL' }: { readonly seconds: number; readonly logIn?: LogEngine },
): Plan {
  const random = new Random(seed * 7919);
  const endsAt = seconds * 1000;
  const jobsIn: Engine = seed % 2 === 1 ? 'Redis' : 'PostgreSQL';
  return { seed, jobsIn, logIn, endsAt, work: workOf(random, endsAt), faults: faultsOf(random, endsAt, jobsIn, logIn) };
}

function workOf(random: Random, endsAt: number): readonly Work[] {
  const work = Array.from({ length: Math.round((endsAt / 1000) * WORK_PER_SECOND) }, () => oneOf(random, endsAt));
  return work.sort((one, other) => one.at - other.at);
}

function oneOf(random: Random, endsAt: number): Work {
  const when = {
    at: random.whole(0, endsAt),
    key: uuid(random),
    node: random.pick([0, 1] as const),
    twice: random.chance(0.15),
  };
  const kind = random.next();
  if (kind < 0.35) {
    const by = random.pick(['referrer', 'referrer2'] as const);
    return { ...when, kind: 'order', by, lastName: `Member ${random.whole(1, 9_999)}`, items: random.whole(1, 3) };
  }
  const whose = { by: random.pick(['staff', 'staff2', 'admin'] as const), pick: random.next() };
  if (kind < 0.4) return { ...when, ...whose, kind: 'tracking' };
  if (kind < 0.45) return { ...when, ...whose, kind: 'history' };
  if (kind < 0.52) return { ...when, ...whose, kind: 'upload' };
  const verb = random.pick([...VERBS, 'complete', 'complete', 'claim'] as const);
  return { ...when, ...whose, kind: 'task', verb, next: random.pick(NEXT_TASKS) };
}

/** Those of a week would keep a seed waiting for their due days. */
const NEXT_TASKS = TASK_CATALOGUE.filter(({ task, dueDays }) => task !== FIRST_TASK && dueDays <= 2).map(
  ({ task }) => task,
);

/** Each kind as often as told, of one that lasts never two at a time on the same thing. */
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
    // Drawn last: a seed does the same to everything else, wherever its log is.
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

function isFirstOfItsTime(fault: Fault, index: number, all: readonly Fault[]): boolean {
  if (fault.kind !== 'stop') return true;
  return !all.slice(0, index).some((before) => {
    return before.kind === 'stop' && before.app === fault.app && before.at + before.forMs >= fault.at;
  });
}

/** Version 4, by the plan's dice. */
function uuid(random: Random): string {
  const hex = (digits: number) =>
    random
      .whole(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(6)}${hex(6)}`;
}
