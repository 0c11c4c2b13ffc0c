import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { provideBinaries } from './binaries.js';
import { prepareCluster } from './cluster.js';
import { openHome } from './home.js';
import { claim, end, endLeftOver } from './left-over.js';
import { launch } from './postmaster.js';
import { serverUser } from './server-user.js';

export interface EmbeddedPostgresOptions {
  /** The server keeps its data in the subfolder `postgres`, which is created if it does not exist. */
  readonly dataDir: string;
  /** A free one if not given. */
  readonly port?: number;
  /** Takes the server's log, line by line. It has no statements and no values in it. */
  readonly log?: (line: string) => void;
  /** Called when the server ends other than by `stop` or `kill`. */
  readonly onLost?: () => void;
}

export interface EmbeddedPostgres {
  /** Superuser, database `postgres`; stays the same over `stop` and `start`. */
  readonly url: string;
  readonly port: number;
  /** Undefined while it is stopped. */
  readonly pid: number | undefined;
  /** Again, after `stop`, `kill` or a loss. Resolves when it takes connections; nothing to do if it runs. */
  start(): Promise<void>;
  /** Fast stop: sessions are ended, what was committed is on disk. At most 20 s. Nothing to do if it is stopped. */
  stop(): Promise<void>;
  /** Resolves when the signal has ended it; `SIGKILL` is a crash that the next `start` recovers from. */
  kill(signal: 'SIGINT' | 'SIGTERM' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
}

/**
 * A real PostgreSQL 18 on 127.0.0.1, durable, that ends with this process; nothing to install. Under a second where data exists.
 * @throws Error, one line, when the port is taken, the data is in use or belongs to somebody else, or the server will not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const user = serverUser(join(dataDir, 'postgres'));
  const home = await openHome(dataDir, user);
  await endLeftOver(home);
  const binaries = await provideBinaries(home, user);
  const password = await prepareCluster(home, binaries, user);
  const port = await usablePort(options.port ?? 0);
  const log = options.log ?? (() => undefined);
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
      const started = (server = await launch({ home, binaries, user, port }, log));
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

const runs = (server: ChildProcess): boolean => server.exitCode === null && server.signalCode === null;

/** The wanted port if it is free; for 0 one that is. */
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
