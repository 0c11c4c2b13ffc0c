import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FullConfig } from '@playwright/test';
import { freePorts } from '../scripts/launcher/ports.mjs';
import { ROOT, RUNNING_IN } from './product.js';

/**
 * Starts a product for each worker of Playwright; the function it returns ends them and removes their folders. With
 * E2E_DATA_DIR the specs use the product that runs there already, which is quicker while writing one.
 */
export default async function startProducts({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env[RUNNING_IN]) return async () => {};
  const starts = await Promise.allSettled(Array.from({ length: workers }, startProduct));
  const products = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const endAll = async () => {
    await Promise.all(products.map(({ end }) => end()));
  };
  for (const start of starts) {
    if (start.status === 'fulfilled') continue;
    await endAll();
    throw start.reason;
  }
  process.env[RUNNING_IN] = products.map(({ dataDir }) => dataDir).join(delimiter);
  return endAll;
}

interface Product {
  readonly dataDir: string;
  readonly end: () => Promise<void>;
}

/** As `npm start` does, with the demo data, in a data folder of its own. */
export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-e2e-'));
  const [port] = await freePorts(1);
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(product, 'exit');
  const end = async () => {
    product.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const lines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: product.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('Throughline is ready')) resolve();
    });
  });
  const isReady = await Promise.race([ready.then(() => true), ended.then(() => false)]);
  if (!isReady) {
    await end();
    throw new Error(`The product did not start:\n${lines.join('\n')}`); // why is on standard error, with the end of the log
  }
  return { dataDir, end };
}
