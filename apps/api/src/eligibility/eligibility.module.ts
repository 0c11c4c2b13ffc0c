import { Module } from '@nestjs/common';
import { CommandModule } from '../command/command.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { EligibilityController } from './eligibility.controller.js';
import { UploadMembersHandler } from './upload-members.js';

@Module({
  imports: [CommandModule, ReferralAccessModule],
  controllers: [EligibilityController],
  providers: [UploadMembersHandler],
})
export class EligibilityModule {}
