import { createServer, type Server } from 'node:http';
import { StoreUnavailable } from '@throughline/event-store';
import { type Logger, storageOutageOf } from '@throughline/platform';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { ApiConfig } from './engines/engines.js';
import { sendFailure } from './http/envelope.js';
import { failureOf } from './http/failure-of.js';
import { answerUnreadableRequests } from './http/limits/unreadable-requests.js';
import { serveFront, servePages } from './open-api.js';
import { noStore } from './static/security-headers.js';

interface Options {
  readonly config: ApiConfig;
  readonly logger: Logger;
  readonly consoleFolder: string;
}

/** Whether the engines may become available later, without a change by hand. */
export const isEngineOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable || storageOutageOf(error) !== null;

/** Listens instead of an API that waits for its engines: serves pages and /health/live, and answers every other route with 503. */
export function outageServer({ config, logger, consoleFolder }: Options): Server {
  const app = express().disable('x-powered-by').set('etag', false);
  serveFront(app, config, logger);
  app.get('/api/health/live', noStore, (_request, response) => {
    response.json({ success: true, message: 'OK', data: { live: true } });
  });
  app.use('/api', noStore, answerOutage);
  servePages(app, config, consoleFolder);
  app.use(answerFailure);
  const server = createServer(app);
  answerUnreadableRequests(server, config.publicOrigin);
  return server;
}

const answerOutage: RequestHandler = (request, response) =>
  sendFailure(response, failureOf(new StoreUnavailable('not-written'), request.correlationId));

/** Express recognizes an error handler by its four parameters. */
const answerFailure: ErrorRequestHandler = (error, request, response, _next) =>
  sendFailure(response, failureOf(error, request.correlationId));
