import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { type EventStore, isStrayRejection } from '@throughline/event-store';
import type { Server } from 'node:http';
import {
  CertificateWatch,
  endOnUncaught,
  endWithParent,
  fail,
  listenToServer,
  type Logger,
  nestLogger,
  onShutdown,
  refuseCapturedMail,
  refuseNoScanner,
  announceListening,
  workerConfig,
  type WorkerConfig,
} from '@throughline/platform';
import { CONFIG, DATABASE, EVENT_STORE, LOGGER, type WorkerDatabase } from './engines/engines.js';
import { WorkerModule } from './worker.module.js';

async function start(): Promise<void> {
  // Checked before Nest starts, which would print a stack for a wrong variable.
  const given = workerConfig();
  refuseCapturedMail(given);
  refuseNoScanner(given);
  const app = await NestFactory.create(WorkerModule, {
    logger: ['error', 'warn'],
    bufferLogs: true,
    abortOnError: false,
  });
  const log = app.get<Logger>(LOGGER);
  app.useLogger(nestLogger(log));
  endOnUncaught(log, isStrayRejection);
  // Registered first, and so run last: every part has stopped when its engines close.
  onShutdown(async () => {
    app.get(CertificateWatch).close();
    await app.get<WorkerDatabase>(DATABASE).close();
    await app.get<EventStore>(EVENT_STORE).close();
  });
  onShutdown(() => app.close());
  const { workerPort, host } = app.get<WorkerConfig>(CONFIG);
  listenToServer(app.getHttpServer() as Server, log);
  await app.listen(workerPort, host);
  announceListening();
  log.info({ workerPort }, 'worker started');
}

endWithParent();
start().catch(fail);
