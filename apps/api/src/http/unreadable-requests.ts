import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Failure, LIVE_PATH } from '@throughline/contracts';
import type { RequestHandler } from 'express';
import { HttpError } from './http-error.js';

type ErrorResponse = readonly [status: number, code: string, message: string];

/** By the error code of Node's HTTP parser; every other error is `MALFORMED`. */
const PARSER_ERRORS: Readonly<Record<string, ErrorResponse>> = {
  HPE_HEADER_OVERFLOW: [431, 'request/header-too-large', 'The header of the request is too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'request/too-large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request/timeout', 'The request did not arrive in time.'],
};
const MALFORMED = [400, 'request/malformed', 'The request could not be read.'] as const;
const UNKNOWN_EXPECTATION = [
  417,
  'request/unknown-expectation',
  'The value of the Expect header is not supported.',
] as const;
const NO_UPGRADE = [400, 'request/no-upgrade', 'This address does not support a protocol upgrade.'] as const;

/** Replaces the address of a request that must not be served. No route has it, so it is answered with 404 like any unknown address. */
const NO_ADDRESS = '/api/no-address';

/**
 * Answers requests that never reach a route in the envelope of a failure, and closes their connection: input that is not HTTP or is cut off,
 * an `Expect` header other than `100-continue`, and an upgrade to a protocol other than that of live connections. Nothing is written after a
 * response has begun, nor to a sender that has disconnected.
 */
export function answerUnreadableRequests(server: Server): void {
  // Node would answer a request without a host without a body.
  Object.assign(server, { requireHostHeader: false });
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    responses.set(request.socket, response);
    // Express would find no handler, and answer with an HTML page; the live gateway would serve a request without one host.
    if (!URL.canParse(request.url ?? '', 'http://localhost') || !namesOneHost(request)) request.url = NO_ADDRESS;
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
    if (isLive && namesOneHost(request)) return;
    // The live gateway leaves this address alone.
    request.url = NO_ADDRESS;
    socket.end(httpResponse(isLive ? MALFORMED : NO_UPGRADE), () => socket.destroy());
  });
}

/** Whether a request names one host (RFC 9112, 3.2): servers on the way may choose different ones of two. */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Throws 400 unless a request names one host. */
export const requireHost: RequestHandler = (request, _response, next) => {
  const [, code, message] = MALFORMED;
  next(namesOneHost(request) ? undefined : new HttpError(400, code, message));
};

function httpResponse([status, code, message]: ErrorResponse): string {
  const body = JSON.stringify({ success: false, message, data: null, code } satisfies Failure);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
