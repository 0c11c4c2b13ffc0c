import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** The built worker in a separate process, as in production; it ends with this process. */
export function startWorkerProcess(
  env: Readonly<Record<string, string | undefined>>,
  workerPort: number,
): ChildProcess {
  return spawn(process.execPath, [resolve('dist/apps/worker/src/main.js')], {
    env: { ALLOW_CAPTURED_MAIL: 'yes', ALLOW_NO_SCANNER: 'yes', ...env, WORKER_PORT: String(workerPort) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Resolves when the signal has ended the process. */
export async function endWorkerProcess(worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = once(worker, 'exit');
  worker.kill(signal);
  await gone;
}
