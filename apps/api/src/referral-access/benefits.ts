import { Inject, Injectable } from '@nestjs/common';
import type { CreateReferralBody } from '@throughline/contracts';
import {
  DomainError,
  eligibilityDecider,
  type EligiblePatient,
  eligiblePatientKey,
  orderFormOf,
  redemptionOf,
} from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { keyedHash } from '@throughline/platform';
import type { CommandContext } from '../command/command-context.js';
import { type ApiConfig, CONFIG, EVENT_STORE } from '../engines/engines.js';
import { LookUpTickets } from './look-up-tickets.js';

/** The member's benefit that an order uses. */
export interface Benefit {
  readonly eligiblePatientId: string;
  /** Spends the ticket on this referral. Rejects with `eligibility/look-up-expired` or `eligibility/not-eligible`. */
  take(referralId: string): Promise<void>;
  /** Makes the ticket usable again after the order was refused. */
  giveBack(): Promise<void>;
}

/** Orders that begin with a look-up (docs/promises.md 1.6). The worker decides again, and it alone redeems. */
@Injectable()
export class Benefits {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'eligibilityKey'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly tickets: LookUpTickets,
  ) {}

  idOf(patient: EligiblePatient): string {
    return keyedHash(this.config.eligibilityKey, eligiblePatientKey(patient));
  }

  async stateOf(eligiblePatientId: string) {
    return (await readState(this.store, eligibilityDecider, eligiblePatientId)).state;
  }

  /** Null for a form without a look-up. Throws `eligibility/another-member`. */
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
      throw new DomainError('eligibility/another-member', message);
    }
    return {
      eligiblePatientId,
      take: async (referralId) => {
        const outcome = await this.tickets.spend({ ticket, eligiblePatientId, referralId }, context);
        if (outcome === 'invalid') throw lookUpExpired();
        const state = await this.stateOf(eligiblePatientId);
        const isRedeemedByAnother = state.status === 'redeemed' && redemptionOf(state, referralId) === 'pending';
        if (outcome === 'already-spent' || isRedeemedByAnother) {
          throw new DomainError('eligibility/not-eligible', notEligible);
        }
      },
      giveBack: () => this.tickets.giveBack(ticket, context),
    };
  }
}

const lookUpExpired = () =>
  new DomainError('eligibility/look-up-expired', 'Your lookup is no longer valid. Please look the member up again.');
