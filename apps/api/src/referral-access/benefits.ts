import { Inject, Injectable } from '@nestjs/common';
import type { CreateReferralBody } from '@throughline/contracts';
import {
  benefitKey,
  continuesIn,
  DomainError,
  eligibilityDecider,
  type EligibilityState,
  type EligiblePatient,
  eligiblePatientKey,
  memberOfOrder,
  orderFormOf,
  type Recorded,
  type Redemption,
  redemptionOf,
  referralDecider,
  type ReferralSubmitted,
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

/** Orders that begin with a look-up (docs/promises.md 1.6). The worker decides again, and only the worker redeems. */
@Injectable()
export class Benefits {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'eligibilityKey'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly tickets: LookUpTickets,
  ) {}

  /** The keyed hash, including the date of birth, by which tickets and orders identify a member. */
  idOf(patient: EligiblePatient): string {
    return keyedHash(this.config.eligibilityKey, eligiblePatientKey(patient));
  }

  /**
   * The state of the benefit of the member's Medicaid ID; that of an unknown member if it is registered with another date of birth. A
   * registration of a release before decision 95 counts if there is none for the Medicaid ID alone.
   */
  async stateOf(patient: EligiblePatient): Promise<EligibilityState> {
    const datedId = this.idOf(patient);
    const [state, earlier] = (await Promise.all(this.idsOf(patient).map((id) => this.read(id)))) as [
      EligibilityState,
      EligibilityState,
    ];
    if (state.status === 'unknown') return earlier;
    const isOther = state.status === 'eligible' && state.datedId !== datedId;
    return isOther ? { status: 'unknown', refused: state.refused } : state;
  }

  /** The outcome of the benefit that an order asked for. */
  async outcomeOf(referralId: string): Promise<Redemption> {
    for await (const event of this.store.readStream(`${referralDecider.category}-${referralId}`, { to: 0 })) {
      const patient = memberOfOrder((event as Recorded<ReferralSubmitted>).data);
      if (patient === null) break;
      const states = await Promise.all(this.idsOf(patient).map((id) => this.readWithReplacements(id)));
      const outcomes = states.flat().map((state) => redemptionOf(state, referralId));
      return outcomes.find((outcome) => outcome !== 'pending') ?? 'pending';
    }
    return 'pending';
  }

  /** The id of the benefit, and its id from before decision 95. */
  private idsOf(patient: EligiblePatient): readonly string[] {
    return [keyedHash(this.config.eligibilityKey, benefitKey(patient)), this.idOf(patient)];
  }

  private async read(id: string): Promise<EligibilityState> {
    return (await readState(this.store, eligibilityDecider, id)).state;
  }

  /** The benefit, followed by those under the IDs that replaced its ID (decision 95). */
  private async readWithReplacements(id: string): Promise<readonly EligibilityState[]> {
    const states = new Map<string, EligibilityState>();
    for (let next: string | null = id; next !== null && !states.has(next);) {
      const state: EligibilityState = await this.read(next);
      states.set(next, state);
      next = continuesIn(state);
    }
    return [...states.values()];
  }

  /** Null for a form without a look-up. Throws `eligibility/another-member`. */
  of({ form, proof, memberInfo, insuranceInfo }: CreateReferralBody, context: CommandContext): Benefit | null {
    const { lookUp } = orderFormOf(form);
    if (lookUp === null || proof === null) return null;
    const { programme, notEligible } = lookUp;
    const { eligiblePatientId: ticket, verifyInfo } = proof;
    const patient = { programme, medicaidId: verifyInfo.medicaidId, dateOfBirth: verifyInfo.DOB };
    const ordered = { programme, medicaidId: insuranceInfo.medicaidId ?? '', dateOfBirth: memberInfo.DOB };
    const eligiblePatientId = this.idOf(patient);
    if (this.idOf(ordered) !== eligiblePatientId) {
      const message = 'The Medicaid ID and the date of birth must be those that were looked up.';
      throw new DomainError('eligibility/another-member', message);
    }
    return {
      eligiblePatientId,
      take: async (referralId) => {
        const outcome = await this.tickets.spend({ ticket, eligiblePatientId, referralId }, context);
        if (outcome === 'invalid') throw lookUpExpired();
        const asked = await this.stateOf(patient);
        const into = continuesIn(asked);
        const state = into === null ? asked : (await this.readWithReplacements(into)).at(-1)!;
        const isOver = state.status === 'redeemed' || state.status === 'merged';
        const isRedeemedByAnother =
          isOver && continuesIn(state) === null && redemptionOf(state, referralId) === 'pending';
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
