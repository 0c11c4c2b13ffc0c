import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { ReferralHistory } from '@throughline/contracts';
import { until } from '@throughline/platform/testing';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { PATIENCE } from './app-process.js';
import { signIn } from './sign-in.js';

/** An installation in any shape: processes or containers. */
export interface Reachable {
  /** The address of the proxy. */
  readonly origin: string;
  /** The API nodes, bypassing the proxy; the proxy itself if they cannot be reached. */
  readonly nodes: readonly string[];
  /** `docker compose run operate <args>`, with `input` on its standard input. Resolves with its output. */
  operate(args: readonly string[], input?: string): Promise<string>;
}

const LOGIN = 'first@portal.example';
const PASSWORD = 'Corr3ct-horse!';

/** Creates the first administrator. */
export async function createFirstAccount(at: Reachable): Promise<void> {
  const person = ['--login', LOGIN, '--first-name', 'Fay', '--last-name', 'Ito', '--phone', '5125550100'];
  const create = ['account', 'create', ...person, '--company', '1', '--admin'];
  expect(await at.operate(create, PASSWORD)).toContain(`${LOGIN} has the account`);
}

/**
 * Uses the installation between two starts: a sign-in, an order, the job for its file. Checks that earlier work is still there: the
 * `orders` that earlier calls returned, with their files, intact chains, no failed job, nothing parked. Returns all orders.
 */
export async function workOn(at: Reachable, orders: readonly number[] = []): Promise<readonly number[]> {
  const isReady = () => fetch(`${at.origin}/api/health/ready`).then(({ ok }) => ok);
  await until('ready', isReady, PATIENCE);
  const authorization = `Bearer ${await signIn(at.origin, LOGIN, PASSWORD)}`;
  const get = (url: string) => fetch(url, { headers: { authorization } });
  const dataOf = async (url: string) => ((await (await get(url)).json()) as { readonly data: never }).data;

  const made = await fetch(`${at.origin}/api/referrals/create`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(anOrder({ lastName: 'Quill', email: LOGIN })),
  });
  expect(made.status).toBe(201);
  const { data: id } = (await made.json()) as { readonly data: number };
  const all = [...orders, id];
  for (const node of at.nodes) {
    for (const order of all) {
      await until(
        `order ${order} is visible at ${node}`,
        () => get(`${node}/api/referrals/referral/${order}`).then(({ ok }) => ok),
        PATIENCE,
      );
      const files = async () => (await dataOf(`${node}/api/pdf/referral/${order}/files`)) as { id: [number] }[];
      await until(`its file is there at ${node}`, async () => (await files()).length === 1, PATIENCE);
      const [file] = await files();
      const link = await dataOf(`${node}/api/pdf/referral/${order}/file/${file?.id[0]}`);
      const pdf = await (await fetch(new URL(link, at.origin))).arrayBuffer();
      expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
    }
  }
  for (const order of all) {
    const { chains } = (await dataOf(`${at.origin}/api/referrals/referral/${order}/history`)) as ReferralHistory;
    expect(chains.length).toBeGreaterThan(0);
    expect(chains.filter(({ ok }) => !ok)).toEqual([]);
  }
  const { parked } = JSON.parse(await at.operate(['rebuild', 'status'])) as { readonly parked: unknown };
  expect(parked).toEqual([]);
  expect(await at.operate(['jobs', 'failed'])).toBe('No job has failed.\n');
  return all;
}
