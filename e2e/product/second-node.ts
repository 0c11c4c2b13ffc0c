import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePorts } from '../../scripts/launcher/ports.mjs';
import { dataFolder, ROOT, runningProduct } from './product.js';

/** Length of a day for the second node: tasks that its API opens are due after one. */
const DAY_MS = 1_000;

/** Another API and another worker beside those that the launcher runs, on the same engines. */
export class SecondNode {
  private constructor(
    private readonly processes: readonly ChildProcess[],
    /** Where this node's API answers. */
    readonly origin: string,
    /** Where the worker of each node tells of its health: the launcher's, and this one's. */
    readonly workers: readonly [first: string, second: string],
  ) {}

  static async start(): Promise<SecondNode> {
    const { origin, apps, postgres } = await runningProduct();
    const dataDir = dataFolder();
    const { secretKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { secretKey: string };
    const [port, workerPort] = await freePorts(2);
    const env = {
      ...process.env,
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      IDENTITY_URL: apps.identity.url,
      SECRET_KEY: secretKey,
      TASK_DAY_MS: String(DAY_MS),
      ALLOW_CAPTURED_MAIL: 'yes',
      ALLOW_NO_SCANNER: 'yes',
      LOG_LEVEL: 'error',
    };
    const processes = ['api', 'worker'].map((name) =>
      spawn(process.execPath, [join(ROOT, `dist/apps/${name}/src/main.js`)], { cwd: ROOT, env, stdio: 'inherit' }),
    );
    const node = new SecondNode(processes, `http://127.0.0.1:${port}`, [
      apps.worker.url,
      `http://127.0.0.1:${workerPort}`,
    ]);
    try {
      for (const url of [`${node.origin}/api/health/ready`, `${node.workers[1]}/health/ready`]) {
        await expect.poll(() => answers(url), { message: url }).toBe(true);
      }
    } catch (error) {
      await node.stop();
      throw error;
    }
    return node;
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        await ended;
      }),
    );
  }

  /** The worker that leads now, and a way to stop it where it stands, or end it. */
  async leader(): Promise<{ readonly other: string; readonly signal: (signal: NodeJS.Signals) => void }> {
    const [first, second] = this.workers;
    const own = (await roleAt(second)) === 'leading';
    const pid = own ? this.processes[1]?.pid : (await runningProduct()).apps.worker.pid;
    if (!pid) throw new Error('The worker that leads does not run');
    return { other: own ? first : second, signal: (signal) => process.kill(pid, signal) };
  }
}

/** What the projector of the worker at `url` does; null while it does not answer. */
export async function roleAt(url: string): Promise<string | null> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  if (!answer) return null;
  const { loops } = (await answer.json()) as { readonly loops: { readonly projector: { readonly role: string } } };
  return loops.projector.role;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
