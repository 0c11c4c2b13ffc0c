import { importMembers } from '@throughline/contracts';
import { type EligibilityImportCommand, eligibilityImportDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import { FileNotStored, type FileStore } from '@throughline/platform';
import type { JobProcessor } from '../queue/job-definition.js';
import { importEligible } from './import-eligible.js';
import { UnreadableFile } from './member-rows.js';

type Data = { readonly importId: string };

/** Between two reports of how far it is, in milliseconds: some hundred events for a million members. */
const REPORT_EVERY_MS = 2_000;

/**
 * Takes an uploaded file in and deletes it. Cut short, it begins again: who was registered is met again. It reports now and then; canceled,
 * it stops at its next batch and reports what it has taken in.
 */
export class ImportMembersProcessor implements JobProcessor<Data> {
  readonly job = importMembers;

  constructor(
    private readonly store: EventStore,
    private readonly files: FileStore,
    /** ELIGIBILITY_KEY */
    private readonly key: string | undefined,
    private readonly reportEveryMs = REPORT_EVERY_MS,
  ) {}

  async process({ importId }: Data): Promise<void> {
    const { state } = await readState(this.store, eligibilityImportDecider, importId);
    if (state.status === 'none') return;
    if (state.status === 'running') {
      const end = await this.takeIn(importId, state);
      if (end !== null) await this.carryOut(importId, end);
    }
    await this.files.delete(state.storageName);
  }

  /** What ends the import; null: somebody canceled it. */
  private async takeIn(
    importId: string,
    { storageName, programme }: { storageName: string; programme: 'diaper' | 'pregnancy' | null },
  ): Promise<EligibilityImportCommand | null> {
    if (this.key === undefined) throw new Error('ELIGIBILITY_KEY is missing: it must be the one of the API.');
    let reportedAt = performance.now();
    try {
      const { faults, ...count } = await importEligible({
        store: this.store,
        key: this.key,
        file: await this.files.get(storageName),
        programme,
        at: new Date(),
        onProgress: async ({ faults: _, ...soFar }) => {
          const { state } = await readState(this.store, eligibilityImportDecider, importId);
          const isOver = state.status !== 'running';
          if (isOver || performance.now() - reportedAt >= this.reportEveryMs) {
            reportedAt = performance.now();
            await this.carryOut(importId, { type: 'ReportImportProgress', data: { importId, count: soFar } });
          }
          if (isOver) throw new Canceled();
        },
      });
      return { type: 'FinishImport', data: { importId, count, faults, at: new Date().toISOString() } };
    } catch (error) {
      if (error instanceof Canceled) return null;
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return { type: 'FailImport', data: { importId, reason, at: new Date().toISOString() } };
    }
  }

  private async carryOut(importId: string, command: EligibilityImportCommand): Promise<void> {
    const at = new Date().toISOString();
    const step = command.type === 'ReportImportProgress' ? `${command.type}/${command.data.count.rows}` : command.type;
    const commandId = derivedCommandId(importId, step);
    const context = { commandId, actor: SYSTEM_ACTOR, at, correlationId: importId, causationId: null };
    await handleCommand(this.store, { decider: eligibilityImportDecider, id: importId, command, context });
  }
}

class Canceled extends Error {}

/** Null: it may go better the next time. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnreadableFile) return error.message;
  return error instanceof FileNotStored ? 'The file is not there any more. Upload it again.' : null;
}
