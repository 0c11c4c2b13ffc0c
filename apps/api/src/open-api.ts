import type { Server } from 'node:http';
import { constants } from 'node:zlib';
import { NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CATALOGUE_PICTURES, MAX_MEMBERS_FILE_BYTES } from '@throughline/contracts';
import { listenToServer, type Logger, Mailbox, nestLogger } from '@throughline/platform';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import express, { type Request, type RequestHandler } from 'express';
import { consoleConfig } from './account/console-config.js';
import { AppModule } from './app.module.js';
import { apiDocs } from './docs/api-docs.js';
import type { ApiConfig, Engines } from './engines/engines.js';
import { picturesFolder } from './engines/read-catalogue.js';
import { allowedMethods } from './http/allowed-methods.js';
import { concurrentRequests, MAX_OPEN_PER_ADDRESS } from './http/limits/concurrent-requests.js';
import { sendFailure } from './http/envelope.js';
import { failureOf } from './http/failure-of.js';
import { jsonBody } from './http/limits/json-body.js';
import { parseQuery } from './http/parse.js';
import { refusedBefore } from './http/limits/refused-before.js';
import { correlation, requestLog } from './http/request-log.js';
import { awaitUploads, MIN_BYTES_PER_SECOND, UnreadBodies } from './http/limits/unread-bodies.js';
import { answerUnreadableRequests, requireHost } from './http/limits/unreadable-requests.js';
import { callerKey, placeOfCaller } from './identity/caller.js';
import { providerProxy } from './identity/provider-proxy.js';
import { LiveAdapter } from './live/live.adapter.js';
import { oneClickUnsubscribe } from './notification/notification.controller.js';
import { mailboxPages } from './mailbox/mailbox.js';
import { consolePages } from './static/console-pages.js';
import { headersOfEveryAnswer, leanAnswersToFetch, noStore, securityHeaders } from './static/security-headers.js';

/**
 * How long an idle connection is kept open: longer than clients and proxies keep theirs (Caddy two minutes, others one). If this end closed
 * it first, a request that is sent at that moment would be lost.
 */
const KEEP_ALIVE_TIMEOUT_MS = 130_000;

/** How long a whole request may take: the longest upload at the slowest rate. Node's own limit of five minutes would cut off an import. */
const REQUEST_TIMEOUT_MS = (MAX_MEMBERS_FILE_BYTES / MIN_BYTES_PER_SECOND) * 1000;

/** A provider may replace a picture under its name, so browsers ask again after this time. */
const PICTURE_MAX_AGE_MS = 3_600_000;

/** Below this many bytes, compression does not make a response arrive sooner. */
const MIN_COMPRESSED_BYTES = 1_000;
/** From 0 to 11. Saves three quarters of what 11 saves, and takes a tenth of a millisecond for a page of a list. */
const BROTLI_QUALITY = 4;

/**
 * Compresses the API's own pages and JSON. An attacker can guess a secret by the size of a compressed response (BREACH) only if the
 * response contains both the secret and text of the attacker, and if a foreign page can request it. API calls carry their token in a
 * header, which a foreign page cannot set. Only the identity provider's responses contain tokens, and they are proxied before this
 * middleware (docs/decisions/0027-what-is-compressed.md).
 */
const compressResponses: RequestHandler = compression({
  threshold: MIN_COMPRESSED_BYTES,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
});

/** The API, ready to listen. `consoleFolder` is Vite's output. */
export async function openApi(
  engines: Engines,
  { consoleFolder }: { readonly consoleFolder: string },
): Promise<NestExpressApplication> {
  const { config, logger } = engines;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(engines), {
    bodyParser: false,
    forceCloseConnections: false,
    logger: nestLogger(logger),
  });
  app.disable('x-powered-by');
  app.set('query parser', parseQuery);
  // No response may be cached, so none needs an ETag.
  app.set('etag', false);
  app.setGlobalPrefix('api');
  app.useWebSocketAdapter(new LiveAdapter(app, config));

  serveFront(app, config, logger);
  app.use(oneClickUnsubscribe);
  const placeOf = (request: Request) => placeOfCaller(request, config.proxyHops);
  const callerOf = (request: Request) => callerKey(request, config.proxyHops);
  const limitPerCaller = concurrentRequests(callerOf);
  // Limits each address as well: nobody has verified the tokens yet, and one address could send any number of invented ones.
  const limitPerAddress = concurrentRequests(placeOf, MAX_OPEN_PER_ADDRESS);
  const unread = new UnreadBodies();
  app.use(
    '/api',
    leanAnswersToFetch,
    noStore,
    allowedMethods,
    // Run before a body is read, so that a refused request costs no parsing.
    ...[limitPerAddress.refuse, limitPerCaller.refuse, refusedBefore(callerOf)].map(exceptHealth),
    ...jsonBody(placeOf, unread),
    ...[limitPerAddress.count, limitPerCaller.count].map(exceptHealth),
    awaitUploads(placeOf, unread),
    apiDocs(),
  );
  const pictures = { index: false, redirect: false, maxAge: PICTURE_MAX_AGE_MS } as const;
  app.use(CATALOGUE_PICTURES, express.static(picturesFolder(config), pictures));
  app.use('/dev', noStore, await capturedMail(engines), notFound);
  servePages(app, config, consoleFolder);
  await app.init();
  const server: Server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  listenToServer(server, logger);
  answerUnreadableRequests(server, config.publicOrigin);
  return app;
}

interface App {
  use(...handlers: (RequestHandler | RequestHandler[])[]): unknown;
}

/** Mounts what comes before every route: the log, headers, and the identity provider. */
export function serveFront(app: App, config: ApiConfig, logger: Logger): void {
  const https = config.publicOrigin.startsWith('https:');
  app.use(correlation, requestLog(logger), headersOfEveryAnswer({ https }), requireHost(config.publicOrigin));
  // Mounted before bodies are parsed and headers set, because the provider's responses are passed on unchanged.
  if (config.identityUrl !== undefined) app.use(providerProxy(config, config.identityUrl, logger));
  app.use(securityHeaders, compressResponses);
}

/** Mounts the console's pages and files, and the answer for every other path outside /api. */
export function servePages(app: App, config: ApiConfig, consoleFolder: string): void {
  app.use(outsideApi(consolePages(consoleFolder, consoleConfig(config), originsOf(config))), outsideApi(notFound));
}

/** Mounts the pages of captured mail; nothing if a mail server is configured. */
async function capturedMail({ config, database: { pool }, logger }: Engines): Promise<RequestHandler> {
  if (config.smtpUrl !== undefined) return (_request, _response, next) => next();
  logger.warn('mail is captured, not sent: anybody that can reach this portal can read it at /dev/mailbox');
  return mailboxPages(await Mailbox.open(pool, config.mailFrom), config.publicOrigin);
}

const originsOf = ({ publicOrigin, oidcIssuer }: ApiConfig) => ({
  publicOrigin,
  identityOrigin: new URL(oidcIssuer).origin,
});

const outsideApi =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.path === '/api' || request.path.startsWith('/api/') ? next() : handler(request, response, next);

/**
 * Health checks are not limited, because a supervisor must not be refused for other callers behind its address. Checks that run at the same
 * time share one execution (`Readiness`).
 */
const exceptHealth =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.path.startsWith('/health/') ? next() : handler(request, response, next);

/** The answer for every path outside /api; NestJS answers for those below it. */
const notFound: RequestHandler = (request, response) =>
  sendFailure(response, failureOf(new NotFoundException(), request.correlationId));
