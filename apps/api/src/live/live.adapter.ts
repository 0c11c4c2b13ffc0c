import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { Server, type ServerOptions } from 'socket.io';
import type { ApiConfig } from '../engine/engines.js';
import { addressOf } from '../identity/address-of.js';

/** A join request is some hundred bytes, an access token two thousand. */
const LARGEST_MESSAGE = 16 * 1024;
const MOST_CONNECTIONS = 10_000;
/** A company behind one address. */
const MOST_CONNECTIONS_OF_ONE_ADDRESS = 500;

/** Puts socket.io on the API's own port, for the portal's own pages, within limits. */
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
      // A node that hangs is found out within ten seconds: until then a screen believes that it is live.
      pingInterval: 5_000,
      pingTimeout: 5_000,
      maxHttpBufferSize: LARGEST_MESSAGE,
      allowRequest: (request, answer) => {
        const refusal = this.refusal(request, server.engine.clientsCount);
        answer(refusal, refusal === null);
      },
    });
    server.engine.on(
      'connection',
      (connection: { request: IncomingMessage; once(event: 'close', f: () => void): void }) => {
        const address = addressOf(connection.request, this.config.proxyHops);
        this.connections.set(address, this.of(address) + 1);
        connection.once('close', () => {
          if (this.of(address) > 1) this.connections.set(address, this.of(address) - 1);
          else this.connections.delete(address);
        });
      },
    );
    return server;
  }

  private refusal(request: IncomingMessage, connections: number): string | null {
    if (this.isForeign(request)) return 'foreign origin';
    const theirs = this.of(addressOf(request, this.config.proxyHops));
    return connections >= MOST_CONNECTIONS || theirs >= MOST_CONNECTIONS_OF_ONE_ADDRESS ? 'too many connections' : null;
  }

  private of(address: string): number {
    return this.connections.get(address) ?? 0;
  }

  /** A page of another site; what is no page sends no origin and has no browser's rights to misuse. */
  private isForeign({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || origin === this.config.publicOrigin) return false;
    return !URL.canParse(origin) || new URL(origin).host !== host;
  }
}
