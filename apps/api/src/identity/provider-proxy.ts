import type { ServerResponse } from 'node:http';
import { raw, type Request, type RequestHandler, type Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Logger } from '@throughline/platform';
import type { ApiConfig } from '../engines/engines.js';
import { failureOf } from '../http/failure-of.js';
import { identityUnavailable } from '../http/http-error.js';
import { BODY_TIMEOUT_MS, readInTime } from '../http/json-body.js';
import { addressOf } from './caller.js';

/** Okta's paths, which browsers call on the portal's own origin. */
const OKTA_PATHS = ['/oauth2', '/api/v1'];

/** Without a byte from the provider. While it delays the answer to a wrong password, it sends "102 Processing" every few seconds. */
const TIMEOUT_MS = 10_000;
/** The provider refuses a longer body. */
const MAX_BODY_BYTES = 100 * 1024;

/**
 * Proxies calls of the embedded identity provider unchanged, so that one port serves everything. A body is read first: a caller that does not
 * finish it would otherwise look like a provider that does not respond.
 */
export function providerProxy(
  { publicOrigin, proxyHops }: Pick<ApiConfig, 'publicOrigin' | 'proxyHops'>,
  identityUrl: string,
  logger: Logger,
  { timeoutMs = TIMEOUT_MS, bodyTimeoutMs = BODY_TIMEOUT_MS } = {},
): RequestHandler[] {
  const { host, protocol } = new URL(publicOrigin);
  const proxy = createProxyMiddleware<Request, Response>({
    target: identityUrl,
    pathFilter: OKTA_PATHS,
    proxyTimeout: timeoutMs,
    on: {
      proxyReq: (outgoing, request) => {
        outgoing.setHeader('x-forwarded-host', host);
        outgoing.setHeader('x-forwarded-proto', protocol.slice(0, -1));
        outgoing.setHeader('x-forwarded-for', addressOf(request, proxyHops));
        if (!Buffer.isBuffer(request.body)) return;
        outgoing.removeHeader('transfer-encoding');
        outgoing.setHeader('content-length', request.body.length);
        outgoing.write(request.body);
      },
      error: (error, { correlationId }, response) => {
        logger.warn({ err: error, correlationId }, 'identity provider cannot be reached');
        if ('writeHead' in response && !response.headersSent) refuse(response, identityUnavailable());
        else response.destroy();
      },
    },
  });
  const readBody = readInTime(raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: false }), bodyTimeoutMs);
  return [
    (request, response, next) => {
      const isProxied = OKTA_PATHS.some((one) => request.path === one || request.path.startsWith(`${one}/`));
      if (!isProxied) return next();
      void readBody(request, response, (error?: unknown) => (error ? refuse(response, error) : next()));
    },
    proxy,
  ];
}

function refuse(response: ServerResponse, error: unknown): void {
  const { status, body, retryAfterSeconds } = failureOf(error, '');
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(JSON.stringify(body));
}
