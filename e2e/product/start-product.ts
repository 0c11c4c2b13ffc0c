import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { FullConfig } from '@playwright/test';
import { freePorts } from '../../scripts/launcher/ports.mjs';
import { ROOT, RUNNING_IN } from './product.js';

/**
 * Starts a product for each worker of Playwright; the function it returns ends them and removes their folders. The demo is loaded once: the
 * products begin with copies of a data folder. With E2E_DATA_DIR the specs use the product that runs there already, which is quicker while writing one.
 */
export default async function startProducts({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env[RUNNING_IN]) return async () => {};
  const first = await newFolder();
  const folders = [first];
  const products: Product[] = [];
  const endAll = async () => {
    await Promise.all(products.map(({ stop }) => stop()));
    await Promise.all(folders.map(remove));
  };
  try {
    if (workers > 1) {
      await (await startIn(first)).stop();
      while (folders.length < workers) folders.push(await copyOf(first));
    }
    const starts = await Promise.allSettled(folders.map(startIn));
    products.push(...starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])));
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
  } catch (error) {
    await endAll();
    throw error;
  }
  process.env[RUNNING_IN] = folders.join(delimiter);
  return endAll;
}

/** Root starts PostgreSQL as another user. Where that one cannot enter, the database would be elsewhere, and no part of a copy. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-e2e-'));
  await chmod(folder, 0o711);
  return folder;
}
const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** A copy of the data of a stopped product, with its owners and permissions: PostgreSQL may belong to another user. */
async function copyOf(folder: string): Promise<string> {
  const copy = await newFolder();
  await promisify(execFile)('cp', ['-a', `${folder}/.`, copy]);
  return copy;
}

interface Product {
  /** Ends it; its data stay. */
  readonly stop: () => Promise<void>;
}

/** As `npm start` does, with the demo data, in a data folder of its own, which `end` removes. */
export async function startProduct(): Promise<{ readonly dataDir: string; readonly end: () => Promise<void> }> {
  const dataDir = await newFolder();
  try {
    const { stop } = await startIn(dataDir);
    return { dataDir, end: () => stop().then(() => remove(dataDir)) };
  } catch (error) {
    await remove(dataDir);
    throw error;
  }
}

async function startIn(dataDir: string): Promise<Product> {
  const [port] = await freePorts(1);
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(product, 'exit');
  const stop = async () => {
    product.kill('SIGTERM');
    await ended;
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
    await stop();
    throw new Error(`The product did not start:\n${lines.join('\n')}`); // why is on standard error, with the end of the log
  }
  return { stop };
}
