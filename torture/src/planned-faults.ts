import { Random } from '../../apps/worker/src/demo/random.js';

/** Processes that can be killed or stopped: two API nodes, two workers and the identity provider. */
export const APPS = ['api-1', 'api-2', 'worker-1', 'worker-2', 'identity'] as const;
export type AppName = (typeof APPS)[number];
/** The index of one of the two APIs. */
export type Node = 0 | 1;
export type Engine = 'PostgreSQL' | 'Redis';
export const LOG_ENGINES = ['PostgreSQL', 'EventStoreDB', 'EventStoreDB-cluster'] as const;
export type LogEngine = (typeof LOG_ENGINES)[number];

/** Faults of three nodes of EventStoreDB, in this order. */
export const CLUSTER_FAULTS = [
  'leader-killed',
  'unreplicated-end',
  'no-quorum',
  'leader-frozen',
  'follower-lags',
] as const;
export type ClusterFault = (typeof CLUSTER_FAULTS)[number];

/** Times are in milliseconds: `at` from the start of the seed, `forMs` until the fault ends. */
export type Fault = { readonly at: number } & (
  | { readonly kind: 'kill'; readonly app: AppName }
  | { readonly kind: 'stop'; readonly app: AppName; readonly forMs: number }
  | { readonly kind: 'flush' }
  | { readonly kind: 'cut'; readonly node: Node }
  | { readonly kind: 'postgres'; readonly way: 'fast' | 'immediate' | 'crash' | 'frozen'; readonly forMs: number }
  | { readonly kind: 'redis' | 'eventstoredb'; readonly way: 'crash' | 'frozen'; readonly forMs: number }
  | { readonly kind: 'drop' }
  /** `next` is the follower that leads afterwards, or the one that lags. */
  | { readonly kind: ClusterFault; readonly next: 0 | 1; readonly forMs: number }
  /** `pick` selects the first broken form; all are sent anonymously. */
  | { readonly kind: 'forms'; readonly node: Node; readonly pick: number }
  | { readonly kind: 'disk'; readonly forMs: number }
  /** `byMs`: how far the clock of these processes is ahead meanwhile. */
  | { readonly kind: 'clock'; readonly apps: readonly AppName[]; readonly byMs: number; readonly forMs: number }
);

const LONGEST_OUTAGE_MS = 15_000;
/** Time before the first fault and after the last one, during which people work. */
const CALM_MS = 1_000;

interface Engines {
  readonly jobsIn: Engine;
  readonly logIn: LogEngine;
}

/** The faults of a seed. Kinds that were added later have their own random generator, so that older seeds keep their plans. */
export function faultsOf(seed: number, random: Random, endsAt: number, { jobsIn, logIn }: Engines): readonly Fault[] {
  const drawn = [...firstFaults(random, endsAt, jobsIn, logIn), ...laterFaults(new Random(seed * 6007), endsAt)];
  const ofCluster = logIn === 'EventStoreDB-cluster' ? clusterFaults(new Random(seed * 2003), endsAt, seed) : [];
  const faults = [...drawn, ...freezes(new Random(seed * 3019), endsAt, drawn), ...ofCluster];
  return faults.sort((one, other) => one.at - other.at);
}

/** Each kind as often as stated. Faults with a length never overlap on the same target. */
function firstFaults(random: Random, endsAt: number, jobsIn: Engine, logIn: LogEngine): readonly Fault[] {
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
    // Drawn last, so that all other faults do not depend on the engine of the log.
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

/**
 * An hour back, for all processes. Not as far ahead as the life of a token, because clients of the torture keep the token of their sign-in.
 */
const CLOCKS: readonly Omit<Extract<Fault, { readonly kind: 'clock' }>, 'at' | 'forMs'>[] = [
  { kind: 'clock', apps: APPS, byMs: -3_600_000 },
  // A task that is opened meanwhile by the APIs' clock is not due before the end of the seed.
  { kind: 'clock', apps: ['worker-1', 'worker-2', 'identity'], byMs: 3_000_000 },
];

function laterFaults(random: Random, endsAt: number): Fault[] {
  const lastAt = endsAt - CALM_MS;
  const forms: Fault[] = Array.from({ length: random.whole(1, 3) }, () => ({
    kind: 'forms',
    node: random.pick([0, 1] as const),
    pick: random.next(),
    at: random.whole(CALM_MS, lastAt),
  }));
  const from = random.whole(CALM_MS, Math.max(CALM_MS, lastAt - 3_000));
  const lasting = { at: from, forMs: random.whole(1_500, Math.max(1_500, Math.min(8_000, lastAt - from - 1))) };
  if (random.chance(0.4)) return [...forms, { kind: 'disk', ...lasting }];
  if (random.chance(0.5)) return [...forms, { ...random.pick(CLOCKS), ...lasting }];
  return forms;
}

/** Freezes of PostgreSQL, in every other seed in which no other fault stops it. */
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

/** A fault of the cluster that includes an election takes at least this long. */
const MIN_CLUSTER_FAULT_MS = 2_500;

/**
 * One after another, because each begins with an intact cluster. A short seed has some of the kinds, and the next seed with its jobs in the
 * same engine has the following ones.
 */
function clusterFaults(random: Random, endsAt: number, seed: number): Fault[] {
  const kinds = [...CLUSTER_FAULTS, 'eventstoredb'] as const;
  const spanMs = endsAt - 2 * CALM_MS;
  const many = Math.min(kinds.length, Math.max(1, Math.floor(spanMs / MIN_CLUSTER_FAULT_MS)));
  const slotMs = Math.floor(spanMs / many);
  const first = Math.floor(seed / 2) * many;
  const faults = Array.from({ length: many }, (_, n): Fault => {
    const kind = kinds[(first + n) % kinds.length]!;
    const when = {
      at: CALM_MS + n * slotMs,
      forMs: random.whole(Math.floor(slotMs * 0.6), Math.min(LONGEST_OUTAGE_MS, Math.floor(slotMs * 0.9))),
    };
    if (kind === 'eventstoredb') return { kind, way: random.pick(['crash', 'frozen'] as const), ...when };
    return { kind, next: random.pick([0, 1] as const), ...when };
  });
  return [...faults, { kind: 'drop', at: random.whole(CALM_MS, endsAt - CALM_MS) }];
}
