import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Logger } from '@throughline/platform';
import type { ApiConfig } from '../engines/engines.js';
import { concurrentRequests, MAX_OPEN_REQUESTS } from '../http/limits/concurrent-requests.js';
import { failureOf } from '../http/failure-of.js';
import { identityUnavailable } from '../http/http-error.js';
import { BODY_TIMEOUT_MS, readInTime, UnreadBodies } from '../http/limits/unread-bodies.js';
import { addressOf, placeOfCaller } from './caller.js';

/** Okta's paths, which browsers call on the portal's own origin. */
const OKTA_PATHS = ['/oauth2', '/api/v1'];

/**
 * The timeout without a byte from the provider. While it delays the answer to a wrong password, it sends "102 Processing" every few
 * seconds.
 */
const TIMEOUT_MS = 10_000;
/** The provider refuses a longer body. */
const MAX_BODY_BYTES = 100 * 1024;

/**
 * Headers about the client's connection to this server, which do not apply to the connection to the provider (RFC 9110, 7.6.1). Node has
 * answered `Expect`. If that were passed on, the header would be sent before `proxyReq`, and so without the body; `Trailer` would make that
 * write throw.
 */
const HEADERS_OF_ONE_CONNECTION = new Set(
  'connection,expect,keep-alive,proxy-connection,te,trailer,transfer-encoding,upgrade'.split(','),
);
/** Headers of proxies about the client. The provider only trusts those of this server. */
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/;

/**
 * Proxies calls of the embedded identity provider, so that one port serves everything. The body is read first: a caller who does not finish
 * it would otherwise look like a provider that does not respond. The limits of open requests and of unread bodies per address are those of
 * the API.
 */
export function providerProxy(
  { publicOrigin, proxyHops }: Pick<ApiConfig, 'publicOrigin' | 'proxyHops'>,
  identityUrl: string,
  logger: Logger,
  { timeoutMs = TIMEOUT_MS, bodyTimeoutMs = BODY_TIMEOUT_MS, maxOpen = MAX_OPEN_REQUESTS } = {},
): RequestHandler {
  const { host, protocol } = new URL(publicOrigin);
  const proxy = createProxyMiddleware<Request, Response>({
    target: identityUrl,
    proxyTimeout: timeoutMs,
    on: {
      proxyReq: (outgoing, { body }) => {
        if (Buffer.isBuffer(body)) outgoing.write(body);
      },
      error: (error, { correlationId }, response) => {
        logger.warn({ err: error, correlationId }, 'identity provider cannot be reached');
        if ('writeHead' in response && !response.headersSent) refuse(response, identityUnavailable());
        else response.destroy();
      },
    },
  });
  const placeOf = (request: Request) => placeOfCaller(request, proxyHops);
  const body = raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  const readBody = readInTime(body, placeOf, new UnreadBodies({ timeoutMs: bodyTimeoutMs }));
  const limitPerAddress = concurrentRequests(placeOf, maxOpen).count;
  const readLimited: typeof readBody = (request, response, next) => {
    void readBody(request, response, (error?: unknown) =>
      error === undefined ? void limitPerAddress(request, response, next) : next(error),
    );
  };
  return (request, response, next) => {
    if (!OKTA_PATHS.some((one) => request.path === one || request.path.startsWith(`${one}/`))) return next();
    void readLimited(request, response, (error?: unknown) => {
      if (error !== undefined) return refuse(response, error);
      request.headers = {
        ...headersToPassOn(request.headers),
        ...(Buffer.isBuffer(request.body) && { 'content-length': String(request.body.length) }),
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
        'x-forwarded-for': addressOf(request, proxyHops),
      };
      void proxy(request, response, next);
    });
  };
}

const headersToPassOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HEADERS_OF_ONE_CONNECTION.has(name) && !FORWARDED.test(name)),
  );

function refuse(response: ServerResponse, error: unknown): void {
  const { status, body, retryAfterSeconds } = failureOf(error, '');
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(JSON.stringify(body));
}
