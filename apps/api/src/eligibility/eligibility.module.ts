import { Module } from '@nestjs/common';
import { CommandModule } from '../command/command.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { EligibilityController } from './eligibility.controller.js';
import { ListImportsHandler, LookUpEligiblePatientHandler, RedeemBenefitHandler } from './eligibility.queries.js';
import { UploadMembersHandler } from './upload-members.js';

@Module({
  imports: [CommandModule, ReferralAccessModule],
  controllers: [EligibilityController],
  providers: [LookUpEligiblePatientHandler, RedeemBenefitHandler, ListImportsHandler, UploadMembersHandler],
})
export class EligibilityModule {}
