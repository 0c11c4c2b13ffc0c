import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { Logger, WorkerConfig } from '@throughline/platform';
import { park } from '@throughline/read-models';
import { CONFIG, DATABASE, EVENT_STORE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import { LedLoop } from '../leadership/led-loop.js';
import { followLog } from '../log-follower/follow-log.js';
import { actOnEvents } from './act-on-events.js';
import { consumerOf, policies, type Policy, POLICY_CATEGORIES } from './policy.js';

/** Does what one event leads to in another stream. One process at a time. */
@Injectable()
export class PolicyRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new LedLoop();
  readonly heartbeat = this.loop.heartbeat;

  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start({
      pool: this.database.pool,
      name: 'policies',
      work: (leading) => this.follow(leading),
      onError: (error) => this.log.error({ err: error }, 'policies failed, starting over'),
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private follow(signal: AbortSignal): Promise<void> {
    const { db } = this.database;
    const options = {
      store: this.store,
      policies,
      facts: { dayMs: this.config.taskDayMs ?? null },
      onFailed: async (policy: Policy, { stream, position }: Recorded, error: unknown) => {
        this.log.error({ err: error, policy: policy.name, stream, position }, 'stream parked: its policy failed');
        await park(db, consumerOf(policy), [{ stream, position, error }]);
      },
    };
    return followLog({
      db,
      store: this.store,
      follower: 'policies',
      filter: { categories: POLICY_CATEGORIES },
      signal,
      onBeat: () => this.heartbeat.beat('leading'),
      act: (events) => actOnEvents(options, events),
    });
  }
}
