import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  type EligiblePatientFound,
  formOfRewards,
  type LookUpEligiblePatientBody,
  NOT_ELIGIBLE,
} from '@throughline/contracts';
import { eligiblePatientKey } from '@throughline/domain';
import { Refusal } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { Benefits } from '../referral-access/benefits.js';
import { LookUpTickets } from '../referral-access/look-up-tickets.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';

/** POST /eligible-patients/look-up (ordering specification, section 4, Eligibility; QUALITY.md 1.4): a ticket for one order. */
export class LookUpEligiblePatient extends Query<EligiblePatientFound> {
  constructor(
    readonly asked: LookUpEligiblePatientBody,
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

  async execute({ asked, caller }: LookUpEligiblePatient): Promise<EligiblePatientFound> {
    const { companyId, medicaidId, dateOfBirth } = asked;
    const programme = formOfRewards(companyId)?.lookUp?.programme;
    const patient = programme && { programme, medicaidId, dateOfBirth };
    const ticket =
      patient &&
      (await this.lookUps.count(caller, 'Eligibility look-up', eligiblePatientKey(patient), async () => {
        const id = this.benefits.idOf(patient);
        const { status } = await this.benefits.stateOf(id);
        return status === 'eligible' ? this.tickets.issue(patient.programme, id) : undefined;
      }));
    if (!ticket) throw new Refusal(404, 'eligibility/not-eligible', NOT_ELIGIBLE);
    return { id: ticket };
  }
}
