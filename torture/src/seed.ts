import { setTimeout as pause } from 'node:timers/promises';
import type { FileEntry } from '@throughline/contracts';
import pLimit from 'p-limit';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { check, type Finding } from './check/check.js';
import { lastMail } from './check/outside.js';
import { asking, signIn } from './client.js';
import { commit, describeFault } from './faults.js';
import { LIMITS, within } from './limits.js';
import { describeWork, type Plan } from './plan.js';
import type { Fault } from './planned-faults.js';
import { waitUntilSettled } from './settle.js';
import type { System } from './system.js';
import { openScreens, screenOf, type Watcher } from './watcher.js';
import { type Job, sendUntilAnswered, WorkPool } from './send.js';
import { executeJob, type SentCommand } from './work.js';

/** After the last fault, commands are repeated until none of them has ended for this long: a busy machine takes long for all of them. */
const STALLED_AFTER_MS = 60_000;
/** From an order to its PDF, once all processes run again. */
const ORDER_TO_PDF_MS = 120_000;
/** Share of the commands that must have a final answer. */
const MIN_ANSWERED_SHARE = 0.9;

export interface Outcome {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly acknowledged: number;
  readonly refused: number;
  readonly unanswered: number;
  readonly events: number;
  /** How often clients received each kind of answer that is not final. */
  readonly failures: ReadonlyMap<string, number>;
  /** From the last fault until the system had settled. */
  readonly restAfterMs: number;
}

/** Runs one seed: commands and faults, then waits until the system has settled and checks what must hold. */
export async function runSeed(system: System, plan: Plan, log: (line: string) => void): Promise<Outcome> {
  const tokens = await signIn(system);
  const before = await within(LIMITS.engine, () => 'the head of the log', system.store.head());
  const mailsBefore = await within(LIMITS.engine, () => 'the last mail', lastMail(system.database.pool));
  const crashedBefore = new Set(crashesOf(system));
  const watchers = openScreens(system, tokens);
  const failures = new Map<string, number>();
  const ending = new AbortController();
  const job: Job = {
    system,
    tokens,
    until: ending.signal,
    open: new Set(),
    onFailure: (what) => void failures.set(what, (failures.get(what) ?? 0) + 1),
  };
  try {
    await Promise.all(
      watchers.map((watcher) => within(LIMITS.page, () => `the page of ${watcher.name}`, watcher.read())),
    );
    const started = performance.now();
    const at = (ms: number) => pause(Math.max(0, ms - (performance.now() - started)));
    const working = executePlan(job, plan, at, watchers);
    working.catch(() => undefined); // awaited when the faults are over
    // Waits for all of them, even if one fails, so that none continues in a stopped system.
    const faults = await Promise.allSettled(
      plan.faults.map(async (fault) => {
        await at(fault.at);
        log(`${(fault.at / 1000).toFixed(1)} s: ${describeFault(fault)}`);
        await within(limitOf(fault), () => `the end of a fault: ${describeFault(fault)}`, commit(system, fault));
      }),
    );
    for (const fault of faults) if (fault.status === 'rejected') throw fault.reason;
    await at(plan.endsAt);
    const calmSince = performance.now();
    await untilEndedOrStalled(job, working);
    ending.abort();
    const asked = await within(LIMITS.lastAnswers, () => openCommands(job), working);
    await system.untilReady();
    const ordered = within(ORDER_TO_PDF_MS + LIMITS.lastAnswers, () => 'the PDF of an order', orderToPdf(job));
    const progress = [...tooFewAnswers(asked), ...(await ordered)];
    const { events, pending } = await waitUntilSettled(system, watchers);
    const restAfterMs = Math.round(performance.now() - calmSince);
    const newEvents = events.filter(({ position }) => position > before);
    const evidence = { asked, watchers, events, newEvents, lastMail: mailsBefore };
    // Each fault may hit both workers.
    const findings = await check(system, { ...evidence, mayRepeat: plan.faults.length * 2 });
    const answers = asked.map(({ answers: [answer] }) => answer?.status ?? null);
    return {
      plan,
      failures,
      restAfterMs,
      findings: [
        ...findings,
        { property: 'work goes on', violations: [...progress, ...pending] },
        { property: 'every failure is handled', violations: unexpectedFailures(failures) },
        {
          property: 'no process ends by itself',
          violations: crashesOf(system).filter((crash) => !crashedBefore.has(crash)),
        },
      ],
      acknowledged: answers.filter((status) => status !== null && status < 300).length,
      refused: answers.filter((status) => status !== null && status >= 400).length,
      unanswered: answers.filter((status) => status === null).length,
      events: newEvents.length,
    };
  } finally {
    ending.abort();
    for (const watcher of watchers) watcher.close();
  }
}

