import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { evidenceDecider, type EvidenceEvent } from '@throughline/domain';
import { readEvents } from '@throughline/event-store';
import { freePort, redisIsInstalled, startTemporaryRedis } from '@throughline/platform/testing';
import { submitOrder } from '../../apps/api/src/testing/an-order.js';
import { startApi } from '../../apps/api/src/testing/api-under-test.js';
import { get, post } from '../../apps/api/src/testing/call.js';
import { until } from '../../apps/api/src/testing/until.js';
import { endWorkerProcess, startWorkerProcess } from '../../apps/worker/src/testing/worker-process.js';
import { TREE, unpack, verifyIn } from './evidence.testing.js';

/** Enough that an export takes seconds. */
const VIEWINGS = 30_000;

const redis = async () => {
  const server = await startTemporaryRedis();
  return { env: { REDIS_URL: server.url, REDIS_PREFIX: 'evidence' }, end: () => server.remove() };
};
const postgres = () => Promise.resolve({ env: {}, end: () => Promise.resolve() });
const ENGINES = [['PostgreSQL', postgres, true] as const, ['Redis', redis, redisIsInstalled()] as const];

describe.each(ENGINES)('An export of evidence whose jobs are on %s', (_, start, isInstalled) => {
  (isInstalled ? it : it.skip)('is taken up again when its worker is killed, and makes one file', async () => {
    const queue = await start();
    const folder = await mkdtemp(join(tmpdir(), 'evidence-worker-'));
    let worker: ChildProcess | undefined;
    let startWorker = async () => {};
    const api = await startApi({
      project: async ({ config }) => {
        const env = {
          DATABASE_URL: config.databaseUrl,
          FILES_URL: config.filesUrl,
          TLOG_URL: config.tlogUrl,
          TLOG_KEY: TREE.tlogKey,
          SECRET_KEY: config.secretKey,
          OPERATOR_COMPANY_ID: String(config.operatorCompanyId),
          LOG_LEVEL: 'fatal',
          ...queue.env,
        };
        startWorker = async () => void (worker = startWorkerProcess(env, await freePort()));
        await startWorker();
        return { stop: () => endWorkerProcess(worker!, 'SIGTERM') };
      },
    });
    try {
      const { store, files, database } = api.engines;
      const { body } = await submitOrder(api, undefined, { as: 'referrer' });
      const id = body.data;
      await database.pool.query(
        `insert into access_log (user_id, role, referral_ids, row_ids, screen, outcome, address_hash)
         select 'u-' || n % 90, 'staff', array[$1], '{}', 'Referral', 'shown', '' from generate_series(1, ${VIEWINGS}) as n`,
        [id],
      );
      const begun = await post<{ exportId: string }>(
        api,
        `/referrals/referral/${id}/evidence`,
        {
          hasPersonalData: true,
          reason: 'For the court',
        },
        { as: 'ops' },
      );
      const { exportId } = begun.body.data;
      const progress = await readProgress();
      expect(progress.written).toBeLessThan(progress.all);
      await endWorkerProcess(worker!, 'SIGKILL');
      expect(await types()).toEqual(['EvidenceRequested']);

      await startWorker();
      await until(async () => (await types()).length > 1);
      expect(await types()).toEqual(['EvidenceRequested', 'EvidenceExported']);
      await until(
        async () => (await get(api, `/referrals/referral/${id}/evidence/${exportId}`, { as: 'ops' })).status === 200,
      );
      const link = await get<string>(api, `/referrals/referral/${id}/evidence/${exportId}`, { as: 'ops' });
      const zip = await (await fetch(`${api.origin}${link.body.data}`)).arrayBuffer();
      const { code, said } = await verifyIn(folder, unpack(new Uint8Array(zip), id));
      expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('Everything is as it was exported') });
      // The part of a file that the killed worker left is of no name that an event has: the sweeper removes it after a day.
      expect(await files.unconfirmed(new Date(Date.now() + 60_000), 10)).toHaveLength(1);

      async function readProgress(): Promise<{ readonly written: number; readonly all: number }> {
        let last: { readonly written: number; readonly all: number } | undefined;
        await until(async () => {
          const events = await readEvents(store, `evidenceProgress-${id}`, {});
          last = events.at(-1)?.data as typeof last;
          return last !== undefined;
        });
        return last!;
      }
      async function types(): Promise<readonly string[]> {
        const events = await readEvents<EvidenceEvent>(store, `${evidenceDecider.category}-${id}`, {});
        return events.map(({ type }) => type);
      }
    } finally {
      await api.close();
      await queue.end();
      await rm(folder, { recursive: true });
    }
  });
});
