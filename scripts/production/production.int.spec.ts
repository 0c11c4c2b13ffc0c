import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { until } from '@throughline/event-store/testing';
import { redisIsInstalled } from '@throughline/platform/testing';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { Installation } from './installation.js';
import { signIn } from './sign-in.js';

const LOGIN = 'first@portal.example';
const PASSWORD = 'Corr3ct-horse!';

jest.setTimeout(60_000); // seven processes on a machine that others use

describe('What docker-compose.yml starts, without its containers', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await Installation.start();
  });
  afterAll(() => installation?.end());

  it('is ready, serves the console, and has no accounts', async () => {
    const { origin } = installation;
    await until('ready', () => fetch(`${origin}/api/health/ready`).then(({ ok }) => ok));
    const page = await fetch(`${origin}/queue`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('id="root"');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    await expect(signIn(origin, 'admin@throughline.example', 'Throughline1!')).rejects.toThrow('Authentication failed');
  });

  it('shows an order that was made through the proxy on both nodes, with the file that a worker made', async () => {
    const { origin, nodes } = installation;
    const person = ['--login', LOGIN, '--first-name', 'Fay', '--last-name', 'Ito', '--phone', '5125550100'];
    const create = ['account', 'create', ...person, '--company', '1', '--admin'];
    expect(await installation.operate(create, PASSWORD)).toContain(`${LOGIN} has the account`);
    const token = await signIn(origin, LOGIN, PASSWORD);
    const authorized = { headers: { authorization: `Bearer ${token}` } };
    const get = async (url: string) => (await (await fetch(url, authorized)).json()) as { readonly data: never };

    const made = await fetch(`${origin}/api/referrals/create`, {
      method: 'POST',
      headers: { ...authorized.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(anOrder({ lastName: 'Quill', email: LOGIN })),
    });
    expect(made.status).toBe(201);
    const { data: id } = (await made.json()) as { readonly data: number };
    expect(nodes).toHaveLength(2);
    for (const node of nodes) {
      const isThere = () => fetch(`${node}/api/referrals/referral/${id}`, authorized).then(({ ok }) => ok);
      await until(`order ${id} is visible at ${node}`, isThere);
      const files = async () => (await get(`${node}/api/pdf/referral/${id}/files`)).data as { id: [number] }[];
      await until(`its file is there at ${node}`, async () => (await files()).length === 1);
      const [file] = await files();
      const { data: link } = await get(`${node}/api/pdf/referral/${id}/file/${file?.id[0]}`);
      const pdf = await (await fetch(new URL(link, origin))).arrayBuffer();
      expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
    }
  });

  (redisIsInstalled() ? it : it.skip)('keeps its jobs in Redis', async () => {
    const redis = new Redis(installation.redisUrl ?? '');
    expect(await redis.keys('throughline:*')).not.toEqual([]);
    redis.disconnect();
  });

  it('shows an operator the progress of its read models and that no job has failed', async () => {
    const status = JSON.parse(await installation.operate(['rebuild', 'status'])) as { parked: unknown };
    expect(status.parked).toEqual([]);
    expect(await installation.operate(['jobs', 'failed'])).toBe('No job has failed.\n');
  });

  it('stops on a signal', async () => {
    expect(await installation.stop()).toEqual(installation.apps.map(() => 0));
  });
});
