import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { provideBinaries } from './binaries.js';
import { prepareCluster } from './cluster.js';
import { openHome } from './home.js';
import { claim, end, endLeftOver } from './left-over.js';
import { launch, runs } from './postmaster.js';
import { serverUser } from './server-user.js';

export interface EmbeddedPostgresOptions {
  /** The server keeps its data in the subfolder `postgres`, which is created if it does not exist. */
  readonly dataDir: string;
  /** By default a free one. */
  readonly port?: number;
  /** Receives the server's log, line by line. It contains no statements and no values. */
  readonly log?: (line: string) => void;
  /** Called when the server ends in another way than by `stop` or `kill`. */
  readonly onLost?: () => void;
  /** Settings of PostgreSQL beside or instead of the durable ones, for a server whose data may be lost. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** For the superuser and the database `postgres`; the same after `stop` and `start`. */
  readonly url: string;
  readonly port: number;
  /** Undefined while it is stopped. */
  readonly pid: number | undefined;
  /** Starts the server again after `stop`, `kill` or a crash. Resolves when it accepts connections. Does nothing if it is running. */
  start(): Promise<void>;
  /** Fast stop: sessions are ended, and committed data is on disk. Takes at most 20 s. Does nothing if it is stopped. */
  stop(): Promise<void>;
  /** Resolves when the signal has ended the server. `SIGKILL` is a crash from which the next `start` recovers. */
  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
}

/**
 * A real, durable PostgreSQL 18 on 127.0.0.1 that ends with this process. It needs no installation, and starts within a second if data exists.
 * @throws Error, one line, when the port is taken, the data is in use or belongs to another user, or the server does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const user = serverUser(join(dataDir, 'postgres'));
  const home = await openHome(dataDir, user);
  await endLeftOver(home);
  const binaries = await provideBinaries(home, user);
  const password = await prepareCluster(home, binaries, user);
  const port = await usablePort(options.port ?? 0);
  const { log = () => undefined, settings = {} } = options;
  let server: ChildProcess | undefined;

  const embedded: EmbeddedPostgres = {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    get pid() {
      return server?.pid;
    },
    async start() {
      if (server) return;
      await endLeftOver(home);
      await claim(home);
      const started = (server = await launch({ home, binaries, user, port, settings }, log));
      started.once('exit', () => {
        if (server !== started) return;
        server = undefined;
        options.onLost?.();
      });
    },
    async stop() {
      const stopping = server;
      server = undefined;
      if (stopping?.pid !== undefined) await end(stopping.pid, () => runs(stopping));
    },
    async kill(signal) {
      const killed = server;
      server = undefined;
      if (!killed || !runs(killed)) return;
      const gone = once(killed, 'exit');
      killed.kill(signal);
      await gone;
    },
  };
  await embedded.start();
  return embedded;
}

/** The requested port if it is free; for 0, any free port. */
async function usablePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  await once(probe, 'listening').catch(() => {
    throw new Error(`Port ${wanted} is taken.`);
  });
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : wanted;
}
