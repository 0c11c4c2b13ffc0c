import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { AssignTrackingHandler } from './assign-tracking.js';
import { CorrectReferralHandler } from './correct-referral.js';
import { ReferralController } from './referral.controller.js';
import { ReferralReads } from './referral.reads.js';
import { SubmitReferralHandler } from './submit-referral.js';

@Module({
  imports: [AccessLogModule, CommandModule, RateLimitModule, ReferralAccessModule],
  controllers: [ReferralController],
  providers: [ReferralReads, SubmitReferralHandler, AssignTrackingHandler, CorrectReferralHandler],
})
export class ReferralModule {}
