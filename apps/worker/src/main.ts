import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { EventStore } from '@throughline/event-store';
import { endWithParent, fail, type Logger, onShutdown, sayListening, type WorkerConfig } from '@throughline/platform';
import { CONFIG, DATABASE, EVENT_STORE, LOGGER, type WorkerDatabase } from './engines/engines.js';
import { WorkerModule } from './worker.module.js';

async function start(): Promise<void> {
  const app = await NestFactory.create(WorkerModule, { logger: ['error', 'warn'], abortOnError: false });
  // Registered first, so run last: every part has stopped when its engines close.
  onShutdown(async () => {
    await app.get<WorkerDatabase>(DATABASE).close();
    await app.get<EventStore>(EVENT_STORE).close();
  });
  onShutdown(() => app.close());
  const { workerPort, host } = app.get<WorkerConfig>(CONFIG);
  await app.listen(workerPort, host);
  sayListening();
  app.get<Logger>(LOGGER).info({ workerPort }, 'worker started');
}

endWithParent();
start().catch(fail);
