import { setTimeout as sleep } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  type EligibleMembers,
  type EligiblePatientFound,
  formOfRewards,
  type LookUpEligiblePatientBody,
  NOT_ELIGIBLE,
  type RedeemBenefitBody,
  type RedemptionAnswer,
} from '@throughline/contracts';
import {
  DomainError,
  eligiblePatientKey,
  ORDER_FORM_IDS,
  orderFormOf,
  type RewardProgramme,
} from '@throughline/domain';
import { countEligiblePatients, listEligibilityImports } from '@throughline/read-models';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { reachPosition } from '../engines/read-models.js';
import { HttpError, notFound } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';
import { Benefits } from '../referral-access/benefits.js';
import { LookUpTickets } from '../referral-access/look-up-tickets.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';

/** POST /eligible-patients/look-up (ordering specification, section 4, Eligibility; docs/promises.md 1.4): a ticket for one order. */
export class LookUpEligiblePatient extends Query<EligiblePatientFound> {
  constructor(
    readonly body: LookUpEligiblePatientBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(LookUpEligiblePatient)
export class LookUpEligiblePatientHandler implements IQueryHandler<LookUpEligiblePatient> {
  constructor(
    private readonly lookUps: OpenLookUps,
    private readonly benefits: Benefits,
    private readonly tickets: LookUpTickets,
  ) {}

  async execute({ body, caller }: LookUpEligiblePatient): Promise<EligiblePatientFound> {
    const { companyId, medicaidId, dateOfBirth } = body;
    const programme = formOfRewards(companyId)?.lookUp?.programme;
    const patient = programme && { programme, medicaidId, dateOfBirth };
    const ticket =
      patient &&
      (await this.lookUps.run(caller, 'Eligibility look-up', eligiblePatientKey(patient), async () => {
        const { status } = await this.benefits.stateOf(patient);
        return status === 'eligible' ? this.tickets.issue(patient.programme, this.benefits.idOf(patient)) : undefined;
      }));
    if (!ticket) throw new HttpError(404, 'eligibility/not-eligible', NOT_ELIGIBLE);
    return { id: ticket };
  }
}

/** How long a call waits for the worker to redeem the benefit. */
const REDEMPTION_WAIT_MS = 2_000;
const POLL_INTERVAL_MS = 50;

/**
 * POST /eligible-patients/redeem: whether the benefit of an order was redeemed. It redeems nothing: the worker does, after the order is
 * recorded, and a call that comes earlier waits for it. A caller that has the order's ticket may repeat the call.
 */
export class RedeemBenefit extends Query<RedemptionAnswer> {
  constructor(readonly body: RedeemBenefitBody) {
    super();
  }
}

@QueryHandler(RedeemBenefit)
export class RedeemBenefitHandler implements IQueryHandler<RedeemBenefit> {
  constructor(
    private readonly benefits: Benefits,
    private readonly tickets: LookUpTickets,
  ) {}

  async execute({ body: { eligiblePatientId: ticket, referralId } }: RedeemBenefit): Promise<RedemptionAnswer> {
    const spent = await this.tickets.find(ticket);
    if (spent?.referral_id !== referralId) throw notFound('referral');
    const deadline = performance.now() + REDEMPTION_WAIT_MS;
    for (;;) {
      const outcome = await this.benefits.outcomeOf(referralId);
      if (outcome === 'refused') throw new DomainError('eligibility/not-eligible', refusalOf(spent.programme));
      if (outcome === 'redeemed' || performance.now() > deadline) return { outcome };
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

function refusalOf(programme: RewardProgramme): string {
  const form = ORDER_FORM_IDS.map(orderFormOf).find(({ lookUp }) => lookUp?.programme === programme);
  return form?.lookUp?.notEligible ?? NOT_ELIGIBLE;
}

/** GET /eligible-patients/imports: the imported files, and the number of members. */
export class ListImports extends Query<EligibleMembers> {
  constructor(readonly minPosition: number) {
    super();
  }
}

@QueryHandler(ListImports)
export class ListImportsHandler implements IQueryHandler<ListImports> {
  constructor(@Inject(DATABASE) private readonly database: ApiDatabase) {}

  async execute({ minPosition }: ListImports): Promise<EligibleMembers> {
    const { db } = this.database;
    await reachPosition(db, minPosition);
    const [programmes, imports] = await Promise.all([countEligiblePatients(db), listEligibilityImports(db)]);
    return { programmes: [...programmes], imports: [...imports] };
  }
}
