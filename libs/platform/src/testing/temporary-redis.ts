import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface TemporaryRedis {
  /** Includes its password; the same after `kill` and `start`. */
  readonly url: string;
  readonly password: string;
  /** Undefined while it is stopped. */
  readonly pid: number | undefined;
  /** Starts it again after `kill`, with its data. Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Resolves when the server has ended. */
  kill(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

const START_TIMEOUT_MS = 10_000;

/** Whether a Redis server is installed here. It comes with the system, not with npm. */
export const redisIsInstalled = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/** A separate Redis on 127.0.0.1, for specs that stop, kill or restart it. It is durable, as a Redis for jobs should be. */
export async function startTemporaryRedis(): Promise<TemporaryRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = await freePort();
  const password = 'not-to-be-logged';
  let server: ChildProcess | undefined;
  const redis: TemporaryRedis = {
    url: `redis://:${password}@127.0.0.1:${port}`,
    password,
    get pid() {
      return server?.pid;
    },
    async start() {
      const settings = ['--bind', '127.0.0.1', '--port', String(port), '--requirepass', password];
      const durable = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
      server = spawn('redis-server', [...settings, ...durable], { stdio: 'ignore' });
      endWithThisProcess(server);
      await takesConnections(port);
    },
    async kill() {
      const killed = server;
      server = undefined;
      if (!killed || killed.exitCode !== null || killed.signalCode !== null) return;
      const gone = once(killed, 'exit');
      killed.kill('SIGKILL');
      await gone;
    },
    async remove() {
      await redis.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

/** A shell that waits for the end of its input, which comes when this process ends in any way. */
function endWithThisProcess(server: ChildProcess): void {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -KILL "$0"', String(server.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
}

async function takesConnections(port: number): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until; await pause(20)) {
    const socket = createConnection(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
  }
  throw new Error('Redis did not start.');
}

/** A port of 127.0.0.1 on which nothing listens now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
