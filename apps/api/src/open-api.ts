import { NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CATALOGUE_PICTURES } from '@throughline/contracts';
import { Mailbox } from '@throughline/platform';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { json, type RequestHandler } from 'express';
import { AppModule } from './app.module.js';
import { apiDocs } from './docs/api-docs.js';
import type { ApiConfig, Engines } from './engine/engines.js';
import { picturesFolder } from './engine/read-catalogue.js';
import { bodyLimits } from './http/body-limits.js';
import { correlation } from './http/correlation.js';
import { failureOf } from './http/failure-of.js';
import { nestLogger } from './http/nest-logger.js';
import { requestLog } from './http/request-log.js';
import { providerProxy } from './identity/provider-proxy.js';
import { LiveAdapter } from './live/live.adapter.js';
import { mailboxPages } from './mailbox/mailbox.js';
import { cataloguePictures } from './static/catalogue-pictures.js';
import { consolePages } from './static/console-pages.js';
import { noStore, securityHeaders } from './static/security-headers.js';

const LARGEST_BODY = '256kb';

/**
 * How long a connection is kept that nobody uses, in milliseconds: longer than whoever keeps it at the other end does (Caddy two minutes, others
 * one). Were this end the first to close it, a command sent at that moment would be lost.
 */
const KEPT_UNUSED_MS = 130_000;

/** The API, ready to listen. `consoleFolder` is what Vite built. */
export async function openApi(
  engines: Engines,
  { consoleFolder }: { readonly consoleFolder: string },
): Promise<NestExpressApplication> {
  const { config, logger } = engines;
  const app = await NestFactory.create<NestExpressApplication>(AppModule.on(engines), {
    bodyParser: false,
    forceCloseConnections: false,
    logger: nestLogger(logger),
  });
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  // Nothing here may be kept by a cache, so nothing is to be compared with what it keeps.
  app.set('etag', false);
  app.setGlobalPrefix('api');
  app.useWebSocketAdapter(new LiveAdapter(app, config));

  app.use(correlation, requestLog(logger));
  // Before the body is read and before headers of our own: these answers are the provider's.
  if (config.identityUrl !== undefined) app.use(providerProxy(config, config.identityUrl, logger));
  app.use(securityHeaders({ https: config.publicOrigin.startsWith('https:') }));
  app.use('/api', noStore, json({ limit: LARGEST_BODY }), bodyLimits);
  app.use('/api', apiDocs());
  app.use(CATALOGUE_PICTURES, cataloguePictures(picturesFolder(config)));
  app.use('/dev', noStore, await capturedMail(engines), nothingHere);
  app.use(outsideApi(consolePages(consoleFolder, originsOf(config))), outsideApi(nothingHere));
  await app.init();
  app.getHttpServer().keepAliveTimeout = KEPT_UNUSED_MS;
  return app;
}

/** Nothing where a mail server takes the mail: then there is none to be shown. */
async function capturedMail({ config, pool, logger }: Engines): Promise<RequestHandler> {
  if (config.smtpUrl !== undefined) return (_request, _response, next) => next();
  logger.warn('mail is captured, not sent: whoever reaches this portal reads it at /dev/mailbox');
  return mailboxPages(await Mailbox.open(pool, config.mailFrom));
}

const originsOf = ({ publicOrigin, oidcIssuer }: ApiConfig) => ({
  publicOrigin,
  identityOrigin: new URL(oidcIssuer).origin,
});

const outsideApi =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    request.path === '/api' || request.path.startsWith('/api/') ? next() : handler(request, response, next);

/** NestJS answers for what is unknown under /api; this for everything else. */
const nothingHere: RequestHandler = (request, response) => {
  const { status, body } = failureOf(new NotFoundException(), request.correlationId);
  response.status(status).json(body);
};
