import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logger/logger.js';
import { storageOutageOf } from '../storage-outage.js';
import { listenToServer } from './listen-to-server.js';

const RETRY_INTERVAL_MS = 1_000;

export interface OutageOptions {
  readonly port: number;
  readonly host: string;
  readonly logger: Logger;
  /** Makes a server, not listening yet, that answers every request with the outage. */
  readonly outageServer: () => Server;
  /** Called when the outage server listens. */
  readonly onListening: () => void;
  /** Whether retrying `open` may help after this error; by default for an outage of the storage. */
  readonly isOutage?: (error: unknown) => boolean;
  readonly retryIntervalMs?: number;
}

/**
 * Opens what a process needs before it serves, again and again during an outage. After the first failed attempt the outage server listens
 * on the port of the process; the port is free when this resolves. Throws any other error of `open`
 * (docs/decisions/0075-a-node-that-starts-in-an-outage-listens.md).
 */
export async function openInOutage<Opened>(open: () => Promise<Opened>, options: OutageOptions): Promise<Opened> {
  const { logger, isOutage = isStorageOutage, retryIntervalMs = RETRY_INTERVAL_MS } = options;
  let standIn: Server | undefined;
  try {
    for (;;) {
      try {
        return await open();
      } catch (error) {
        if (!isOutage(error)) throw error;
        logger.error({ err: error }, 'the storage is away; opened again every second');
      }
      standIn ??= await listen(options);
      await pause(retryIntervalMs);
    }
  } finally {
    standIn?.close();
  }
}

const isStorageOutage = (error: unknown): boolean => storageOutageOf(error) !== null;

async function listen({ port, host, logger, outageServer, onListening }: OutageOptions): Promise<Server> {
  const server = outageServer();
  // The client must open a new connection for its next request, because the process will have taken over the port by then.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  server.prependListener('upgrade', (_request, socket) => socket.destroy());
  listenToServer(server, logger);
  await once(server.listen(port, host), 'listening');
  onListening();
  return server;
}
