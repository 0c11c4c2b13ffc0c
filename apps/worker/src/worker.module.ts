import { Module } from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import type { Logger, WorkerConfig } from '@throughline/platform';
import { type Consumer, ConsumerHost, CONSUMERS } from './consumer/consumer-host.js';
import { reactionConsumer } from './consumer/reaction.js';
import { reactionsOf } from './consumer/reactions.js';
import {
  type Clock,
  CLOCK,
  CONFIG,
  DATABASE,
  EnginesModule,
  EVENT_STORE,
  LOGGER,
  type WorkerDatabase,
} from './engines/engines.js';
import { HealthController } from './health/health.controller.js';
import { logTreeConsumer } from './log-tree/extend-log-tree.js';
import { Projector } from './projector/projector.js';
import { JOB_QUEUE, type JobQueue } from './queue/job-queue.js';
import { JobsModule } from './queue/jobs.module.js';

/** The module of everything that follows the log. */
@Module({
  imports: [EnginesModule, JobsModule],
  providers: [
    Projector,
    {
      provide: CONSUMERS,
      useFactory: (
        projector: Projector,
        { db }: WorkerDatabase,
        store: EventStore,
        queue: JobQueue,
        config: WorkerConfig,
        log: Logger,
        now: Clock,
      ): readonly Consumer[] => [
        projector,
        ...[logTreeConsumer({ store, db, config, now, log }) ?? []].flat(),
        ...reactionsOf({ store, queue, config }).map((reaction) => reactionConsumer({ db, store, reaction, log })),
      ],
      inject: [Projector, DATABASE, EVENT_STORE, JOB_QUEUE, CONFIG, LOGGER, CLOCK],
    },
    ConsumerHost,
  ],
  controllers: [HealthController],
})
export class WorkerModule {}
