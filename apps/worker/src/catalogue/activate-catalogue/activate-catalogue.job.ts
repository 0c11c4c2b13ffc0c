import { Inject, Injectable } from '@nestjs/common';
import { catalogueDecider } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { z } from 'zod';
import { type Clock, CLOCK, EVENT_STORE } from '../../engines/engines.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';
import { foundTimers, hasCome, plannedUntil, type TimerPlace } from '../../queue/timer.js';

const data = z.object({ versionId: z.string() });
type Data = z.infer<typeof data>;

/** Namespace of the command ids. Never change it. */
const ACTIVATED = '8e1d1b0c-52f4-4a0e-8f0d-6b7c3a9e4d15';

/** The time of a version of the catalogue has come. A version that was canceled meanwhile is left alone. */
@Injectable()
export class ActivateCatalogue implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ versionId }: Data): Promise<void> {
    const { state } = await readState(this.store, catalogueDecider, versionId);
    const now = this.now();
    if (state.status !== 'planned' || !hasCome(state.activatesAt, now)) return;
    const activatedAt = now.toISOString();
    await handleCommand(this.store, {
      decider: catalogueDecider,
      id: versionId,
      command: { type: 'ActivateCatalogue', data: { versionId, activatedAt } },
      context: systemContext(derivedCommandId(ACTIVATED, versionId), activatedAt),
    });
  }
}

/** A timer that its event plans as well, because a time that comes soon would otherwise wait for the next sweep. */
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
