import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { Logger } from '@throughline/platform';
import { DATABASE, EVENT_STORE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import { LedLoop } from '../leadership/led-loop.js';
import { followLog } from '../log-follower/follow-log.js';
import { JOB_QUEUE } from '../queue/queue.js';
import type { PlannedJob } from '../queue/job-definition.js';
import { type JobQueue, QueueAway } from '../queue/job-queue.js';
import { PLANNED_CATEGORIES, type PlannedEvent, planJobs } from './plan-jobs.js';

/** Puts the wake-ups that events ask for into the queue. One process at a time. */
@Injectable()
export class Planner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new LedLoop();
  readonly heartbeat = this.loop.heartbeat;

  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start({
      pool: this.database.pool,
      name: 'planner',
      work: (signal) =>
        followLog({
          db: this.database.db,
          store: this.store,
          follower: 'planner',
          filter: { categories: PLANNED_CATEGORIES },
          signal,
          onBeat: () => this.heartbeat.beat('leading'),
          act: (events) => this.plan(events),
        }),
      onError: (error) => {
        if (!(error instanceof QueueAway)) this.log.error({ err: error }, 'planner failed, starting over');
      },
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** An event of which nothing can be made is left to whoever mends it, and to the sweeper then; the others go on. */
  private async plan(events: readonly Recorded[]): Promise<void> {
    const jobs: PlannedJob[] = [];
    const now = new Date();
    for (const event of events) {
      try {
        jobs.push(...planJobs(event as PlannedEvent, now));
      } catch (error) {
        const { stream, position } = event;
        this.log.error({ err: error, stream, position }, 'event not planned: the planner can make nothing of it');
      }
    }
    await this.queue.plan(jobs);
  }
}
