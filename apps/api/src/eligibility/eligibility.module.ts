import { Module } from '@nestjs/common';
import { EligibilityController } from './eligibility.controller.js';
import { LookUpEligiblePatientHandler } from './look-up-eligible-patient.js';
import { RedeemBenefitHandler } from './redeem-benefit.js';

@Module({
  controllers: [EligibilityController],
  providers: [LookUpEligiblePatientHandler, RedeemBenefitHandler],
})
export class EligibilityModule {}
