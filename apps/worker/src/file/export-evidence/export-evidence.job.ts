import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  type EvidenceCommand,
  evidenceDecider,
  type EvidenceEvent,
  evidenceProgressDecider,
  type Recorded,
  UnknownEvent,
} from '@throughline/domain';
import {
  type CommandContext,
  contextCausedBy,
  type EventStore,
  handleCommand,
  readEvents,
  readState,
} from '@throughline/event-store';
import type { FileStore, StoredFile, WorkerConfig } from '@throughline/platform';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, CLOCK, CONFIG, DATABASE, EVENT_STORE, FILES, type WorkerDatabase } from '../../engines/engines.js';
import { type Job, JobDelayed, type JobProcessor, when } from '../../queue/job.js';
import { EvidencePrinter } from './evidence-printer.js';
import { CaseExport, reasonInWords } from './export-case.js';
import { NotSignedYet } from './gather-evidence.js';

const data = z.object({ referralId: z.string(), exportId: z.string() });
type Data = z.infer<typeof data>;
type Requested = Extract<Recorded<EvidenceEvent>, { readonly type: 'EvidenceRequested' }>;

/** Milliseconds between two reports of progress, which also notice that the export was canceled. */
const REPORT_INTERVAL_MS = 1_000;
/** What is not signed yet will be within half a minute. */
const RETRY_AFTER_MS = 5_000;

/**
 * Exports the evidence of a case into the file store. After an interruption it starts again. It reports its progress; when it is canceled, it
 * stops and leaves no file.
 */
@Injectable()
export class ExportEvidence implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(CONFIG)
    private readonly config: Pick<WorkerConfig, 'tlogUrl' | 'tlogKey' | 'tlogFormerSigners' | 'publicOrigin'>,
    @Inject(DATABASE) private readonly database: Pick<WorkerDatabase, 'db'>,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly printer: EvidencePrinter,
  ) {}

  async process(data: Data, reportIntervalMs = REPORT_INTERVAL_MS): Promise<void> {
    const known = await this.known(data);
    // A process may have died between recording a file and confirming it.
    if (known?.status === 'exported') await this.files.confirm(known.file.storageName);
    const requested = known?.status === 'running' ? await this.request(data) : undefined;
    if (requested === undefined) return;
    const ending = new AbortController();
    const done = new AbortController();
    const progress = { written: 0, all: 0 };
    const watching = this.watch(requested, { progress, ending, done: done.signal, intervalMs: reportIntervalMs });
    try {
      await this.export(requested, ending.signal, progress);
    } catch (error) {
      if (!ending.signal.aborted) await this.failWith(requested, error);
    } finally {
      done.abort();
      await watching;
    }
  }

  /** Several workers did not survive it. */
  async giveUp(data: Data): Promise<void> {
    const requested = await this.request(data);
    if (requested)
      await this.fail(requested, 'The worker ended several times while it exported. Nothing was exported.');
  }

  private async export(requested: Requested, signal: AbortSignal, progress: Progress): Promise<void> {
    const { referralId, exportId, hasPersonalData } = requested.data;
    const { tlogKey } = this.config;
    if (tlogKey === undefined)
      return this.fail(requested, 'This portal does not sign its log (TLOG_KEY is not set). Nothing was exported.');
    const { store, files, database, config } = this;
    const found = await CaseExport.gather({ store, db: database.db, config: { ...config, tlogKey } }, referralId);
    const { email } = requested.metadata.actor;
    const exportedAt = this.now();
    const stored = await stream(files, (output) =>
      found.writeZip({
        output,
        end: true,
        files,
        now: exportedAt,
        by: hasPersonalData && email !== null ? email : `an auditor of the portal (export ${exportId})`,
        hasPersonalData,
        signal,
        render: (report) => this.printer.print(report, signal),
        onProgress: (written, all) => Object.assign(progress, { written, all }),
      }),
    );
    const { events, viewings, unsigned } = found.evidence;
    const count = {
      events: events.length,
      viewings: viewings.length,
      unsignedEvents: unsigned.events,
      unsignedViewings: unsigned.viewings,
    };
    const lastEvent = events.at(-1)?.position ?? 0;
    const recorded = { ...stored, count, lastEvent, exportedAt: exportedAt.toISOString() };
    const handled = await this.execute(requested, {
      type: 'RecordEvidence',
      data: { referralId, exportId, ...recorded },
    });
    const isKept = handled.some(
      (event) => event.type === 'EvidenceExported' && event.data.storageName === stored.storageName,
    );
    await (isKept ? files.confirm(stored.storageName) : files.delete(stored.storageName));
  }

  /** Reports progress until it is done; ends the export if it was canceled. Never throws: what the engine's absence hides is seen the next time. */
  private async watch(requested: Requested, { progress, ending, done, intervalMs }: Watch): Promise<void> {
    const { referralId, exportId } = requested.data;
    while (!done.aborted && !ending.signal.aborted) {
      await pause(intervalMs, undefined, { signal: done }).catch(() => undefined);
      if (done.aborted) return;
      try {
        const known = await this.known({ referralId, exportId });
        if (known?.status !== 'running') ending.abort();
        else if (progress.all > 0) await this.report(requested, progress);
      } catch {
        continue;
      }
    }
  }

  private async report(requested: Requested, { written, all }: Progress): Promise<void> {
    const { referralId, exportId } = requested.data;
    await handleCommand(this.store, {
      decider: evidenceProgressDecider,
      id: referralId,
      command: { type: 'ReportEvidenceProgress', data: { referralId, exportId, written, all } },
      context: this.contextOf(requested, `progress/${written}`),
    });
  }

  private async failWith(requested: Requested, error: unknown): Promise<void> {
    if (error instanceof NotSignedYet) throw new JobDelayed(this.now().getTime() + RETRY_AFTER_MS);
    const reason = error instanceof UnknownEvent ? undefined : reasonInWords(error);
    // Of an event of a later release: a worker of that release will run the job.
    if (reason === undefined) throw error;
    await this.fail(requested, reason);
  }

  private async fail(requested: Requested, reason: string): Promise<void> {
    const { referralId, exportId } = requested.data;
    const failedAt = this.now().toISOString();
    await this.execute(requested, { type: 'FailEvidence', data: { referralId, exportId, reason, failedAt } });
  }

  private async known({ referralId, exportId }: Data) {
    return (await readState(this.store, evidenceDecider, referralId)).state[exportId];
  }

  private async request({ referralId, exportId }: Data): Promise<Requested | undefined> {
    const events = await readEvents<EvidenceEvent>(this.store, `${evidenceDecider.category}-${referralId}`, {});
    return events.find(
      (event): event is Requested => event.type === 'EvidenceRequested' && event.data.exportId === exportId,
    );
  }

  private async execute(requested: Requested, command: EvidenceCommand): Promise<readonly EvidenceEvent[]> {
    const { referralId } = requested.data;
    const context = this.contextOf(requested, command.type);
    const { events } = await handleCommand(this.store, { decider: evidenceDecider, id: referralId, command, context });
    return events;
  }

  private contextOf(requested: Requested, step: string): CommandContext {
    return contextCausedBy(requested, `${exportEvidence.name}/${step}`, this.now().toISOString());
  }
}

