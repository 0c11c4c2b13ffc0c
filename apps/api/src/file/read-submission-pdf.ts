import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { GenerateAnswer } from '@throughline/contracts';
import { hasSubmissionPdf } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { readAt } from '../engine/read-at.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/**
 * GET /pdf/referral/{id}/generate: whether the submission PDF is there. It is always on its way: the worker makes it for every
 * referral, once.
 */
export class ReadSubmissionPdf extends Query<GenerateAnswer> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadSubmissionPdf)
export class ReadSubmissionPdfHandler implements IQueryHandler<ReadSubmissionPdf> {
  constructor(
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
  ) {}

  async execute({ referralId, minPosition, caller }: ReadSubmissionPdf): Promise<GenerateAnswer> {
    return readAt(this.engines, minPosition, async () => {
      await this.referrals.requireSubmission(caller, referralId);
      return { ready: await hasSubmissionPdf(this.engines.db, referralId) };
    });
  }
}
