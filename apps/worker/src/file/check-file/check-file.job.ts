import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { type FileCommand, fileDecider, type FileEvent, type Recorded, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import type { FileStore, Logger } from '@throughline/platform';
import { sql } from 'kysely';
import { z } from 'zod';
import { EVENT_STORE, FILES, LOGGER } from '../../engines/engines.js';
import { type Job, JobDelayed, type JobProcessor, when } from '../../queue/job.js';
import { checkPdf } from './pdf-check/check-pdf.js';
import type { PdfFault } from './pdf-check/find-pdf-fault.js';
import { FILE_SCANNER, type FileScanner, ScannerUnavailable } from './file-scanner.js';

const data = z.object({ referralId: z.string(), fileId: z.number() });
type Data = z.infer<typeof data>;
type Uploaded = Extract<Recorded<FileEvent>, { type: 'FileUploaded' }>;

type FindFault = (file: Uploaded['data']) => Promise<PdfFault | null>;

const SCAN_RETRY_MS = 15_000;

/**
 * Decides whether an uploaded file may be downloaded. While that cannot be decided the job is delayed, so that nothing passes unchecked.
 */
@Injectable()
export class CheckFile implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(FILE_SCANNER) private readonly scanner: FileScanner,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  process(data: Data): Promise<void> {
    return this.decide(data, async ({ storageName }) => this.faultOf(await buffer(await this.files.get(storageName))));
  }

  /** A file whose check several workers did not survive is refused as too complex. */
  giveUp(data: Data): Promise<void> {
    return this.decide(data, () => Promise.resolve({ reason: 'too-complex' }));
  }

  private async decide({ referralId, fileId }: Data, find: FindFault): Promise<void> {
    const { state } = await readState(this.store, fileDecider, referralId);
    const check = state.uploads.find((file) => file.fileId === fileId)?.check;
    if (check === undefined || check === 'accepted') return;
    const uploaded = await this.upload(referralId, fileId);
    // A process may have died between refusing a file and deleting it.
    if (check === 'refused' || (await this.refuses(uploaded, await find(uploaded.data))))
      await this.files.delete(uploaded.data.storageName);
  }

  /** Records the outcome. False also if another worker accepted the file first, which is final. */
  private async refuses({ data, metadata }: Uploaded, fault: PdfFault | null): Promise<boolean> {
    const { referralId, fileId } = data;
    const { eventId, correlationId } = metadata;
    const at = new Date().toISOString();
    const outcome = { referralId, fileId, checkedAt: at };
    const command: FileCommand = fault
      ? { type: 'RejectFile', data: { ...outcome, ...fault } }
      : { type: 'AcceptFile', data: outcome };
    const commandId = derivedCommandId(eventId, checkFile.name);
    const context = { commandId, actor: SYSTEM_ACTOR, at, correlationId, causationId: eventId };
    const { events } = await handleCommand(this.store, { decider: fileDecider, id: referralId, command, context });
    return events.some(({ type }) => type === 'FileRejectedByScan');
  }

  private async faultOf(bytes: Buffer): Promise<PdfFault | null> {
    try {
      if (await this.scanner.isInfected(bytes)) return { reason: 'infected' };
    } catch (error) {
      if (!(error instanceof ScannerUnavailable)) throw error;
      this.log.warn({ err: error }, 'a file waits for its virus scan');
      throw new JobDelayed(Date.now() + SCAN_RETRY_MS);
    }
    return checkPdf(bytes);
  }

  private async upload(referralId: string, fileId: number): Promise<Uploaded> {
    for await (const event of this.store.readStream(`${fileDecider.category}-${referralId}`, {})) {
      const recorded = event as Recorded<FileEvent>;
      if (recorded.type === 'FileUploaded' && recorded.data.fileId === fileId) return recorded;
    }
    throw new Error('A file that waits for its check was never uploaded.');
  }
}

export const checkFile: Job<Data> = {
  name: 'check-file',
  data,
  id: ({ referralId, fileId }) => `file-check.${referralId}.${fileId}`,
  processor: CheckFile,
  plannedBy: [when(fileDecider, 'FileUploaded', ({ data: { referralId, fileId } }) => ({ referralId, fileId }))],
  findMissing: async ({ db, limit }) => {
    const { rows } = await sql<{ referral_id: string; file_id: number }>`
      select referral_id, (file ->> 'fileId')::int as file_id
        from submission, json_array_elements("row" -> 'files') as file
       where unchecked and file ->> 'check' = 'waiting'
       union all
      select recertification_id, (file ->> 'fileId')::int
        from recertification, json_array_elements(detail -> 'files') as file
       where unchecked and file ->> 'check' = 'waiting'
       limit ${limit}`.execute(db);
    return { jobs: rows.map((row) => ({ data: { referralId: row.referral_id, fileId: row.file_id } })) };
  },
};
