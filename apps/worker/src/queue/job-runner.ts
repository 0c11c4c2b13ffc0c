import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import {
  checkFile,
  fireDueDay,
  generateSubmissionPdf,
  importMembers,
  openAccount,
  sendReferralMail,
} from '@throughline/contracts';
import type { AnyProcessor } from './job-definition.js';
import { registerProcessors } from './job-registry.js';
import type { JobQueue } from './job-queue.js';
import { JOB_QUEUE } from './queue.js';

/** Every job there is. */
const JOBS = [generateSubmissionPdf, checkFile, sendReferralMail, openAccount, fireDueDay, importMembers];

/** Token of all processors, an array. */
export const PROCESSORS = Symbol('processors');

/** Takes jobs from the queue. A job without exactly one processor stops the worker at boot. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap {
  private readonly processors;

  constructor(
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(PROCESSORS) processors: readonly AnyProcessor[],
  ) {
    this.processors = registerProcessors(JOBS, processors);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.queue.work(this.processors);
  }
}
