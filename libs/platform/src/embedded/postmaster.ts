import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { clusterIn, SERVER_ENV } from './cluster.js';
import type { ServerUser } from './server-user.js';

export interface ServerPlace {
  readonly home: string;
  readonly binaries: Binaries;
  readonly user: ServerUser;
  readonly port: number;
  /** Settings of the server in addition to `SETTINGS`, or in place of some of them. */
  readonly settings?: Readonly<Record<string, string>>;
}

export const runs = (server: ChildProcess): boolean => server.exitCode === null && server.signalCode === null;

/**
 * How long a starting server may print nothing. Recovery after a crash reads the log from the last checkpoint, which may take many minutes;
 * it reports its progress every 10 s (`log_startup_progress_interval`).
 */
const SILENT_START_TIMEOUT_MS = 60_000;
/** The last sessions of a killed server hold its shared memory until they notice. */
const LAST_SESSIONS_MS = 10_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  lc_messages: 'C',
  // A failed statement is reported to its sender only: its text and values may contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/**
 * Starts the server and resolves when it accepts connections. It does not receive the terminal's Ctrl-C, because its launcher stops it.
 * It ends with its launcher, even if that is killed.
 * @throws Error, one line, with the last line of the server's log.
 */
export async function launch(place: ServerPlace, log: (line: string) => void): Promise<ChildProcess> {
  for (const until = performance.now() + LAST_SESSIONS_MS; ; await pause(50)) {
    try {
      return await launchOnce(place, log);
    } catch (error) {
      const busy = error instanceof Error && error.message.includes('shared memory block');
      if (!busy || performance.now() > until) throw error;
    }
  }
}

async function launchOnce({ home, binaries, user, port, settings: more }: ServerPlace, log: (line: string) => void) {
  const settings = Object.entries({ ...SETTINGS, ...more, port: String(port) }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ]);
  const server = spawn(binaries.postgres, ['-D', clusterIn(home), ...settings], {
    ...user,
    cwd: home,
    env: SERVER_ENV,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let lastWords = 'it printed nothing';
  await new Promise<void>((resolve, reject) => {
    const failed = (reason: string): void => {
      clearTimeout(timeout);
      server.kill('SIGQUIT');
      reject(new Error(`PostgreSQL did not start: ${reason}`));
    };
    const silent = () => failed(`it printed nothing for ${SILENT_START_TIMEOUT_MS / 1000} s`);
    const timeout = setTimeout(silent, SILENT_START_TIMEOUT_MS);
    const lines = createInterface({ input: server.stderr }).on('error', () => undefined); // the end is reported by `close`
    lines.on('line', (line) => {
      timeout.refresh();
      log(line);
      if (/FATAL|PANIC|error while loading/.test(line)) lastWords = line.replace(/^.*?(FATAL|PANIC):\s*/, '');
      if (!line.includes('ready to accept connections')) return;
      clearTimeout(timeout);
      resolve();
    });
    server.once('error', (error) => failed(error.message));
    server.on('error', () => undefined); // later ones: a signal that could not be sent
    server.once('close', () => failed(lastWords));
  });
  // Its `exit` may have been emitted before its last line was read.
  if (!runs(server)) throw new Error('PostgreSQL did not start: it ended as soon as it was ready');
  guard(server, user);
  return server;
}

/**
 * A shell that waits for the end of its input, which comes when this process ends in any way, and then stops the
 * server. It ends before the server's process id can be reused.
 */
function guard(server: ChildProcess, user: ServerUser): void {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(server.pid)], {
    ...user,
    cwd: '/',
    env: SERVER_ENV,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined); // without a shell, the next start cleans up (left-over.ts)
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
}
