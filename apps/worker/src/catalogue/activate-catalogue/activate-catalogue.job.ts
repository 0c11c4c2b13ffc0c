import { Inject, Injectable } from '@nestjs/common';
import { catalogueDecider } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { oneAtATime } from '@throughline/platform';
import { findActiveVersionId, waitUntilProjected } from '@throughline/read-models';
import { z } from 'zod';
import { type Clock, CLOCK, DATABASE, EVENT_STORE, type WorkerDatabase } from '../../engines/engines.js';
import { type Job, JobDelayed, type JobProcessor, when } from '../../queue/job.js';
import { foundTimers, hasCome, plannedUntil, type TimerPlace } from '../../queue/timer.js';

const data = z.object({ versionId: z.string() });
type Data = z.infer<typeof data>;

/** Namespace of the command ids. Never change it. */
const ACTIVATED = '8e1d1b0c-52f4-4a0e-8f0d-6b7c3a9e4d15';

/** Milliseconds until the next attempt while the read models are behind the log. */
const RETRY_MS = 1_000;

/** Activates a version of the catalogue when its time has come. A version that was canceled meanwhile is left alone. */
@Injectable()
export class ActivateCatalogue implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(DATABASE) private readonly database: Pick<WorkerDatabase, 'db'>,
  ) {}

  async process({ versionId }: Data): Promise<void> {
    const { state } = await readState(this.store, catalogueDecider, versionId);
    const now = this.now();
    if (state.status !== 'planned' || !hasCome(state.activatesAt, now)) return;
    const activatedAt = now.toISOString();
    const { db } = this.database;
    await oneAtATime(db, 'catalogue', async () => {
      if (!(await waitUntilProjected(db, await this.store.head()))) throw new JobDelayed(now.getTime() + RETRY_MS);
      const activeVersionId = await findActiveVersionId(db);
      await handleCommand(this.store, {
        decider: catalogueDecider,
        id: versionId,
        command: { type: 'ActivateCatalogue', data: { versionId, activeVersionId, activatedAt } },
        context: systemContext(derivedCommandId(ACTIVATED, versionId), activatedAt),
      });
    });
  }
}

/** A timer that the event plans as well, because a time in the near future would pass before the next sweep. */
export const activateCatalogue: Job<Data, TimerPlace> = {
  name: 'activate-catalogue',
  data,
  id: ({ versionId }) => `catalogue.${versionId}`,
  processor: ActivateCatalogue,
  plannedBy: [
    when(catalogueDecider, 'CataloguePlanned', ({ data: { versionId, activatesAt, plannedAt } }) =>
      activatesAt === plannedAt ? null : { versionId },
    ),
  ],
  findMissing: async ({ db, now, limit, after }) => {
    const rows = await db
      .selectFrom('catalogue_version')
      .select(['version_id', 'activates_at'])
      .where('status', '=', 'planned')
      .where('activates_at', '<=', plannedUntil(now))
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('activates_at', 'version_id'), '>', tuple(after!.at, after!.key)),
        ),
      )
      .orderBy('activates_at')
      .orderBy('version_id')
      .limit(limit)
      .execute();
    const timers = rows.map(({ version_id: versionId, activates_at: at }) => ({
      at,
      key: versionId,
      data: { versionId },
    }));
    return foundTimers(timers, limit);
  },
};
