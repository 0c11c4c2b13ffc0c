import { setTimeout as pause } from 'node:timers/promises';
import { Calls } from '../product/calls.js';
import type { People } from '../product/people.js';
import { answerWith } from '../running/own-process.js';
import { executeStep, referralToWork, type Worked } from './execute-step.js';
import { LiveArrivals } from './live-arrivals.js';
import { commandAt, dueAt, START_MS, type Step } from './working-day.js';

/** The message with which the measuring process starts this one, which answers with every command that counts. */
export interface Load {
  readonly origin: string;
  readonly people: People;
  readonly perSecond: number;
  readonly rounds: number;
  readonly roundMs: number;
}

/** One command; times in ms from the moment at which it was due. */
export interface Timed {
  readonly round: number;
  readonly step: Step['type'];
  /** How late the command was sent. */
  readonly sent: number;
  readonly answered: number;
  readonly seen: number;
  /** Null for a step that changes no row of the list or of the queue. */
  readonly live: number | null;
}

export interface Loaded {
  readonly commands: readonly Timed[];
  /** How often the API deferred the command (429, 503). */
  readonly deferred: number;
}

/** If a command is sent this late, the machine cannot keep the pace. */
const MAX_LATENESS_MS = 15_000;

answerWith(run);

interface Done {
  readonly n: number;
  readonly step: Step;
  readonly referral: Worked;
  /** In the time of `performance.now()`; `sentOn` in ms since 1970. */
  readonly due: number;
  readonly sent: number;
  readonly sentOn: number;
  readonly answered: number;
  readonly seen: number;
}

/** Sends commands at a fixed pace, whether or not earlier ones are answered: a queue that builds up is counted, command by command. */
async function run({ origin, people, perSecond, rounds, roundMs }: Load): Promise<Loaded> {
  const calls = new Calls(origin);
  const live = await LiveArrivals.open(origin, people.staff[0]!);
  const referrals = new Map<number, { readonly referral: Worked; last: Promise<unknown> }>();
  const all: Promise<Done>[] = [];
  const start = performance.now() + 100;
  let given: unknown; // why the load gave up
  for (let n = 0; given === undefined && dueAt(n, perSecond) < START_MS + rounds * roundMs; n++) {
    const due = start + dueAt(n, perSecond);
    if (due > performance.now()) await pause(due - performance.now());
    const command = commandAt(n, perSecond);
    if (!command) continue;
    const { step } = command;
    const worked = referrals.get(command.referral) ?? {
      referral: referralToWork(people, command.referral),
      last: Promise.resolve(),
    };
    referrals.set(command.referral, worked);
    const { referral } = worked;
    const done = worked.last.then(async (): Promise<Done> => {
      const sent = performance.now();
      if (sent - due > MAX_LATENESS_MS)
        throw new Error(
          `the machine is full at ${perSecond}/s: a ${step.type} was sent ${Math.round((sent - due) / 1000)} s late`,
        );
      const sentOn = Date.now();
      const answered = await executeStep(calls, people, referral, step);
      return { n, step, referral, due, sent, sentOn, answered, seen: performance.now() };
    });
    worked.last = done;
    all.push(done);
    done.catch((error: unknown) => (given ??= error)); // reported below
  }
  const done = await Promise.all(all).catch((error: unknown) => {
    throw given ?? error; // the first one, because later commands wait for it
  });
  await pause(1_000); // for changes that are still on their way to the socket
  const timed = done
    .filter(({ n }) => dueAt(n, perSecond) >= START_MS)
    .map((one) => timedOf(one, Math.floor((dueAt(one.n, perSecond) - START_MS) / roundMs), live));
  live.close();
  calls.close();
  return { commands: timed, deferred: calls.deferred };
}

function timedOf(
  { step, referral, due, sent, sentOn, answered, seen }: Done,
  round: number,
  live: LiveArrivals,
): Timed {
  const receivedAt = step.type === 'note' ? null : live.receivedAt(referral.id!, sentOn);
  if (receivedAt === undefined) throw new Error(`The socket never heard of a ${step.type}`);
  return {
    round,
    step: step.type,
    sent: sent - due,
    answered: answered - due,
    seen: seen - due,
    live: receivedAt && receivedAt - due,
  };
}