/** Resolves when all commands have ended, or when none has for a while. */
async function untilEndedOrStalled({ open }: Job, working: Promise<unknown>): Promise<void> {
  const ended = working.then(() => true);
  for (let before = [...open], since = performance.now(); performance.now() - since < STALLED_AFTER_MS;) {
    if (await Promise.race([ended, pause(1_000, false)])) return;
    if (before.every((work) => open.has(work))) continue;
    [before, since] = [[...open], performance.now()];
  }
}

const crashesOf = ({ apps }: System): readonly string[] => Object.values(apps).flatMap(({ crashes }) => crashes);

const limitOf = (fault: Fault): number => LIMITS.fault + ('forMs' in fault ? fault.forMs : 0);

function openCommands({ open }: Job): string {
  const [first] = open;
  return `the end of ${open.size} commands${first ? `, such as ${describeWork(first)}` : ''}`;
}

/** After this many orders, a screen is opened on one of them, and stays open. */
const ORDERS_PER_OPEN_SCREEN = 8;
/** The number of browsers; each waits for an answer before it sends its next command. */
const MAX_OPEN_COMMANDS = 30;

/** Sends each command at its time, or as soon as a browser is free. */
async function executePlan(
  job: Job,
  plan: Plan,
  at: (ms: number) => Promise<void>,
  watchers: Watcher[],
): Promise<SentCommand[]> {
  const pool = new WorkPool();
  const browser = pLimit(MAX_OPEN_COMMANDS);
  const asked = await Promise.all(
    plan.work.map(async (work) => {
      await at(work.at);
      const one = await browser(() => executeJob(job, work, pool));
      const answer = one?.answers[0];
      if (work.kind === 'order' && answer?.status === 201 && pool.referrals.length % ORDERS_PER_OPEN_SCREEN === 0) {
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

/** An outage of an engine must be answered with 503; a 500 is a violation. */
function unexpectedFailures(failures: ReadonlyMap<string, number>): string[] {
  return [...failures].filter(([what]) => what.startsWith('500')).map(([what, often]) => `${often} × ${what}`);
}

function tooFewAnswers(asked: readonly SentCommand[]): string[] {
  const answered = asked.filter(({ answers }) => answers.every((answer) => answer !== null)).length;
  if (asked.length > 0 && answered >= MIN_ANSWERED_SHARE * asked.length) return [];
  return [`only ${answered} of ${asked.length} commands have an answer`];
}

/** Submits an order and waits for its PDF. */
async function orderToPdf(job: Job): Promise<string[]> {
  const since = performance.now();
  const until = AbortSignal.timeout(ORDER_TO_PDF_MS);
  const untilPdf = { ...job, until };
  const token = job.tokens.get('referrer') ?? '';
  const order = { ...asking('POST /referrals/create', { body: anOrder() }), token, key: crypto.randomUUID() };
  const submitted = await sendUntilAnswered(untilPdf, order, 0);
  while (submitted?.status === 201 && !until.aborted) {
    const params = { id: String(submitted.data) };
    const files = await sendUntilAnswered(
      untilPdf,
      { ...asking('GET /pdf/referral/{id}/files', { params }), token },
      1,
    );
    if (files?.status === 200 && (files.data as readonly FileEntry[]).length > 0) return [];
    await pause(100);
  }
  return [
    `an order had no PDF after ${Math.round((performance.now() - since) / 1000)} s: ${submitted?.status ?? 'no answer'}`,
  ];
}
