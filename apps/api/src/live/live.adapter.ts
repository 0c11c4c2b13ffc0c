import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { Server, type ServerOptions } from 'socket.io';
import type { ApiConfig } from '../engines/engines.js';
import { placeOfCaller } from '../identity/caller.js';
import { type Connection, LiveConnections } from './live-connections.js';

/** A join request has some hundred bytes, an access token two thousand. */
const MAX_MESSAGE_BYTES = 16 * 1024;
const MAX_CONNECTIONS = 10_000;
/** A client notices that its node hangs within the sum of both; until then its screen claims to be live. */
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 5_000;

/** Serves socket.io on the API's own port to the portal's own pages, within limits. */
export class LiveAdapter extends IoAdapter {
  constructor(
    private readonly app: INestApplicationContext,
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
    server.engine.on('headers', (headers: Record<string, string>) => {
      headers['x-content-type-options'] = 'nosniff';
      headers['cross-origin-resource-policy'] = 'same-origin';
    });
    const connections = this.app.get(LiveConnections, { strict: false });
    server.engine.on('connection', (connection: Connection & { readonly request: IncomingMessage }) =>
      connections.add(connection, placeOfCaller(connection.request, this.config.proxyHops)),
    );
    return server;
  }

  private refusal(request: IncomingMessage, connections: number): string | null {
    if (this.isForeign(request)) return 'foreign origin';
    if (isScript(request)) return 'no script';
    return connections >= MAX_CONNECTIONS ? 'too many connections' : null;
  }

  /** Whether a page of another site connects. Clients other than browsers send no origin, and have no cookies to misuse. */
  private isForeign({ headers: { origin, host, ...others } }: IncomingMessage): boolean {
    // A script or an image of another site is requested without an origin.
    if (others['sec-fetch-site'] === 'cross-site') return true;
    if (origin === undefined || origin === this.config.publicOrigin) return false;
    return !URL.canParse(origin) || new URL(origin).host !== host;
  }
}

/** Whether the answer is requested as a script (JSONP), which a page of any site could load. */
const isScript = ({ url = '' }: IncomingMessage): boolean => new URL(url, 'http://localhost').searchParams.has('j');
