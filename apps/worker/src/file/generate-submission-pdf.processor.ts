import { generateSubmissionPdf } from '@throughline/contracts';
import { fileDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import type { FileStore } from '@throughline/platform';
import { readSubmission } from '../engines/read-submission.js';
import type { JobProcessor } from '../queue/job-definition.js';
import { submissionDocument } from './submission-pdf/submission-document.js';
import type { SubmissionPrinter } from './submission-pdf/submission-printer.js';

type Data = { readonly referralId: string };

/** The order as a document, once: whoever comes second finds it there and leaves nothing behind. */
export class GenerateSubmissionPdfProcessor implements JobProcessor<Data> {
  readonly job = generateSubmissionPdf;

  constructor(
    private readonly store: EventStore,
    private readonly files: FileStore,
    private readonly printer: SubmissionPrinter,
  ) {}

  async process({ referralId }: Data): Promise<void> {
    const { state } = await readState(this.store, fileDecider, referralId);
    if (state.hasSubmissionPdf) return;
    const submitted = await readSubmission(this.store, referralId);
    if (submitted === undefined) return;

    const { order, submittedAt } = submitted.data;
    const bytes = await this.printer.print(submissionDocument(referralId, submittedAt, order));
    const stored = await this.files.put(bytes);
    const { eventId, correlationId } = submitted.metadata;
    const at = new Date().toISOString();
    const { events } = await handleCommand(this.store, {
      decider: fileDecider,
      id: referralId,
      command: {
        type: 'RecordSubmissionPdf',
        data: { referralId, ...stored, fileName: `Referral-${referralId}.pdf`, generatedAt: at },
      },
      context: {
        commandId: derivedCommandId(eventId, generateSubmissionPdf.name),
        actor: SYSTEM_ACTOR,
        at,
        correlationId,
        causationId: eventId,
      },
    });
    const isKept = events.some(
      ({ type, data }) => type === 'SubmissionPdfGenerated' && data.storageName === stored.storageName,
    );
    await (isKept ? this.files.confirm(stored.storageName) : this.files.delete(stored.storageName));
  }
}
