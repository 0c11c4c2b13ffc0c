import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { Server, type ServerOptions } from 'socket.io';
import type { ApiConfig } from '../engines/engines.js';
import { placeOfCaller } from '../identity/caller.js';

/** A join request has some hundred bytes, an access token two thousand. */
const MAX_MESSAGE_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 10_000;
/** Enough for a company behind one address. */
const MAX_CONNECTIONS_PER_ADDRESS = 500;
/** A client finds out within the sum of both that its node hangs: until then its screen claims to be live. */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 5_000;

/** Serves socket.io on the API's own port to the portal's own pages, within limits. */
export class LiveAdapter extends IoAdapter {
  private readonly connections = new Map<string, number>();

  constructor(
    app: INestApplicationContext,
    private readonly config: Pick<ApiConfig, 'publicOrigin' | 'proxyHops'>,
  ) {
    super(app);
  }

  override createIOServer(_port: number, options?: ServerOptions): Server {
    const server: Server = new Server(this.httpServer as HttpServer, {
      ...options,
      serveClient: false,
      pingInterval: PING_INTERVAL_MS,
      pingTimeout: PING_TIMEOUT_MS,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      allowRequest: (request, answer) => {
        const refusal = this.refusal(request, server.engine.clientsCount);
        answer(refusal, refusal === null);
      },
    });
    server.engine.on(
      'connection',
      (connection: { request: IncomingMessage; once(event: 'close', f: () => void): void }) => {
        const place = placeOfCaller(connection.request, this.config.proxyHops);
        this.connections.set(place, this.connectionsOf(place) + 1);
        connection.once('close', () => {
          if (this.connectionsOf(place) > 1) this.connections.set(place, this.connectionsOf(place) - 1);
          else this.connections.delete(place);
        });
      },
    );
    return server;
  }

  private refusal(request: IncomingMessage, connections: number): string | null {
    if (this.isForeign(request)) return 'foreign origin';
    const theirs = this.connectionsOf(placeOfCaller(request, this.config.proxyHops));
    return connections >= MAX_CONNECTIONS || theirs >= MAX_CONNECTIONS_PER_ADDRESS ? 'too many connections' : null;
  }

  private connectionsOf(place: string): number {
    return this.connections.get(place) ?? 0;
  }

  /** Whether a page of another site connects. Other clients send no origin, and have no cookies of a browser to misuse. */
  private isForeign({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || origin === this.config.publicOrigin) return false;
    return !URL.canParse(origin) || new URL(origin).host !== host;
  }
}
