import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SubmissionDetail } from '@throughline/contracts';
import { getSubmission } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { readAt } from '../engine/read-at.js';
import { notFound } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** GET /referrals/referral/{id}/submission: how far what follows an order has come. */
export class ReadSubmission extends Query<SubmissionDetail> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadSubmission)
export class ReadSubmissionHandler implements IQueryHandler<ReadSubmission> {
  constructor(
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
  ) {}

  async execute({ referralId, minPosition, caller }: ReadSubmission): Promise<SubmissionDetail> {
    return readAt(this.engines, minPosition, async () => {
      await this.referrals.openSubmission(caller, referralId, 'Submission');
      const found = await getSubmission(this.engines.db, referralId);
      if (!found) throw notFound('referral');
      return found;
    });
  }
}
