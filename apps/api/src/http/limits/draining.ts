import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { HttpError } from '../http-error.js';

/** Requests that are still being served after this are cut off. Less than the time that a process has to stop. */
const MAX_DRAIN_MS = 8_000;
/** How long an idle connection stays open for a request that may be on its way. */
const IDLE_GRACE_MS = 500;

/**
 * Drains connections at a stop: no new ones are accepted, and requests in progress are finished. The next response on a kept-alive
 * connection has `Connection: close`. An idle connection is not cut at once, because a request on its way would be lost.
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(private readonly host: HttpAdapterHost) {}

  /**
   * Keeps serving for `ms` while `/health/live` answers 503, so that a proxy sends nothing more to this node. A proxy that notices the stop only by a
   * refused connection may lose a command, because it cannot send a request body twice.
   */
  async giveNotice(ms: number): Promise<void> {
    this.isStopping = true;
    await sleep(ms);
  }

  /** Throws 503 once the API is going to stop. */
  requireNoStop(): void {
    if (this.isStopping) throw new HttpError(503, 'service/stopping', 'This node is about to stop.');
  }

  async beforeApplicationShutdown(): Promise<void> {
    const server = this.host.httpAdapter.getHttpServer() as HttpServer;
    setTimeout(() => server.closeAllConnections(), MAX_DRAIN_MS).unref();
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
    const drained = new Promise((resolve) => server.once('close', resolve));
    // The `close` of the HTTP server itself would cut idle connections. NestJS calls it after this hook.
    Server.prototype.close.call(server);
    await Promise.race([sleep(IDLE_GRACE_MS), drained]);
  }
}
