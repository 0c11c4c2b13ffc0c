import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '@throughline/event-store/testing';
import type { Service, Variables } from './compose-file.js';

/** An app is waited for as long as it runs: a busy machine takes minutes for what takes a second elsewhere. */
export const PATIENCE = { deadlineMs: 600_000 };

/** An app of docker-compose.yml as a process, from the files of one release or of another. */
export class AppProcess {
  #process: ChildProcess | undefined;
  #output: string[] = [];

  /** @param moved where its health check finds it in its container, and where it listens here */
  constructor(
    readonly name: string,
    private readonly service: Service,
    readonly environment: Variables,
    private readonly moved: { readonly from: string; readonly to: string },
  ) {}

  /** Since its last start. */
  get output(): string {
    return this.#output.join('');
  }

  /**
   * Starts it from the files in `tree`, and resolves when its container would be healthy.
   * @throws Error with its output if it ends before
   */
  async start(tree: string): Promise<void> {
    const { command = [], healthcheck } = this.service;
    const child = spawn(process.execPath, ['--enable-source-maps', ...command], {
      cwd: tree,
      env: { NODE_ENV: 'production', ...readBy(tree, this.environment) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const output: string[] = (this.#output = []);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
    const [, , ...check] = healthcheck?.test ?? [];
    const { from, to } = this.moved;
    await until(
      `${this.name} is well`,
      async () => {
        if (hasEnded(child)) throw new Error(`${this.name} ended with ${child.exitCode}: ${this.output}`);
        if (!(await takesConnections(to))) return false; // starting a process for each check would slow down the start of the apps
        return runToEnd(check.map((part) => part.replace(from, to))).then(
          () => true,
          () => false,
        );
      },
      PATIENCE,
    );
  }

  /** As `docker compose stop` does. Resolves with its exit code; undefined if it was not started. */
  async stop(): Promise<number | null | undefined> {
    const child = this.#process;
    if (!child || hasEnded(child)) return child?.exitCode;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  }
}

/** A release before those that read secrets from files is given what the files contain. */
export function readBy(tree: string, environment: Variables): Variables {
  if (existsSync(join(tree, 'dist/libs/platform/src/config/secret-files.js'))) return environment;
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) =>
      name.endsWith('_FILE') && value !== '' && name !== 'CATALOGUE_FILE'
        ? [name.replace(/_FILE$/, ''), readFileSync(value, 'utf8').trim()]
        : [name, value],
    ),
  );
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function takesConnections(place: string): Promise<boolean> {
  const socket = connect(Number(place.split(':')[1]), '127.0.0.1');
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}

/** Runs a Node program with `input` on its standard input. Resolves with what it printed. @throws Error with that if it fails */
export async function runToEnd(
  args: readonly string[],
  { cwd, env = {}, input = '' }: { readonly cwd?: string; readonly env?: Variables; readonly input?: string } = {},
): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'pipe' });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(printed);
  return printed;
}
