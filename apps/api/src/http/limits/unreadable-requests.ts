import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorBody, LIVE_PATH } from '@throughline/contracts';
import type { RequestHandler } from 'express';
import { HttpError } from '../http-error.js';

type ErrorResponse = readonly [status: number, code: string, message: string];

/** Keyed by the error code of Node's HTTP parser; every other error is `MALFORMED`. */
const PARSER_ERRORS: Readonly<Record<string, ErrorResponse>> = {
  HPE_HEADER_OVERFLOW: [431, 'request/header-too-large', 'The header of the request is too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'request/too-large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request/timeout', 'The request did not arrive in time.'],
};
const MALFORMED = [400, 'request/malformed', 'The request could not be read.'] as const;
const MISDIRECTED = [421, 'request/misdirected', 'The portal is not at this address.'] as const;
const UNKNOWN_EXPECTATION = [
  417,
  'request/unknown-expectation',
  'The value of the Expect header is not supported.',
] as const;
const NO_UPGRADE = [400, 'request/no-upgrade', 'This address does not support a protocol upgrade.'] as const;

/** Replaces the path of a request that must not be served. No route has it, so it is answered with 404 like any unknown path. */
const NO_ADDRESS = '/api/no-address';

/**
 * Answers requests that never reach a route with the envelope of a failure, and closes their connection: input that is not HTTP or is cut
 * off, an `Expect` header other than `100-continue`, and an upgrade to a protocol other than that of live connections, or at another host.
 * Nothing is written after a response has begun, or to a sender that has disconnected.
 */
export function answerUnreadableRequests(server: Server, publicOrigin: string): void {
  const faultOfHost = faultOfHostAt(publicOrigin);
  // Otherwise Node would answer a request without a host, and without a body.
  Object.assign(server, { requireHostHeader: false });
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response);
    // Express would find no handler and answer with an HTML page; the live gateway would serve a request for any host.
    if (!URL.canParse(request.url ?? '', 'http://localhost') || faultOfHost(request)) request.url = NO_ADDRESS;
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isResponding = response !== undefined && response.headersSent && !response.writableFinished;
    if (!socket.writable || isResponding || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(httpResponse(PARSER_ERRORS[error.code ?? ''] ?? MALFORMED), () => socket.destroy());
  });
  server.on('checkExpectation', ({ socket }: IncomingMessage) => {
    socket.end(httpResponse(UNKNOWN_EXPECTATION), () => socket.destroy());
  });
  server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const isLive = request.url?.startsWith(LIVE_PATH);
    const refusal = isLive ? faultOfHost(request) : NO_UPGRADE;
    if (refusal === null) return;
    // The live gateway ignores this path.
    request.url = NO_ADDRESS;
    socket.end(httpResponse(refusal), () => socket.destroy());
  });
}

/** A proxy checks each node under the node's own name. */
const HEALTH = '/api/health/';
/** The names of this machine. Nobody else can make one of them point here. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why a request is not served for the host that it names; null if it is served. It must name exactly one host (RFC 9112, 3.2), because
 * servers on the way may choose different ones of two. The host must be the portal's own, or this machine: otherwise a page under a name
 * whose owner points it here (DNS rebinding) could read the answers of this origin.
 */
function faultOfHostAt(
  publicOrigin: string,
): (request: IncomingMessage) => typeof MALFORMED | typeof MISDIRECTED | null {
  const { host: own, protocol } = new URL(publicOrigin);
  return ({ httpVersion, rawHeaders, url = '' }) => {
    const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
    const [host] = hosts;
    if (host === undefined && httpVersion === '1.0') return null;
    if (host === undefined || hosts.length > 1) return MALFORMED;
    if (host === own || url.startsWith(HEALTH)) return null;
    const address =
      /^[\w.:[\]-]+$/.test(host) && URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`) : null;
    return address?.host === own || THIS_MACHINE.has(address?.hostname ?? '') ? null : MISDIRECTED;
  };
}

/** Throws 400 unless a request names exactly one host, and 421 unless that is the portal's. */
export function requireHost(publicOrigin: string): RequestHandler {
  const faultOfHost = faultOfHostAt(publicOrigin);
  return (request, _response, next) => {
    const fault = faultOfHost(request);
    if (fault === null) return next();
    const [status, code, message] = fault;
    next(new HttpError(status, code, message));
  };
}

function httpResponse([status, code, message]: ErrorResponse): string {
  const body = JSON.stringify({ success: false, message, data: null, code } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
