import { Inject, Injectable } from '@nestjs/common';
import {
  type EligibilityImportCommand,
  eligibilityImportDecider,
  type EligibilityImportState,
  SYSTEM_ACTOR,
} from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import { FileNotStored, type FileStore, UnreadableFile, type WorkerConfig } from '@throughline/platform';
import { sql } from 'kysely';
import { z } from 'zod';
import { CONFIG, DATABASE, EVENT_STORE, FILES, type WorkerDatabase } from '../../engines/engines.js';
import { type Job, JobDelayed, type JobProcessor, when } from '../../queue/job.js';
import { importEligible, inTurn } from '../import-eligible.js';

const data = z.object({ importId: z.string() });
type Data = z.infer<typeof data>;

/** The time between two progress reports, in milliseconds: some hundred events for a million members. */
const REPORT_INTERVAL_MS = 2_000;

/**
 * Another import may be running on another node, or from the command line: the job waits this long for its end, ms, and then leaves its
 * slot to other jobs.
 */
const WAIT_MS = 1_000;
const RETRY_AFTER_MS = 2_000;

/**
 * Imports an uploaded file and deletes it, while no other import runs. After an interruption it starts again and counts the members that it registered before. It reports its progress;
 * when canceled, it stops at the next batch and reports what it has imported.
 */
@Injectable()
export class ImportMembers implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'eligibilityKey'>,
    @Inject(DATABASE) private readonly database: Pick<WorkerDatabase, 'pool'>,
  ) {}

  async process({ importId }: Data, reportIntervalMs = REPORT_INTERVAL_MS): Promise<void> {
    const { state } = await readState(this.store, eligibilityImportDecider, importId);
    if (state.status === 'none') return;
    if (state.status === 'running') {
      const take = (lost: AbortSignal) => this.takeIn(importId, state, { reportIntervalMs, lost });
      const end = await inTurn(this.database.pool, take, { signal: AbortSignal.timeout(WAIT_MS) });
      if (end === undefined) throw new JobDelayed(Date.now() + RETRY_AFTER_MS);
      if (end !== null) await this.executeCommand(importId, end);
    }
    await this.files.delete(state.storageName);
  }

  /** The command that ends the import; null: it was canceled; undefined: it has to wait for its turn. */
  private async takeIn(
    importId: string,
    {
      storageName,
      programme,
      correctsDates,
      otherZeros,
    }: Extract<EligibilityImportState, { readonly status: 'running' }>,
    { reportIntervalMs, lost }: { readonly reportIntervalMs: number; readonly lost: AbortSignal },
  ): Promise<EligibilityImportCommand | null | undefined> {
    let reportedAt = performance.now();
    try {
      const { faults, ...count } = await importEligible({
        importId,
        store: this.store,
        key: this.config.eligibilityKey,
        open: () => this.files.get(storageName),
        programme,
        correctsDates,
        otherZeros,
        at: new Date(),
        signal: lost,
        onProgress: async ({ faults: _, ...soFar }) => {
          const { state } = await readState(this.store, eligibilityImportDecider, importId);
          const isOver = state.status !== 'running';
          if (isOver || performance.now() - reportedAt >= reportIntervalMs) {
            reportedAt = performance.now();
            await this.executeCommand(importId, { type: 'ReportImportProgress', data: { importId, count: soFar } });
          }
          if (isOver) throw new Canceled();
        },
      });
      return { type: 'FinishImport', data: { importId, count, faults, at: new Date().toISOString() } };
    } catch (error) {
      if (error instanceof Canceled) return null;
      if (lost.aborted) return undefined;
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return { type: 'FailImport', data: { importId, reason, at: new Date().toISOString() } };
    }
  }

  private async executeCommand(importId: string, command: EligibilityImportCommand): Promise<void> {
    const at = new Date().toISOString();
    const step = command.type === 'ReportImportProgress' ? `${command.type}/${command.data.count.rows}` : command.type;
    const commandId = derivedCommandId(importId, step);
    const context = { commandId, actor: SYSTEM_ACTOR, at, correlationId: importId, causationId: null };
    await handleCommand(this.store, { decider: eligibilityImportDecider, id: importId, command, context });
  }
}

export const importMembers: Job<Data> = {
  name: 'import-members',
  data,
  id: ({ importId }) => `members.${importId}`,
  processor: ImportMembers,
  oneAtATime: 'import-members',
  plannedBy: [when(eligibilityImportDecider, 'MembersFileUploaded', ({ data: { importId } }) => ({ importId }))],
  findMissing: async ({ db, limit }) => {
    const { rows } = await sql<{ import_id: string }>`
      select import_id from eligibility_import where status = 'running' limit ${limit}`.execute(db);
    return { jobs: rows.map((row) => ({ data: { importId: row.import_id } })) };
  },
};

class Canceled extends Error {}

/** Null: a retry may succeed. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.message;
  return error instanceof FileNotStored ? 'The file is not there any more. Upload it again.' : null;
}
