import type { Server } from 'node:http';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Less than what a process is given to stop in. */
const PATIENCE_MS = 8_000;

/** On a stop, requests that are being served are finished; whoever takes longer than this is cut off. */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setTimeout(() => server.closeAllConnections(), PATIENCE_MS).unref();
  }
}
