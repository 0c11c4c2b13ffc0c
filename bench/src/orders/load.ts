import { Calls } from '../product/calls.js';
import type { People } from '../product/people.js';
import { answerWith } from '../running/own-process.js';
import type { Side } from '../running/measure.js';
import { repeat, type Round } from '../running/rounds.js';
import { referralToWork } from '../visible/execute-step.js';
import { WholeOrders } from './whole-orders.js';

/** The message with which the measuring process starts this one. */
export interface Load {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly people: People;
  readonly inFlight: number;
  readonly rounds: number;
  readonly roundMs: number;
}

export interface Loaded {
  /** Orders per second; times from submission until everything that follows is done. */
  readonly ours: Side;
  /** From submission to the API's answer, ms. */
  readonly answered: readonly number[];
  /**
   * First tasks of these orders that were claimed per second, each by two people at once; times of the one who got it. Or why that failed.
   */
  readonly claims: Side | { readonly failed: string };
}

answerWith(run);

/** Keeps this many orders in flight. Each is followed by the next once everything that follows it is done, so that nothing piles up. */
async function run({ origin, databaseUrl, people, inFlight, rounds, roundMs }: Load): Promise<Loaded> {
  const calls = new Calls(origin);
  const orders = new WholeOrders(databaseUrl);
  const answered: number[][] = [];
  const placed: string[] = [];
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
          placed.push(id);
          times.push(performance.now() - sent);
        }
      }),
    );
    answered.push(answers);
    return { figure: (times.length * 1_000) / (performance.now() - start), times };
  }

  try {
    const ours = await repeat(rounds, { name: 'ours', round });
    const share = Math.floor(placed.length / (rounds + 1));
    const claimSome = () => claimAll(calls, people, placed.splice(0, share), inFlight);
    const claims = await repeat(rounds, { name: 'ours', round: claimSome }).catch((error: unknown) => ({
      failed: error instanceof Error ? error.message : String(error),
    }));
    return { ours, answered: answered.slice(1).flat(), claims }; // without the first turn, which warms up
  } finally {
    calls.close();
    await orders.close();
  }
}

/** Submits the n-th order, by somebody who wants to be mailed. Resolves with its id. */
async function submit(calls: Calls, people: People, n: number): Promise<string> {
  const { submitter, order } = referralToWork(people, n);
  const referralInfo = { ...order.referralInfo, sendNotificationsFlag: true };
  const { status, body } = await calls.call(submitter, 'POST /referrals/create', {
    body: { ...order, referralInfo },
  });
  if (status >= 300) throw new Error(`An order was answered with ${status} ${body}`);
  return (JSON.parse(body) as { data: string }).data;
}

/**
 * Two people claim each first task at the same moment, as colleagues who work one queue do. Throws unless one of them gets it and the other
 * is refused.
 */
async function claimAll(calls: Calls, { staff }: People, referrals: string[], inFlight: number): Promise<Round> {
  const times: number[] = [];
  const start = performance.now();
  let n = 0;
  const claimOne = async (referralId: string): Promise<void> => {
    const pair = [staff[n++ % staff.length]!, staff[n++ % staff.length]!];
    const sent = performance.now();
    const answers = await Promise.all(
      pair.map(async (person) => {
        const params = { taskId: `${referralId}-1` };
        const { status, body } = await calls.call(person, 'POST /tasks/{taskId}/claim', { params });
        if (status < 300) times.push(performance.now() - sent);
        return `${status} ${status < 300 ? '' : (JSON.parse(body) as { code: string }).code}`;
      }),
    );
    const told = answers.sort().join(', ');
    if (told !== '200 , 409 item-task/claimed-by-another')
      throw new Error(`Two claims of a task were answered ${told}`);
  };
  const waiting = [...referrals];
  await Promise.all(
    Array.from({ length: inFlight / 2 }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await claimOne(next);
    }),
  );
  return { figure: (times.length * 1_000) / (performance.now() - start), times };
}
