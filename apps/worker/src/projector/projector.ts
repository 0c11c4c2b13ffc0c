import type { EventStore } from '@throughline/event-store';
import {
  type AnyProjection,
  type Applied,
  applyBatch,
  buildRegistered,
  CheckpointMoved,
  consume,
  notifyProjected,
  prepareReadModels,
  projections,
  type ReadModelSchema,
  retryParkedByEarlierRelease,
  tableOf,
  takeOverReadModels,
  trimFeed,
} from '@throughline/read-models';
import type { Kysely } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { WorkerConfig } from '@throughline/platform';
import type { Logger } from 'pino';
import type { Consumer } from '../consumer/consumer-host.js';
import { type Clock, CLOCK, CONFIG, DATABASE, EVENT_STORE, LOGGER, type WorkerDatabase } from '../engines/engines.js';
import { compareReadModels } from './compare-read-models.js';

/** Milliseconds between two checks whether the first read model has been built. */
const READY_CHECK_INTERVAL_MS = 250;

export interface ProjectLive {
  readonly db: Kysely<ReadModelSchema>;
  readonly store: EventStore;
  readonly projections: readonly AnyProjection[];
  readonly signal: AbortSignal;
  /** Called at each iteration. */
  readonly onHeartbeat: () => void;
  readonly onApplied: (applied: Applied) => void;
  readonly onRetried: (taken: { readonly table: string; readonly stream: string }) => void;
}

/**
 * Keeps the active read models up to date with the log until `signal` is aborted. Restarts from the checkpoints when another projector, or
 * the switch to a newly built version, has moved them. Streams that an earlier release parked at an event of a type that this release
 * knows are retried. Throws the errors of the engines.
 */
export async function projectLive(options: ProjectLive): Promise<void> {
  while (!options.signal.aborted) {
    options.onHeartbeat();
    const active = await activeModels(options.db, options.projections);
    if (active.projections.length === 0) {
      await pause(READY_CHECK_INTERVAL_MS, undefined, { signal: options.signal }).catch(() => undefined);
      continue;
    }
    try {
      await follow(options, active);
    } catch (error) {
      if (!(error instanceof CheckpointMoved)) throw error;
    }
  }
}

async function follow(options: ProjectLive, { projections, position }: ActiveModels): Promise<void> {
  const { db, store, signal, onHeartbeat, onApplied, onRetried } = options;
  const retryParkedStreams = async (): Promise<void> => {
    for (const taken of await retryParkedByEarlierRelease(db, store, options.projections)) onRetried(taken);
  };
  await retryParkedStreams();
  await consume({
    store,
    after: position,
    signal,
    onHeartbeat,
    apply: async (batch) => {
      const applied = await applyBatch(db, projections, batch);
      onApplied(applied);
      if (batch.upTo > batch.after) await notifyProjected(db, { position: batch.upTo, changes: applied.changes });
      else await retryParkedStreams();
    },
  });
}

interface ActiveModels {
  readonly projections: readonly AnyProjection[];
  readonly position: number;
}

async function activeModels(db: ProjectLive['db'], projections: readonly AnyProjection[]): Promise<ActiveModels> {
  const rows = await db
    .selectFrom('consumer_checkpoint')
    .where('status', '=', 'active')
    .select(['consumer', 'position'])
    .execute();
  const active = new Set(rows.map((row) => row.consumer));
  return {
    projections: projections.filter((projection) => active.has(tableOf(projection))),
    position: Math.min(...rows.map(({ position }) => position)),
  };
}

/** How many changes the feed keeps for clients that reconnect. It is trimmed each time a tenth of this number was added. */
const MAX_FEED_CHANGES = 100_000;
/** Milliseconds between two checks for versions to build, which an operator may have registered or resumed. */
const BUILD_CHECK_INTERVAL_MS = 2_000;

/** The projector is the only writer of the read models. */
@Injectable()
export class Projector implements Consumer {
  readonly name = 'projector';
  private changesSinceTrim = MAX_FEED_CHANGES / 10;

  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'tlogUrl'>,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async run(leading: AbortSignal, onHeartbeat: () => void): Promise<void> {
    const { db } = this.database;
    await prepareReadModels(db, projections, await this.store.head());
    await takeOverReadModels(db, projections);
    // When one of the two loops fails, both are restarted.
    const failed = new AbortController();
    const signal = AbortSignal.any([leading, failed.signal]);
    const live = projectLive({
      db,
      store: this.store,
      projections,
      signal,
      onHeartbeat,
      onApplied: (applied) => this.applied(applied),
      onRetried: (taken) => this.log.info(taken, 'parked stream taken up again'),
    });
    const { store, config, now, log } = this;
    const compared = compareReadModels({ db, store, projections, config, now, log, signal });
    const loops = [live, this.build(signal), compared];
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
      await pause(BUILD_CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private applied({ parked, changes }: Applied): void {
    for (const { table, stream, position, error } of parked) {
      this.log.error({ err: error, table, stream, position }, 'stream parked: its projection failed on an event');
    }
    this.changesSinceTrim += changes;
    if (this.changesSinceTrim < MAX_FEED_CHANGES / 10) return;
    this.changesSinceTrim = 0;
    trimFeed(this.database.db, MAX_FEED_CHANGES).catch((error: unknown) =>
      this.log.warn({ err: error }, 'feed not trimmed'),
    );
  }
}
