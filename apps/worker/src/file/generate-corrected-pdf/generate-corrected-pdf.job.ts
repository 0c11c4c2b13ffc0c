import { Inject, Injectable } from '@nestjs/common';
import {
  CORRECTION_TYPES,
  fileDecider,
  isCorrection,
  type Recorded,
  referralDecider,
  type ReferralEvent,
} from '@throughline/domain';
import { contextCausedBy, type EventStore, handleCommand, readState } from '@throughline/event-store';
import type { FileStore } from '@throughline/platform';
import { z } from 'zod';
import { EVENT_STORE, FILES } from '../../engines/engines.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';
import { GenerateSubmissionPdf } from '../generate-submission-pdf/generate-submission-pdf.job.js';
import { submissionDocument } from '../generate-submission-pdf/submission-document.js';
import { PRINTING, SubmissionPrinter } from '../generate-submission-pdf/submission-printer.js';

/** `revision`: the revision of the correction in the referral's stream. */
const data = z.object({ referralId: z.string(), revision: z.number() });
type Data = z.infer<typeof data>;

/**
 * Generates the document of a corrected order beside the earlier ones. It contains every correction so far, so if several jobs were planned
 * together, the first does the work of all.
 */
@Injectable()
export class GenerateCorrectedPdf implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    private readonly printer: SubmissionPrinter,
    private readonly original: GenerateSubmissionPdf,
  ) {}

  async process({ referralId }: Data): Promise<void> {
    const { state: referral } = await readState(this.store, referralDecider, referralId);
    const last = await this.lastCorrection(referralId);
    if (referral.status === 'none' || last === undefined) return;
    // The first version is the order as submitted.
    await this.original.process({ referralId });
    const { state: files } = await readState(this.store, fileDecider, referralId);
    const { corrections = 0, order, items, submittedAt } = referral;
    if (files.printedCorrections >= corrections) return;

    const present = { ...order, items: items.filter(({ deleted }) => !deleted) };
    const bytes = await this.printer.print(submissionDocument(referralId, submittedAt, present, last.metadata.at));
    const stored = await this.files.put(bytes);
    const at = new Date().toISOString();
    const fileName = `Corrected-${files.correctedPdfs + 1}-${referralId}.pdf`;
    const { events } = await handleCommand(this.store, {
      decider: fileDecider,
      id: referralId,
      command: {
        type: 'RecordSubmissionPdf',
        data: { referralId, ...stored, fileName, generatedAt: at, corrections },
      },
      context: contextCausedBy(last, generateCorrectedPdf.name, at),
    });
    const isKept = events.some(
      ({ type, data }) => type === 'SubmissionPdfGenerated' && data.storageName === stored.storageName,
    );
    await (isKept ? this.files.confirm(stored.storageName) : this.files.delete(stored.storageName));
  }

  private async lastCorrection(referralId: string): Promise<Recorded<ReferralEvent> | undefined> {
    let last: Recorded<ReferralEvent> | undefined;
    for await (const event of this.store.readStream(`${referralDecider.category}-${referralId}`))
      if (isCorrection(event)) last = event as Recorded<ReferralEvent>;
    return last;
  }
}

export const generateCorrectedPdf: Job<Data> = {
  name: 'generate-corrected-pdf',
  data,
  id: ({ referralId, revision }) => `corrected-pdf.${referralId}.${revision}`,
  priority: 'low',
  oneAtATime: PRINTING,
  processor: GenerateCorrectedPdf,
  plannedBy: CORRECTION_TYPES.map((type) =>
    when(referralDecider, type, ({ data: { referralId }, revision }) => ({ referralId, revision })),
  ),
  /** Newest first. */
  findMissing: async ({ db, limit }) => {
    const rows = await db
      .selectFrom('submission')
      .where('unprinted_correction', 'is not', null)
      .orderBy('referral_id', 'desc')
      .limit(limit)
      .select(['referral_id', 'unprinted_correction'])
      .execute();
    return {
      jobs: rows.map((row) => ({ data: { referralId: row.referral_id, revision: row.unprinted_correction! } })),
    };
  },
};
