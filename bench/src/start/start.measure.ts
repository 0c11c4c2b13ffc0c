import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Measure } from '../running/measure.js';
import { repeat, type Round } from '../running/rounds.js';

/** `npm start` with everything installed, built and seeded: the turn that warms up is the first start. */
export const start: Measure = {
  name: 'start',
  async *run({ quick, log }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'start-'));
    try {
      log('start: the first time, then again');
      const ours = await repeat(quick ? 1 : 3, { name: 'ours', round: () => startOnce(dataDir) });
      const goal = { words: '< 10 s', met: ours.value < 10 };
      yield { measure: 'npm start, again, to ready', unit: 's', ours, peer: null, goal };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** Measures from the command to its “ready”, and then ends it like Ctrl-C. */
async function startOnce(dataDir: string): Promise<Round> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) };
  const before = performance.now();
  const product = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(product, 'exit');
  let seconds: number | undefined;
  for await (const line of createInterface({ input: product.stdout })) {
    if (!line.includes('is ready at')) continue;
    seconds = (performance.now() - before) / 1000;
    product.kill('SIGINT');
  }
  await ended;
  if (seconds === undefined) throw new Error('The product did not become ready');
  return { figure: seconds };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
