import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Bench, Measure, Row } from './measure.js';

/* Each measure runs in a separate process: one that fails, hangs or is interrupted leaves no pools, sockets or apps for later ones. */

/** The request to the process. */
export interface MeasureRequest extends Pick<Bench, 'postgres' | 'quick' | 'full'> {
  readonly name: string;
}

type Message = { readonly row: Row } | { readonly log: string } | { readonly failed: string } | { readonly done: true };

export interface MeasureRun {
  /** Module that calls `measureOnRequest`. */
  readonly entry: URL;
  readonly request: MeasureRequest;
  readonly limitMs: number;
  /** The output of the process, and of those that it starts. */
  readonly outputFile: string;
  /** The folder for the temporary files of all of them. */
  readonly temporaryFolder: string;
  readonly signal: AbortSignal;
  readonly onRow: (row: Row) => void;
  readonly log: (line: string) => void;
}

/** From SIGTERM to SIGKILL: enough for a product to stop gracefully. */
const END_TIMEOUT_MS = 30_000;

/**
 * Runs one measure, and passes its rows on one by one. Resolves with null, or with why it did not finish: an error of its own, the end of
 * its process, its time limit, or the signal. Its processes have ended by then. Never rejects because of the measure.
 */
export async function runMeasure(run: MeasureRun): Promise<string | null> {
  const output = openSync(run.outputFile, 'a');
  const child = fork(fileURLToPath(run.entry), {
    execArgv: ['--enable-source-maps'],
    env: { ...process.env, TMPDIR: run.temporaryFolder },
    detached: true, // a process group, which is ended as one; a terminal's Ctrl-C reaches this process alone
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const exit = once(child, 'exit');
  exit.catch(() => undefined); // reported by `error`
  const failure = await new Promise<string | null>((resolve) => {
    const limit = setTimeout(() => resolve(`did not finish within ${run.limitMs / 60_000} min`), run.limitMs);
    const interrupt = () => resolve('was interrupted');
    if (run.signal.aborted) interrupt();
    run.signal.addEventListener('abort', interrupt, { once: true });
    child.on('message', (message: Message) => {
      if ('row' in message) run.onRow(message.row);
      else if ('log' in message) run.log(message.log);
      else resolve('failed' in message ? `failed: ${message.failed}` : null);
    });
    child.once('error', (error) => resolve(`failed: ${error.message}`));
    child.once('exit', (code, signal) => resolve(`failed: its process ended (${signal ?? `code ${code}`})`));
    child.send(run.request, (error) => error && resolve(`failed: ${error.message}`));
    void exit.finally(() => {
      clearTimeout(limit);
      run.signal.removeEventListener('abort', interrupt);
    });
  });
  await endGroup(child, exit, failure === null ? 'SIGCONT' : 'SIGTERM');
  return failure;
}

/** `first`: SIGCONT if the process is ending by itself. */
async function endGroup(child: ChildProcess, exit: Promise<unknown>, first: NodeJS.Signals): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  signalGroup(pid, first);
  const inTime = new AbortController();
  const late = pause(END_TIMEOUT_MS, undefined, { signal: inTime.signal }).then(
    () => signalGroup(pid, 'SIGKILL'),
    () => undefined,
  );
  await exit.catch(() => undefined);
  inTime.abort();
  await late;
  signalGroup(pid, 'SIGTERM'); // processes that outlive their leader
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/** Called in that process: executes one request, and ends. */
export function measureOnRequest(measures: readonly Measure[]): void {
  const say = (message: Message) =>
    new Promise<void>((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
  process.once('disconnect', () => process.exit(1)); // The process that started this one has ended.
  process.once('message', ({ name, ...asked }: MeasureRequest) => {
    void (async () => {
      try {
        const measure = measures.find((one) => one.name === name)!;
        for await (const row of measure.run({ ...asked, log: (log) => void say({ log }) })) await say({ row });
        await say({ done: true });
      } catch (error) {
        console.error(error);
        await say({ failed: error instanceof Error ? error.message : String(error) });
      }
      process.exit();
    })();
  });
}
