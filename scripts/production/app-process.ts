import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '@throughline/platform/testing';
import type { Service, Variables } from './compose-file.js';

/** An app is awaited as long as it runs: on a busy machine, what usually takes a second may take minutes. */
export const PATIENCE = { stuckMs: 600_000 };

/** An app of docker-compose.yml as a process, from the files of this release or another. */
export class AppProcess {
  #process: ChildProcess | undefined;
  #output: string[] = [];

  /** @param moved the address of its health check in the container, and the address where it listens here */
  constructor(
    readonly name: string,
    private readonly service: Service,
    readonly environment: Variables,
    private readonly moved: { readonly from: string; readonly to: string },
  ) {}

  /** The output since its last start. */
  get output(): string {
    return this.#output.join('');
  }

  /**
   * Starts it from the files in `tree`, and resolves when its container would be healthy.
   * @throws Error with its output if it ends earlier
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

  /** Stops it like `docker compose stop`. Resolves with its exit code; undefined if it was not started. */
  async stop(): Promise<number | null | undefined> {
    const child = this.#process;
    if (!child || hasEnded(child)) return child?.exitCode;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  }
}

/** The environment for a release: one that does not read secrets from files yet gets the contents of the files. */
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

/**
 * Runs a Node program with `input` on its standard input. Resolves with its output.
 * @throws Error with the output if it fails
 */
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
