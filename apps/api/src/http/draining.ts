import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Less than what a process is given to stop in. */
const PATIENCE_MS = 8_000;
/** How long a connection without a request is kept for one that may be under way on it. */
const GRACE_MS = 500;

/**
 * On a stop, no connection is taken any more, and requests that are being served are finished; whoever takes longer than
 * `PATIENCE_MS` is cut off. A client that keeps its connection alive is told with its next answer to ask elsewhere: to cut an idle
 * connection at once would lose the request that it is just sending.
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  async beforeApplicationShutdown(): Promise<void> {
    const server = this.host.httpAdapter.getHttpServer() as HttpServer;
    setTimeout(() => server.closeAllConnections(), PATIENCE_MS).unref();
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    const grace = new Promise((resolve) => setTimeout(resolve, GRACE_MS));
    const empty = new Promise((resolve) => server.once('close', resolve));
    // Not the HTTP server's own `close`, which NestJS calls after this: it cuts idle connections.
    Server.prototype.close.call(server);
    await Promise.race([grace, empty]);
  }
}
