import { Inject, Injectable } from '@nestjs/common';
import { fileDecider, referralDecider } from '@throughline/domain';
import { contextCausedBy, type EventStore, handleCommand, readState } from '@throughline/event-store';
import type { FileStore } from '@throughline/platform';
import { sql } from 'kysely';
import { z } from 'zod';
import { EVENT_STORE, FILES } from '../../engines/engines.js';
import { readSubmission } from '../../engines/read-submission.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';
import { submissionDocument } from './submission-document.js';
import { PRINTING, SubmissionPrinter } from './submission-printer.js';

const data = z.object({ referralId: z.string() });
type Data = z.infer<typeof data>;

/** Generates the document of an order once: a second run finds it and stores nothing. */
@Injectable()
export class GenerateSubmissionPdf implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    private readonly printer: SubmissionPrinter,
  ) {}

  warmUp(): void {
    this.printer.warmUp();
  }

  async process({ referralId }: Data): Promise<void> {
    const { state } = await readState(this.store, fileDecider, referralId);
    if (state.hasSubmissionPdf) return;
    const submitted = await readSubmission(this.store, referralId);
    if (submitted === undefined) return;

    const { order, submittedAt } = submitted.data;
    const bytes = await this.printer.print(submissionDocument(referralId, submittedAt, order));
    const stored = await this.files.put(bytes);
    const at = new Date().toISOString();
    const { events } = await handleCommand(this.store, {
      decider: fileDecider,
      id: referralId,
      command: {
        type: 'RecordSubmissionPdf',
        data: { referralId, ...stored, fileName: `Referral-${referralId}.pdf`, generatedAt: at },
      },
      context: contextCausedBy(submitted, generateSubmissionPdf.name, at),
    });
    const isKept = events.some(
      ({ type, data }) => type === 'SubmissionPdfGenerated' && data.storageName === stored.storageName,
    );
    await (isKept ? this.files.confirm(stored.storageName) : this.files.delete(stored.storageName));
  }
}

export const generateSubmissionPdf: Job<Data> = {
  name: 'generate-submission-pdf',
  data,
  id: ({ referralId }) => `pdf.${referralId}`,
  // Each document takes about 30 ms of a processor: due days, checks and mails must not wait for the many PDFs after a restart or a lost
  // queue.
  priority: 'low',
  oneAtATime: PRINTING,
  processor: GenerateSubmissionPdf,
  plannedBy: [when(referralDecider, 'ReferralSubmitted', ({ data: { referralId } }) => ({ referralId }))],
  /** Newest first. */
  findMissing: async ({ db, limit }) => {
    const { rows } = await sql<{ referral_id: string }>`
      select referral_id from submission where "row" ->> 'pdf' = 'false' order by referral_id desc limit ${limit}`.execute(
      db,
    );
    return { jobs: rows.map((row) => ({ data: { referralId: row.referral_id } })) };
  },
};
