import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { InquiryController } from './inquiry.controller.js';
import { WriteInquiries } from './write-inquiry.js';

@Module({
  imports: [AccessLogModule, CommandModule, RateLimitModule, ReferralAccessModule],
  controllers: [InquiryController],
  providers: [WriteInquiries],
})
export class InquiryModule {}