interface Progress {
  readonly written: number;
  readonly all: number;
}

interface Watch {
  readonly progress: Progress;
  readonly ending: AbortController;
  readonly done: AbortSignal;
  readonly intervalMs: number;
}

/** Stores what is written as it comes. If either fails, nothing is kept. */
async function stream(files: FileStore, write: (output: PassThrough) => Promise<void>): Promise<StoredFile> {
  const content = new PassThrough();
  // Writing may fail before the store reads; the store gets the error as well.
  content.on('error', () => undefined);
  const writing = write(content).catch((error: Error) => {
    content.destroy(error);
    throw error;
  });
  const [written, stored] = await Promise.allSettled([writing, files.put(content)]);
  if (stored.status === 'fulfilled' && written.status === 'fulfilled') return stored.value;
  if (stored.status === 'fulfilled') await files.delete(stored.value.storageName);
  throw written.status === 'rejected' ? written.reason : (stored as PromiseRejectedResult).reason;
}

export const exportEvidence: Job<Data> = {
  name: 'export-evidence',
  data,
  id: ({ exportId }) => `evidence.${exportId}`,
  // One takes up to a minute of a processor.
  priority: 'low',
  oneAtATime: 'export-evidence',
  processor: ExportEvidence,
  plannedBy: [
    when(evidenceDecider, 'EvidenceRequested', ({ data: { referralId, exportId } }) => ({ referralId, exportId })),
  ],
  findMissing: async ({ db, limit }) => {
    const { rows } = await sql<{ referral_id: string; export_id: string }>`
      select referral_id, export_id from evidence_export where status = 'running' limit ${limit}`.execute(db);
    return { jobs: rows.map((row) => ({ data: { referralId: row.referral_id, exportId: row.export_id } })) };
  },
};
