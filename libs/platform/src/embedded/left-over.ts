import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterIn } from './cluster.js';

const launcherFile = (home: string): string => join(home, 'launcher.pid');

/** Records that this process owns the server. Root creates a new file, and never writes through a link of the server's user. */
export async function claim(home: string): Promise<void> {
  await rm(launcherFile(home), { force: true });
  await writeFile(launcherFile(home), `${process.pid}\n`, { flag: 'wx' });
}

/**
 * Ends a server that a dead launcher has left in a home, and removes a lock that names a process which is not the product's
 * (process ids are reused after a restart of the machine). PostgreSQL removes every other stale lock itself.
 * @throws Error, one line, when the launcher of the server is alive.
 */
export async function endLeftOver(home: string): Promise<void> {
  const lock = join(clusterIn(home), 'postmaster.pid');
  const pid = await readPid(lock);
  if (pid === undefined || !exists(pid)) return;
  const lives = (): boolean => commandOf(pid).includes(clusterIn(home));
  if (lives()) {
    const launcher = await readPid(launcherFile(home));
    if (launcher !== undefined && exists(launcher)) {
      throw new Error(`The database in ${home} is in use by process ${launcher}.`);
    }
    await end(pid, lives);
  }
  await rm(lock, { force: true });
}

/** Fast stop; after 10 s, immediate stop (the next start recovers); after 5 more seconds, SIGKILL. */
export async function end(pid: number, lives: () => boolean): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!lives()) return;
    sendSignal(pid, signal);
    for (const until = performance.now() + timeoutMs; lives() && performance.now() < until;) await pause(10);
  }
}

/** A process that has ended cannot be signalled. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function readPid(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it exists, and belongs to another user
  }
}

/** The command line of a process; empty if it has ended, or is a zombie. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
