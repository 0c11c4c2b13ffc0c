import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fetchWithin } from '@throughline/platform';
import { anOrder } from '../../apps/api/src/testing/an-order.js';
import { APPS } from './planned-faults.js';
import type { System } from './system.js';

/** The API's own time limit for an answer (15 s), plus the time for which another fault may stop a node. */
const ANSWERED_WITHIN_MS = 26_000;
/** The time from the end of the freeze until an order must be accepted again. */
const MENDED_WITHIN_MS = 20_000;
const RETRY_INTERVAL_MS = 200;

/** A command and a read that need PostgreSQL and no sign-in. */
const REQUESTS = [
  ['/api/referrals/create', { method: 'POST', body: JSON.stringify(anOrder()) }],
  ['/api/items', { method: 'POST', body: JSON.stringify({ state: 'AZ' }) }],
  ['/api/banners', { method: 'GET' }],
] as const;

/**
 * Freezes the server with all of its sessions: connections are accepted, and nothing is answered.
 * @throws Error if a request has no answer in time, or a failure without a message; if a process ends; if no order is accepted soon after
 * the end
 */
export async function freezePostgres(system: System, forMs: number): Promise<void> {
  const { postgres, apps, wires } = system;
  const before = APPS.map((name) => [apps[name], apps[name].pid] as const);
  const goOn = await stopProcesses(postgres.pid);
  const asked = wires.flatMap(({ origin }) => REQUESTS.map(([path, request]) => ask(origin, path, request)));
  await pause(forMs).finally(goOn);
  const unexpected = (await Promise.all(asked)).filter((words) => words !== null);
  const ended = before.filter(([app, pid]) => app.endedByItself(pid)).map(([{ name }]) => `${name} ended`);
  const faults = [...unexpected, ...ended, ...((await isMended(system)) ? [] : ['no order is accepted'])];
  if (faults.length > 0) throw new Error(`With a frozen PostgreSQL: ${faults.join('; ')}.`);
}

/** Stops the server first, which then starts no further sessions. Resolves with a function that lets all of them continue. */
async function stopProcesses(server: number | undefined): Promise<() => void> {
  // Another fault has just killed the server.
  if (server === undefined) return () => undefined;
  process.kill(server, 'SIGSTOP');
  // Fails if there are no sessions.
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(server)]).catch(() => ({ stdout: '' }));
  const sessions = stdout.split('\n').filter(Boolean).map(Number);
  const signal = (pid: number, name: 'SIGSTOP' | 'SIGCONT') => {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended.
    }
  };
  for (const pid of sessions) signal(pid, 'SIGSTOP');
  return () => [...sessions, server].forEach((pid) => signal(pid, 'SIGCONT'));
}

/**
 * What is wrong with the answer; null for one in time that is no failure or a 503 with a message, and for a connection that another fault
 * has cut.
 */
async function ask(origin: string, path: string, request: RequestInit): Promise<string | null> {
  let response: Response;
  try {
    response = await send(origin, path, request, ANSWERED_WITHIN_MS);
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? `${path} has no answer` : null;
  }
  const answer: unknown = await response.json().catch(() => ({}));
  const { code, message } = answer as { readonly code?: string; readonly message?: string };
  if (response.status < 500 || (response.status === 503 && code && message)) return null;
  return `${path} is answered ${response.status} ${code ?? ''}`;
}

/** Whether one of the nodes accepts an order; another fault may have stopped the other node. */
async function isMended({ wires }: System): Promise<boolean> {
  const deadline = performance.now() + MENDED_WITHIN_MS;
  const accepted = wires.map(async ({ origin }) => {
    for (;;) {
      const left = Math.round(deadline - performance.now());
      if (left <= 0) throw new Error('no order is accepted in time');
      const answer = await send(origin, ...REQUESTS[0], left).catch(() => null);
      if (answer?.status === 201) return;
      await pause(RETRY_INTERVAL_MS);
    }
  });
  return Promise.any(accepted).then(
    () => true,
    () => false,
  );
}

const send = (origin: string, path: string, request: RequestInit, withinMs: number): Promise<Response> =>
  fetchWithin(withinMs, `${origin}${path}`, { ...request, headers: { 'content-type': 'application/json' } });
