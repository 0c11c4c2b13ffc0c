import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT, RUNNING_IN } from './product.js';

/**
 * Starts the product as `npm start` does, with the demo data, in a data folder of its own; the function it returns ends it and
 * removes the folder. With E2E_DATA_DIR the specs use the product that runs there already, which is quicker while writing one.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env[RUNNING_IN]) return async () => {};
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-e2e-'));
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(product, 'exit');
  const end = async () => {
    product.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const said: string[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: product.stdout }).on('line', (line) => {
      said.push(line);
      if (line.startsWith('Throughline is ready')) resolve();
    });
  });
  const isReady = await Promise.race([ready.then(() => true), ended.then(() => false)]);
  if (!isReady) {
    await end();
    throw new Error(`The product did not start:\n${said.join('\n')}`);
  }
  process.env[RUNNING_IN] = dataDir;
  return end;
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}
