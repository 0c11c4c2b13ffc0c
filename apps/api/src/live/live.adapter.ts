import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { Server, type ServerOptions } from 'socket.io';
import type { ApiConfig } from '../engine/engines.js';

/** A join request is some hundred bytes, an access token two thousand. */
const LARGEST_MESSAGE = 16 * 1024;
const MOST_CONNECTIONS = 10_000;

/** Puts socket.io on the API's own port, for the portal's own pages, within limits. */
export class LiveAdapter extends IoAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly config: Pick<ApiConfig, 'publicOrigin'>,
  ) {
    super(app);
  }

  override createIOServer(_port: number, options?: ServerOptions): Server {
    const server: Server = new Server(this.httpServer as HttpServer, {
      ...options,
      serveClient: false,
      maxHttpBufferSize: LARGEST_MESSAGE,
      allowRequest: (request, answer) => {
        if (server.engine.clientsCount >= MOST_CONNECTIONS) answer('too many connections', false);
        else if (this.isForeign(request)) answer('foreign origin', false);
        else answer(null, true);
      },
    });
    return server;
  }

  /** A page of another site; what is no page sends no origin and has no browser's rights to misuse. */
  private isForeign({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || origin === this.config.publicOrigin) return false;
    return !URL.canParse(origin) || new URL(origin).host !== host;
  }
}
