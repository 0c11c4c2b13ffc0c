import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger, WorkerConfig } from '@throughline/platform';
import { CONFIG, LOGGER } from '../engines/engines.js';
import type { JobQueue } from './job-queue.js';
import { openQueue } from './open-queue.js';
import { JOB_QUEUE } from './queue.js';

@Global()
@Module({
  providers: [
    {
      provide: JOB_QUEUE,
      useFactory: ({ databaseUrl, redisUrl, redisPrefix }: WorkerConfig, log: Logger) =>
        openQueue({ databaseUrl, redisUrl, redisPrefix, log }),
      inject: [CONFIG, LOGGER],
    },
  ],
  exports: [JOB_QUEUE],
})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(JOB_QUEUE) private readonly queue: JobQueue) {}

  onApplicationShutdown(): Promise<void> {
    return this.queue.close();
  }
}
