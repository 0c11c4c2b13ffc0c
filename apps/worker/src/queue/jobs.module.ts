import { Module } from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import { type FileStore, openFileStore, type WorkerConfig } from '@throughline/platform';
import { CONFIG, EVENT_STORE } from '../engines/engines.js';
import { GenerateSubmissionPdfProcessor } from '../file/generate-submission-pdf.processor.js';
import { FireDueDayProcessor } from '../item-task/fire-due-day.processor.js';
import { Planner } from '../planner/planner.js';
import { Sweeper } from '../sweeper/sweeper.js';
import { JobRunner, PROCESSORS } from './job-runner.js';
import { QueueModule } from './queue.module.js';

const FILES = Symbol('files');

/** All that happens later: what is planned, what is swept up, and who does it. */
@Module({
  imports: [QueueModule],
  providers: [
    { provide: FILES, useFactory: ({ filesUrl }: WorkerConfig) => openFileStore(filesUrl), inject: [CONFIG] },
    {
      provide: PROCESSORS,
      useFactory: (store: EventStore, files: FileStore) => [
        new GenerateSubmissionPdfProcessor(store, files),
        new FireDueDayProcessor(store),
      ],
      inject: [EVENT_STORE, FILES],
    },
    JobRunner,
    Planner,
    Sweeper,
  ],
  exports: [Planner, QueueModule],
})
export class JobsModule {}
