import { Calls } from '../product/calls.js';
import type { People } from '../product/people.js';
import { answerWith } from '../running/own-process.js';
import type { Side } from '../running/measure.js';
import { repeat, type Round } from '../running/rounds.js';
import { referralToWork } from '../visible/execute-step.js';
import { WholeOrders } from './whole-orders.js';

/** What the process that asks sends to this one. */
export interface Load {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly people: People;
  readonly inFlight: number;
  readonly rounds: number;
  readonly roundMs: number;
}

export interface Loaded {
  /** Orders a second; times from submit to whole. */
  readonly ours: Side;
  /** From submit to the API's answer, ms. */
  readonly answered: readonly number[];
}

answerWith(run);

/** So many orders at once, each followed by the next when all that follows it is there: nothing piles up behind the clock. */
async function run({ origin, databaseUrl, people, inFlight, rounds, roundMs }: Load): Promise<Loaded> {
  const calls = new Calls(origin);
  const orders = new WholeOrders(databaseUrl);
  const answered: number[][] = [];
  let n = 0;

  async function round(): Promise<Round> {
    const answers: number[] = [];
    const times: number[] = [];
    const start = performance.now();
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (performance.now() - start < roundMs) {
          const sent = performance.now();
          const id = await submit(calls, people, n++);
          answers.push(performance.now() - sent);
          await orders.whole(id);
          times.push(performance.now() - sent);
        }
      }),
    );
    answered.push(answers);
    return { figure: (times.length * 1_000) / (performance.now() - start), times };
  }

  try {
    const ours = await repeat(rounds, { name: 'ours', round });
    return { ours, answered: answered.slice(1).flat() }; // without the turn that warms up
  } finally {
    calls.close();
    await orders.close();
  }
}

/** The n-th order, by somebody who wants to be mailed. Resolves with its id. */
async function submit(calls: Calls, people: People, n: number): Promise<string> {
  const { submitter, order } = referralToWork(people, n);
  const referralInfo = { ...order.referralInfo, sendNotificationsFlag: true };
  const { status, body } = await calls.call(submitter, 'POST /referrals/create', {
    body: { ...order, referralInfo },
  });
  if (status >= 300) throw new Error(`An order was answered with ${status} ${body}`);
  return (JSON.parse(body) as { data: string }).data;
}
