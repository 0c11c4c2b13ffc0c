import type { RequestHandler } from 'express';
import { PERMISSIONS_POLICY } from '@throughline/platform';
import helmet from 'helmet';

/** For every response, including the identity provider's. Helmet does not set this header. */
export const permissionsPolicy: RequestHandler = (_request, response, next) => {
  response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
  next();
};

/** For all responses but pages and those of the identity provider, which have policies of their own. */
export const securityHeaders = ({ https }: { readonly https: boolean }): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https && { maxAge: 365 * 24 * 3600, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });

/** For responses with personal data, which no cache may keep. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
