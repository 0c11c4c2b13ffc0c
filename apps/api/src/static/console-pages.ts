import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { basename, join, posix } from 'node:path';
import { CATALOGUE_PICTURES, type ConsoleConfig } from '@throughline/contracts';
import { Router, type Request, type Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import helmet from 'helmet';
import { builtConsole } from './built-console.js';
import { removeDocumentHeaders } from './security-headers.js';

/** Placeholders in index.html for each response's own nonce, and for the console's configuration. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const CONFIG_PLACEHOLDER = '__CONSOLE_CONFIG__';
const ONE_YEAR_MS = 365 * 24 * 3_600_000;

export interface PageOrigins {
  readonly publicOrigin: string;
  /** The origin of the identity provider; the portal's own for the embedded one. */
  readonly identityOrigin: string;
}

/**
 * Serves the console: hashed assets, which caches may keep, and index.html for every path that a browser requests as a page,
 * with 404 where the console has none
 * (docs/promises.md 1.13). `folder` is Vite's output, with compressed copies beside its files. Without it, requests fall through to the 404.
 */
export function consolePages(folder: string, config: ConsoleConfig, origins: PageOrigins): Router {
  const router = Router();
  // A path that cannot be decoded is neither a file nor a page.
  router.use((request, _response, next) => next(canBeDecoded(request.path) ? undefined : 'router'));
  router.use(
    '/assets',
    compressedFiles(join(folder, 'assets'), {
      immutable: true,
      // The name changes with the content, and the ETag says the same: 49 bytes of each of the fifteen files of a page.
      lastModified: false,
      maxAge: ONE_YEAR_MS,
      setHeaders: (response) => {
        removeDocumentHeaders(response);
        // A browser keeps a connection of HTTP/1.1 without being told: 49 bytes of each file.
        response.removeHeader('Connection');
      },
    }),
  );
  const others = compressedFiles(folder, { maxAge: 0, setHeaders: setPreviewFrameHeaders });
  // index.html itself is not served as a file: each response of it has its own nonce.
  router.use((request, response, next) => (isIndexHtml(request) ? next() : others(request, response, next)));
  const configAttribute = asAttribute(JSON.stringify(config));
  const pageAt = builtConsole(folder);
  router.get('/{*path}', async (request: Request, response: Response, next) => {
    if (isServerPath(request) || !request.accepts('html')) return next();
    const page = await pageAt(request.path);
    if (page === null) return next();
    const nonce = randomBytes(16).toString('base64');
    contentSecurityPolicy(nonce, origins)(request, response, () => {
      response.setHeader('Cache-Control', 'no-store');
      response
        .status(page.exists ? 200 : 404)
        .type('html')
        .send(page.html.replaceAll(NONCE_PLACEHOLDER, nonce).replaceAll(CONFIG_PLACEHOLDER, () => configAttribute));
    });
  });
  return router;
}

const canBeDecoded = (path: string): boolean => decoded(path) !== null;

const isIndexHtml = ({ path }: Request): boolean => /^\/+index\.html/i.test(decoded(path) ?? '');

/** Paths of assets, the API and the identity provider, in any spelling: an unknown one is a 404 and not a page. */
const SERVER_PATHS = new RegExp(`^(/assets|/pdf-parts|/api|/oauth2|/dev|${CATALOGUE_PICTURES})(/|$)`, 'i');
function isServerPath({ path }: Request): boolean {
  // Some servers on the way treat a backslash as a slash.
  const decodedPath = (decoded(path) ?? '').replaceAll('\\', '/');
  return SERVER_PATHS.test(decodedPath) || SERVER_PATHS.test(posix.normalize(decodedPath));
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

type ServeStaticOptions = NonNullable<expressStaticGzip.ExpressStaticGzipOptions['serveStatic']>;

/** Serves the copies that were compressed when the console was built: Brotli or gzip, depending on what the browser accepts. */
const compressedFiles = (folder: string, serveStatic: ServeStaticOptions) =>
  expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: { ...serveStatic, redirect: false },
  });

/**
 * Headers of the frame that shows PDFs of other people (docs/decisions/0044-preview-of-files.md). Its document has an opaque origin,
 * however it is opened. It runs its own script and a worker made from it, and makes no connections; the page around it passes it the parts
 * of pdf.js in `pdf-parts`. Without an origin it could not load that script as one of its own.
 */
function setPreviewFrameHeaders(response: ServerResponse, path: string): void {
  const name = basename(path);
  if (name === 'pdf-frame.html') {
    response.setHeader('Content-Security-Policy', PREVIEW_FRAME_POLICY);
    response.setHeader('X-Frame-Options', 'SAMEORIGIN');
    // This header applies to origins, and the document has none.
    response.removeHeader('Origin-Agent-Cluster');
  } else if (name.startsWith('pdf-frame.js')) {
    removeDocumentHeaders(response);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  }
}

const PREVIEW_FRAME_POLICY = [
  "default-src 'none'",
  // Decoders of pictures are WebAssembly. This does not allow scripts to be made from text.
  "script-src 'self' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

const asAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Allows scripts only from files, styles of emotion by the nonce, and a frame of the identity provider for renewing tokens. */
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
