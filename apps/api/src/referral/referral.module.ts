import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { AssignTrackingHandler } from './assign-tracking.js';
import { CheckStatusHandler } from './check-status.js';
import { CorrectReferralHandler, ListCorrectionsHandler } from './correct-referral.js';
import { ReferralController } from './referral.controller.js';
import {
  ListReferralsHandler,
  ListReferralTasksHandler,
  ReadLimitedReferralHandler,
  ReadReferralHandler,
  ReadTrackingHandler,
  ReadSubmissionHandler,
  SuggestSearchesHandler,
} from './referral.queries.js';
import { FindSameOrdersHandler, ListSameOrdersHandler } from './same-orders.js';
import { SubmitReferralHandler } from './submit-referral.js';

@Module({
  imports: [AccessLogModule, CommandModule, RateLimitModule, ReferralAccessModule],
  controllers: [ReferralController],
  providers: [
    SubmitReferralHandler,
    AssignTrackingHandler,
    CorrectReferralHandler,
    ListCorrectionsHandler,
    ListReferralsHandler,
    ReadReferralHandler,
    ReadTrackingHandler,
    ReadLimitedReferralHandler,
    ReadSubmissionHandler,
    CheckStatusHandler,
    FindSameOrdersHandler,
    ListSameOrdersHandler,
    ListReferralTasksHandler,
    SuggestSearchesHandler,
  ],
})
export class ReferralModule {}
