import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { redisIsInstalled, until } from '@throughline/platform/testing';
import { isLongRun } from '../suites/long-run.mjs';
import { PATIENCE } from './app-process.js';
import { Installation } from './installation.js';
import { commitBefore, type Release, releaseOf, thisRelease } from './release.js';
import { signIn } from './sign-in.js';
import { createFirstAccount, workOn } from './work.js';

jest.setTimeout(1_800_000); // seven processes, started several times, on a machine that others use

let present: Release;
beforeAll(async () => {
  present = await thisRelease();
});
afterAll(() => present?.remove());

describe('What docker-compose.yml starts, without its containers', () => {
  let installation: Installation;
  let orders: readonly number[];
  beforeAll(async () => {
    installation = await Installation.start(present.tree);
  });
  afterAll(() => installation?.end());

  it('is ready, serves console and API page, and has no accounts', async () => {
    const { origin } = installation;
    await until('ready', () => fetch(`${origin}/api/health/ready`).then(({ ok }) => ok), PATIENCE);
    const page = await fetch(`${origin}/queue`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('id="root"');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const docs = await (await fetch(`${origin}/api/docs`)).text();
    for (const [, asset] of docs.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect({ asset, status: (await fetch(new URL(asset ?? '', `${origin}/api/`))).status }).toEqual({
        asset,
        status: 200,
      });
    }
    await expect(signIn(origin, 'admin@throughline.example', 'Throughline1!')).rejects.toThrow('Authentication failed');
  });

  it('shows an order that was made through the proxy on both nodes, with the file that a worker made', async () => {
    expect(installation.nodes).toHaveLength(2);
    await createFirstAccount(installation);
    orders = await workOn(installation);
  });

  (redisIsInstalled() ? it : it.skip)('keeps its jobs in Redis', async () => {
    const redis = new Redis(installation.redisUrl ?? '');
    expect(await redis.keys('throughline:*')).not.toEqual([]);
    redis.disconnect();
  });

  it('stops on a signal and starts again with all that was done', async () => {
    const starts = isLongRun() ? 2 : 1;
    for (let nth = 0; nth < starts; nth++) {
      expect(await installation.stop()).toEqual([]);
      await installation.startAgain();
      orders = await workOn(installation, orders);
    }
    expect(orders).toHaveLength(1 + starts);
  });
});

const before = await commitBefore();
if (before === undefined) console.log('Not tried: an upgrade. This clone has no history of the release before.');

(before === undefined ? describe.skip : describe)('An upgrade from the release before', () => {
  let former: Release;
  let installation: Installation;
  beforeAll(async () => {
    former = await releaseOf(before ?? '');
    installation = await Installation.start(former.tree);
  });
  afterAll(async () => {
    await installation?.end();
    former?.remove();
  });

  it('keeps all that was done, also when it is rolled back', async () => {
    await createFirstAccount(installation);
    let orders = await workOn(installation);
    // The long run upgrades once more, after the rollback.
    const releases = [present, former, ...(isLongRun() ? [present] : [])];
    for (const release of releases) {
      await installation.upgrade(release.tree);
      orders = await workOn(installation, orders);
    }
    expect(orders).toHaveLength(1 + releases.length);
  });
});
