import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openTreeFolder, readTreeState } from '@throughline/event-store';
import { createLogger } from '@throughline/platform';
import { unzipSync } from 'fflate';
import type { ApiUnderTest } from '../../apps/api/src/testing/api-under-test.js';
import { until } from '../../apps/api/src/testing/until.js';
import { logTreeConsumer } from '../../apps/worker/src/log-tree/extend-log-tree.js';

export const TREE = {
  tlogKey: '0123456789abcdef'.repeat(4),
  publicOrigin: 'https://portal.example',
  tlogFormerSigners: undefined,
  tlogWitnesses: undefined,
};

/** Signs both logs as the leading worker does, until all of them is signed. */
export async function sign({ engines: { config, store, database } }: ApiUnderTest): Promise<void> {
  const stop = new AbortController();
  const { tlogUrl } = config;
  const consumer = logTreeConsumer({
    store,
    db: database.db,
    config: { tlogUrl, ...TREE },
    now: () => new Date('2026-03-03T09:00:00Z'),
    log: createLogger('worker', { logLevel: 'fatal' }),
    signIntervalMs: 0,
  })!;
  const running = consumer.run(stop.signal, () => undefined);
  const { rows } = await database.pool.query<{ last: string }>(`select last_value as last from access_log_id_seq`);
  const head = await store.head();
  const reached = async (log: 'log' | 'access-log') => (await readTreeState(openTreeFolder(tlogUrl, log))).position;
  await until(
    async () => (await reached('log')) === head && (await reached('access-log')) >= 2 * Number(rows[0]?.last),
  );
  stop.abort();
  await running;
}

/** The files of an export by their paths in its folder. */
export type Unpacked = Record<string, Buffer>;

export const unpack = (zip: Uint8Array, caseId: string): Unpacked =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([path, bytes]) => [
      path.replace(`evidence-${caseId}/`, ''),
      Buffer.from(bytes),
    ]),
  );

/** Unpacks into an empty folder and runs the verifier there as its receiver does. */
export async function verifyIn(
  folder: string,
  unpacked: Unpacked,
  ...args: readonly string[]
): Promise<{ code: number; said: string }> {
  const place = await mkdtemp(join(folder, 'unpacked-'));
  for (const [path, bytes] of Object.entries(unpacked)) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), bytes);
  }
  const run = promisify(execFile)(process.execPath, ['verify.mjs', ...args], { cwd: place, env: {} });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
}
