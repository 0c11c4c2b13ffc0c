import { Module } from '@nestjs/common';
import { AssignTrackingNumberHandler } from './assign-tracking-number.js';
import { ListReferralTasksHandler } from './list-referral-tasks.js';
import { ListReferralsHandler } from './list-referrals.js';
import { ReadLimitedReferralHandler } from './read-limited-referral.js';
import { ReadReferralHandler } from './read-referral.js';
import { ReadSubmissionHandler } from './read-submission.js';
import { ReferralController } from './referral.controller.js';
import { SubmitReferralHandler } from './submit-referral.js';

@Module({
  controllers: [ReferralController],
  providers: [
    SubmitReferralHandler,
    ListReferralsHandler,
    ReadReferralHandler,
    ReadLimitedReferralHandler,
    ReadSubmissionHandler,
    ListReferralTasksHandler,
    AssignTrackingNumberHandler,
  ],
})
export class ReferralModule {}
