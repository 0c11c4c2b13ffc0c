import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Logger } from '@throughline/platform';
import type { ApiConfig } from '../engine/engines.js';
import { failureOf } from '../http/failure-of.js';
import { Refusal } from '../http/refusal.js';
import { addressOf } from './address-of.js';

/** Paths of the Okta wire, which browsers speak on the portal's own origin. */
const OKTA_PATHS = ['/oauth2', '/api/v1'];

/** Passes the identity provider's calls on unchanged, bodies unread, so that one port serves everything. */
export function providerProxy(
  { publicOrigin, proxyHops }: Pick<ApiConfig, 'publicOrigin' | 'proxyHops'>,
  identityUrl: string,
  logger: Logger,
): RequestHandler {
  const { host, protocol } = new URL(publicOrigin);
  return createProxyMiddleware<Request, Response>({
    target: identityUrl,
    pathFilter: OKTA_PATHS,
    on: {
      proxyReq: (outgoing, request) => {
        outgoing.setHeader('x-forwarded-host', host);
        outgoing.setHeader('x-forwarded-proto', protocol.slice(0, -1));
        outgoing.setHeader('x-forwarded-for', addressOf(request, proxyHops));
      },
      error: (error, { correlationId }, response) => {
        logger.warn({ err: error, correlationId }, 'identity provider cannot be reached');
        if (!('writeHead' in response) || response.headersSent) {
          response.destroy();
          return;
        }
        const unavailable = new Refusal(
          503,
          'identity/unavailable',
          'Sign-in is briefly unavailable. Please try again.',
        );
        const { status, body } = failureOf(unavailable, '');
        response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end(JSON.stringify(body));
      },
    },
  });
}
