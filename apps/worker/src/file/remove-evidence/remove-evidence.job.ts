import { Inject, Injectable } from '@nestjs/common';
import { evidenceDecider } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import type { FileStore } from '@throughline/platform';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, CLOCK, EVENT_STORE, FILES } from '../../engines/engines.js';
import type { Job, JobProcessor } from '../../queue/job.js';
import { foundTimers, hasCome, plannedUntil, type TimerPlace } from '../../queue/timer.js';

const data = z.object({ referralId: z.string(), exportId: z.string() });
type Data = z.infer<typeof data>;

/** Removes exported evidence when its day is over. */
@Injectable()
export class RemoveEvidence implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ referralId, exportId }: Data): Promise<void> {
    const { state } = await readState(this.store, evidenceDecider, referralId);
    const known = state[exportId];
    if (known?.status !== 'exported' && known?.status !== 'removed') return;
    const { expiresAt, storageName } = known.file;
    const now = this.now();
    if (known.status === 'exported') {
      if (!hasCome(expiresAt, now)) return;
      const removedAt = now.toISOString();
      await handleCommand(this.store, {
        decider: evidenceDecider,
        id: referralId,
        command: { type: 'RemoveEvidence', data: { referralId, exportId, removedAt } },
        context: systemContext(derivedCommandId(exportId, removeEvidence.name), removedAt),
      });
    }
    // A process may have died between recording it and deleting the file.
    await this.files.delete(storageName);
  }
}

export const removeEvidence: Job<Data, TimerPlace> = {
  name: 'remove-evidence',
  data,
  id: ({ exportId }) => `evidence-end.${exportId}`,
  processor: RemoveEvidence,
  plannedBy: [],
  findMissing: async ({ db, now, limit, after }) => {
    const { rows } = await sql<{ referral_id: string; export_id: string; expires_at: Date }>`
      select referral_id, export_id, expires_at from evidence_export
       where status = 'exported' and expires_at <= ${plannedUntil(now)}
         ${after === null ? sql`` : sql`and (expires_at, export_id) > (${after.at}, ${after.key})`}
       order by expires_at, export_id limit ${limit}`.execute(db);
    const timers = rows.map((row) => ({
      at: row.expires_at,
      key: row.export_id,
      data: { referralId: row.referral_id, exportId: row.export_id },
    }));
    return foundTimers(timers, limit);
  },
};
