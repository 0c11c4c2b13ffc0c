import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import {
  type Applied,
  buildRegistered,
  CheckpointMoved,
  prepareReadModels,
  projections,
  takeOverReadModels,
  trimFeed,
} from '@throughline/read-models';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DATABASE, EVENT_STORE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import { LedLoop } from '../leadership/led-loop.js';
import { projectLive } from './project-live.js';

/** Changes that stay in the feed for clients that were away; a trim for every tenth of it that came on top. */
const KEPT_CHANGES = 100_000;
/** How often it looks for versions to build, in milliseconds: one that was registered or resumed by hand. */
const LOOK_FOR_BUILDS_MS = 2_000;

/** Writes every read model, and nothing else does. One process at a time. */
@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new LedLoop();
  readonly heartbeat = this.loop.heartbeat;
  private changesSinceTrim = KEPT_CHANGES / 10;

  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start({
      pool: this.database.pool,
      name: 'projector',
      work: (leading) => this.project(leading),
      onError: (error) => this.log.error({ err: error }, 'projector failed, starting over'),
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async project(leading: AbortSignal): Promise<void> {
    const { db } = this.database;
    await prepareReadModels(db, projections, await this.store.head());
    await takeOverReadModels(db, projections);
    // One that fails takes the other with it: both start over.
    const failed = new AbortController();
    const signal = AbortSignal.any([leading, failed.signal]);
    const live = projectLive({
      db,
      store: this.store,
      projections,
      signal,
      onBeat: () => this.heartbeat.beat('leading'),
      onApplied: (applied) => this.applied(applied),
    });
    const loops = [live, this.build(signal)];
    try {
      await Promise.all(loops);
    } finally {
      failed.abort();
      await Promise.allSettled(loops);
    }
  }

  private async build(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await buildRegistered(this.database.db, this.store, projections, {
          signal,
          onProgress: ({ parked, ...progress }) => {
            this.log.info(progress, 'building read models');
            this.applied({ parked, changes: 0 });
          },
        });
      } catch (error) {
        if (!(error instanceof CheckpointMoved)) throw error;
        this.log.info('building read models was cancelled');
      }
      await pause(LOOK_FOR_BUILDS_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private applied({ parked, changes }: Applied): void {
    for (const { table, stream, position, error } of parked) {
      this.log.error({ err: error, table, stream, position }, 'stream parked: its projection failed on an event');
    }
    this.changesSinceTrim += changes;
    if (this.changesSinceTrim < KEPT_CHANGES / 10) return;
    this.changesSinceTrim = 0;
    trimFeed(this.database.db, KEPT_CHANGES).catch((error: unknown) =>
      this.log.warn({ err: error }, 'feed not trimmed'),
    );
  }
}
