import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Logger } from '@throughline/platform';
import type { ApiConfig } from '../engines/engines.js';
import { failureOf } from '../http/failure-of.js';
import { HttpError, identityUnavailable } from '../http/http-error.js';
import { addressOf } from './caller.js';

/** Okta's paths, which browsers call on the portal's own origin. */
const OKTA_PATHS = ['/oauth2', '/api/v1'];

/** Without a byte from the provider. While it delays the answer to a wrong password, it sends "102 Processing" every few seconds. */
const TIMEOUT_MS = 10_000;
/** The provider refuses a longer body, and closes the connection while the rest is still being sent. */
const MAX_BODY_BYTES = 100 * 1024;

/** Proxies calls of the embedded identity provider unchanged, so that one port serves everything. */
export function providerProxy(
  { publicOrigin, proxyHops }: Pick<ApiConfig, 'publicOrigin' | 'proxyHops'>,
  identityUrl: string,
  logger: Logger,
  timeoutMs = TIMEOUT_MS,
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
      },
      error: (error, { correlationId }, response) => {
        logger.warn({ err: error, correlationId }, 'identity provider cannot be reached');
        if ('writeHead' in response && !response.headersSent) refuse(response, identityUnavailable());
        else response.destroy();
      },
    },
  });
  return [requireSmallBody, proxy];
}

const requireSmallBody: RequestHandler = ({ path, headers }, response, next) => {
  const isProxied = OKTA_PATHS.some((one) => path === one || path.startsWith(`${one}/`));
  if (!isProxied || Number(headers['content-length'] ?? 0) <= MAX_BODY_BYTES) next();
  else refuse(response, new HttpError(413, 'request/too-large', 'The request is too large.'));
};

function refuse(response: ServerResponse, error: HttpError): void {
  const { status, body, retryAfterSeconds } = failureOf(error, '');
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(JSON.stringify(body));
}
