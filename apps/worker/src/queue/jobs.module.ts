import { Module } from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import type { FileStore, Logger, MailTransport, WorkerConfig } from '@throughline/platform';
import { identityAdminOf } from '../account/identity-admin.js';
import { OpenAccountProcessor } from '../account/open-account.processor.js';
import { CONFIG, EVENT_STORE, FILES, LOGGER, MAIL } from '../engines/engines.js';
import { CheckFileProcessor } from '../file/check-file.processor.js';
import { ImportMembersProcessor } from '../eligibility/import-members.processor.js';
import { GenerateSubmissionPdfProcessor } from '../file/generate-submission-pdf.processor.js';
import { SubmissionPrinter } from '../file/submission-pdf/submission-printer.js';
import { builtInScanner } from '../file/virus-scan/built-in-scanner.js';
import { clamAvScanner } from '../file/virus-scan/clamav-scanner.js';
import { FireDueDayProcessor } from '../item-task/fire-due-day.processor.js';
import { SendReferralMailProcessor } from '../message/send-referral-mail.processor.js';
import { Planner } from '../planner/planner.js';
import { Sweeper } from '../sweeper/sweeper.js';
import { JobRunner, PROCESSORS } from './job-runner.js';
import { QueueModule } from './queue.module.js';

/** All that happens later: what is planned, what is swept up, and who does it. */
@Module({
  imports: [QueueModule],
  providers: [
    { provide: SubmissionPrinter, useFactory: () => new SubmissionPrinter() },
    {
      provide: PROCESSORS,
      useFactory: (
        config: WorkerConfig,
        log: Logger,
        store: EventStore,
        files: FileStore,
        mail: MailTransport,
        printer: SubmissionPrinter,
      ) => [
        new GenerateSubmissionPdfProcessor(store, files, printer),
        new CheckFileProcessor(store, files, config.clamavUrl ? clamAvScanner(config.clamavUrl) : builtInScanner, log),
        new SendReferralMailProcessor(store, mail, config.publicOrigin),
        new OpenAccountProcessor(store, identityAdminOf(config)),
        new FireDueDayProcessor(store),
        new ImportMembersProcessor(store, files, config.eligibilityKey),
      ],
      inject: [CONFIG, LOGGER, EVENT_STORE, FILES, MAIL, SubmissionPrinter],
    },
    JobRunner,
    Planner,
    Sweeper,
  ],
  exports: [Planner, QueueModule],
})
export class JobsModule {}
