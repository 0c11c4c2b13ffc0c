import { setTimeout as pause } from 'node:timers/promises';
import type { FileEntry } from '@throughline/contracts';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { check, type Finding } from './check/check.js';
import { signIn } from './client.js';
import { commit, inWords } from './faults.js';
import type { Plan } from './plan.js';
import { untilAtRest } from './rest.js';
import { openScreens, screenOf } from './screens.js';
import type { System } from './system.js';
import { Turnstile } from './turnstile.js';
import type { Watcher } from './watcher.js';
import { type Asked, askUntilAnswered, carryOut, type Job, Known } from './work.js';

/** After the last fault everything that was asked has its answer within this. Milliseconds. */
const ANSWERED_WITHIN_MS = 60_000;
/** With everything up again an order is a PDF within this. Milliseconds. */
const ORDER_TO_PDF_MS = 30_000;
/** Of what people did, as much has an answer that holds. */
const LEAST_ANSWERED = 0.9;

export interface Outcome {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly acknowledged: number;
  readonly refused: number;
  readonly unanswered: number;
  readonly events: number;
  /** How often a client heard something other than an answer that holds. */
  readonly troubles: ReadonlyMap<string, number>;
  /** From the last fault until everything was at rest. */
  readonly restAfterMs: number;
}

/** One seed: people at work, faults, rest, and what is to hold then. */
export async function runSeed(system: System, plan: Plan, say: (line: string) => void): Promise<Outcome> {
  const tokens = await signIn(system);
  const before = await system.store.head();
  const watchers = openScreens(system, tokens);
  const troubles = new Map<string, number>();
  const ending = new AbortController();
  const job: Job = {
    ...{ system, tokens, until: ending.signal },
    onTrouble: (what) => void troubles.set(what, (troubles.get(what) ?? 0) + 1),
  };
  try {
    await Promise.all(watchers.map((watcher) => watcher.read()));
    const started = performance.now();
    const at = (ms: number) => pause(Math.max(0, ms - (performance.now() - started)));
    const working = workOff(job, plan, at, watchers);
    await Promise.all(
      plan.faults.map(async (fault) => {
        await at(fault.at);
        say(`${(fault.at / 1000).toFixed(1)} s: ${inWords(fault)}`);
        await commit(system, fault);
      }),
    );
    await at(plan.endsAt);
    const calmSince = performance.now();
    const patience = setTimeout(() => ending.abort(), ANSWERED_WITHIN_MS);
    const asked = await working;
    clearTimeout(patience);
    await system.untilReady();
    const progress = [...answeredEnough(asked), ...(await orderToPdf(job))];
    const { events, restless } = await untilAtRest(system, watchers);
    const restAfterMs = Math.round(performance.now() - calmSince);
    const findings = await check(system, { asked, watchers, events });
    const answers = asked.map(({ answers: [answer] }) => answer?.status ?? null);
    return {
      ...{ plan, troubles, restAfterMs },
      findings: [
        ...findings,
        { property: 'work goes on', wrong: [...progress, ...restless] },
        { property: 'no failure is unforeseen', wrong: unforeseen(troubles) },
      ],
      acknowledged: answers.filter((status) => status !== null && status < 300).length,
      refused: answers.filter((status) => status !== null && status >= 400).length,
      unanswered: answers.filter((status) => status === null).length,
      events: events.filter(({ position }) => position > before).length,
    };
  } finally {
    ending.abort();
    for (const watcher of watchers) watcher.close();
  }
}

/** Every so many orders somebody opens one and leaves it open. */
const OPENED_EVERY = 8;
/** A browser waits for its answer before it sends the next command; so many of them are open. */
const BROWSERS = 30;

/** Each thing at its time, or as soon as a browser is free for it. */
async function workOff(job: Job, plan: Plan, at: (ms: number) => Promise<void>, watchers: Watcher[]): Promise<Asked[]> {
  const known = new Known();
  const browsers = new Turnstile(BROWSERS);
  const asked = await Promise.all(
    plan.work.map(async (work) => {
      await at(work.at);
      const one = await browsers.through(() => carryOut(job, work, known));
      const answer = one?.answers[0];
      if (work.kind === 'order' && answer?.status === 201 && known.referrals.length % OPENED_EVERY === 0) {
        const watcher = screenOf(job.system, job.tokens, work.by, work.node, {
          name: 'referral',
          referralId: String(answer.data),
        });
        watchers.push(watcher);
        void watcher.read();
      }
      return one;
    }),
  );
  return asked.filter((one) => one !== null);
}

/** An engine that is away is told as such: 503, and try again. */
function unforeseen(troubles: ReadonlyMap<string, number>): string[] {
  return [...troubles].filter(([what]) => what.startsWith('500')).map(([what, often]) => `${often} × ${what}`);
}

function answeredEnough(asked: readonly Asked[]): string[] {
  const answered = asked.filter(({ answers }) => answers.every((answer) => answer !== null)).length;
  if (asked.length > 0 && answered >= LEAST_ANSWERED * asked.length) return [];
  return [`only ${answered} of ${asked.length} commands have an answer`];
}

/** A new order goes from the form to its PDF, as the API tells it. */
async function orderToPdf(job: Job): Promise<string[]> {
  const since = performance.now();
  const until = AbortSignal.timeout(ORDER_TO_PDF_MS);
  const patient = { ...job, until };
  const token = job.tokens.get('referrer') ?? '';
  const order = {
    method: 'POST',
    path: '/referrals/create',
    token,
    key: crypto.randomUUID(),
    body: anOrder(),
  } as const;
  const submitted = await askUntilAnswered(patient, order, 0);
  while (submitted?.status === 201 && !until.aborted) {
    const path = `/pdf/referral/${String(submitted.data)}/files`;
    const files = await askUntilAnswered(patient, { method: 'GET', path, token }, 1);
    if (files?.status === 200 && (files.data as readonly FileEntry[]).length > 0) return [];
    await pause(100);
  }
  return [
    `an order had no PDF after ${Math.round((performance.now() - since) / 1000)} s: ${submitted?.status ?? 'no answer'}`,
  ];
}
