import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { Router, type Request, type Response } from 'express';
import helmet from 'helmet';

/** Stands in index.html where each answer gets a nonce of its own. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const ONE_YEAR_MS = 365 * 24 * 3_600_000;

export interface PageOrigins {
  readonly publicOrigin: string;
  /** The portal's own where the embedded provider is used. */
  readonly identityOrigin: string;
}

/**
 * The console: hashed assets for ever, and index.html for every address that a browser asks for as a page (QUALITY.md 1.13).
 * `folder` is what Vite built; without it there is nothing to serve and requests go on to the API's 404.
 */
export function consolePages(folder: string, origins: PageOrigins): Router {
  const router = Router();
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: ONE_YEAR_MS, fallthrough: true }),
  );
  router.use(express.static(folder, { index: false, maxAge: 0 }));
  router.get('/{*path}', async (request: Request, response: Response, next) => {
    if (request.path.startsWith('/assets/') || !request.accepts('html')) return next();
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
    if (page === null) return next();
    const nonce = randomBytes(16).toString('base64');
    contentSecurityPolicy(nonce, origins)(request, response, () => {
      response.setHeader('Cache-Control', 'no-store');
      response.type('html').send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
    });
  });
  return router;
}

/** Styles that emotion writes carry the nonce; scripts come from files alone; a token is renewed in a frame of the identity provider. */
const contentSecurityPolicy = (nonce: string, { publicOrigin, identityOrigin }: PageOrigins) =>
  helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", `'nonce-${nonce}'`],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", publicOrigin.replace(/^http/, 'ws'), identityOrigin],
      frameSrc: ["'self'", identityOrigin],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  });
