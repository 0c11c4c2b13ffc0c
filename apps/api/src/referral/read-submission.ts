import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { SubmissionDetail } from '@throughline/contracts';
import { getSubmission, waitUntilProjected } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
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
    const { db } = this.engines;
    await waitUntilProjected(db, minPosition);
    await this.referrals.openSubmission(caller, referralId, 'Submission');
    const found = await getSubmission(db, referralId);
    if (!found) throw notFound('referral');
    return found;
  }
}
