import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import { shape } from '../http/shape.js';
import { FromCaller, type Caller } from '../identity/caller.js';
import { anyone, MayCall } from '../identity/may-call.js';
import { LookUpEligiblePatient } from './look-up-eligible-patient.js';
import { RedeemBenefit } from './redeem-benefit.js';

/** Questions, though asked by POST so that no address holds a member's data: neither writes to the log. */
@Controller('eligible-patients')
@MayCall(anyone)
export class EligibilityController {
  constructor(private readonly queries: QueryBus) {}

  @Post('look-up')
  @HttpCode(200)
  lookUp(
    @Body(shape(contract.lookUpEligiblePatientBody)) asked: contract.LookUpEligiblePatientBody,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new LookUpEligiblePatient(asked, caller));
  }

  @Post('redeem')
  @HttpCode(200)
  redeem(@Body(shape(contract.redeemBenefitBody)) asked: contract.RedeemBenefitBody) {
    return this.queries.execute(new RedeemBenefit(asked));
  }
}
