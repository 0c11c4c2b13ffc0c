import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterIn } from './cluster.js';

const launcherFile = (home: string): string => join(home, 'launcher.pid');

/** Notes that this process is the one that keeps the server. Root writes it anew: never through a link the server's user made. */
export async function claim(home: string): Promise<void> {
  await rm(launcherFile(home), { force: true });
  await writeFile(launcherFile(home), `${process.pid}\n`, { flag: 'wx' });
}

/**
 * Ends the server that a launcher which is gone left in a home, and takes away a lock that names a process which is not ours
 * (numbers come again after a restart of the machine). PostgreSQL clears every other stale lock itself.
 * @throws Error, one line, when the server is kept by a launcher that lives.
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

/** Fast stop; if it takes over 10 s, at once (the next start recovers); if that takes over 5 s, by force. */
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

/** A process that is gone already is none to signal. */
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

/** Empty for a process that is gone, or that ended and waits to be collected. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
