import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { PERMISSIONS_POLICY } from '@throughline/platform';
import helmet from 'helmet';

/** Headers for every response, including the identity provider's. `https`: whether people reach the portal over https. */
export const headersOfEveryAnswer =
  ({ https }: { readonly https: boolean }): RequestHandler =>
  (_request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    if (https) response.setHeader('Strict-Transport-Security', `max-age=${365 * 24 * 3600}`);
    next();
  };

/** Headers for all responses except pages and those of the identity provider, which have policies of their own. */
export const securityHeaders: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});

/**
 * For responses with personal data, which no cache may keep. Removes `If-None-Match`: no client has a copy to revalidate, and Express would
 * answer `If-None-Match: *` with an empty 304.
 */
export const noStore: RequestHandler = ({ headers }, response, next) => {
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Headers that only affect documents: nearly a kilobyte, as much as many of a page's dozens of scripts. */
const DOCUMENT_HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** For answers that can never be shown as a document. Keeps `nosniff` and the cross-origin policy. */
export function removeDocumentHeaders(response: ServerResponse): void {
  for (const name of DOCUMENT_HEADERS) response.removeHeader(name);
}

/**
 * Omits headers that have no effect. A browser states what it requests for and where from, and a page cannot change that: the answer to a
 * `fetch` is no document, and an answer to a page of this origin is for no other origin.
 */
export const leanAnswersToFetch: RequestHandler = (request, response, next) => {
  if (request.get('sec-fetch-dest') === 'empty') {
    removeDocumentHeaders(response);
    // A browser keeps a connection of HTTP/1.1 without being told.
    response.removeHeader('Connection');
    if (request.get('sec-fetch-site') === 'same-origin') response.removeHeader('Cross-Origin-Resource-Policy');
  }
  next();
};
