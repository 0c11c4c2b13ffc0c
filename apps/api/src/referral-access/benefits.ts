import { Injectable } from '@nestjs/common';
import type { CreateReferralBody } from '@throughline/contracts';
import {
  eligibilityDecider,
  type EligiblePatient,
  eligiblePatientKey,
  orderFormOf,
  redemptionOf,
  Rejection,
} from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { keyedHash } from '@throughline/platform';
import { Engines } from '../engine/engines.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { LookUpTickets } from './look-up-tickets.js';

/** What an order asks of a member's benefit. */
export interface Benefit {
  readonly eligiblePatientId: string;
  /** Spends the ticket on this referral. Rejects with `eligibility/look-up-expired` and `eligibility/not-eligible`. */
  take(referralId: string): Promise<void>;
  /** The order was refused: the ticket may be spent on another. */
  giveBack(): Promise<void>;
}

/** Orders that a look-up opened (QUALITY.md 1.6). What is decided here is decided again by the worker, who alone redeems. */
@Injectable()
export class Benefits {
  constructor(
    private readonly engines: Engines,
    private readonly tickets: LookUpTickets,
  ) {}

  idOf(patient: EligiblePatient): string {
    return keyedHash(this.engines.config.eligibilityKey, eligiblePatientKey(patient));
  }

  async stateOf(eligiblePatientId: string) {
    return (await readState(this.engines.store, eligibilityDecider, eligiblePatientId)).state;
  }

  /** Null on a form without a look-up. Rejects with `eligibility/another-member`. */
  of({ form, proof, memberInfo, insuranceInfo }: CreateReferralBody, context: CommandContext): Benefit | null {
    const { lookUp } = orderFormOf(form);
    if (lookUp === null || proof === null) return null;
    const { programme, notEligible } = lookUp;
    const { eligiblePatientId: ticket, verifyInfo } = proof;
    const idOf = (medicaidId: string | null, dateOfBirth: string) =>
      this.idOf({ programme, medicaidId: medicaidId ?? '', dateOfBirth });
    const eligiblePatientId = idOf(verifyInfo.medicaidId, verifyInfo.DOB);
    if (idOf(insuranceInfo.medicaidId, memberInfo.DOB) !== eligiblePatientId) {
      const message = 'The Medicaid ID and the date of birth must be those that were looked up.';
      throw new Rejection('eligibility/another-member', message);
    }
    return {
      eligiblePatientId,
      take: async (referralId) => {
        const outcome = await this.tickets.spend({ ticket, eligiblePatientId, referralId }, context);
        if (outcome === 'invalid') throw expired();
        const state = await this.stateOf(eligiblePatientId);
        const isAnothers = state.status === 'redeemed' && redemptionOf(state, referralId) === 'pending';
        if (outcome === 'spent' || isAnothers) throw new Rejection('eligibility/not-eligible', notEligible);
      },
      giveBack: () => this.tickets.giveBack(ticket, context),
    };
  }
}

const expired = () =>
  new Rejection('eligibility/look-up-expired', 'Your lookup is no longer valid. Please look the member up again.');
