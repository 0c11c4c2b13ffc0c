import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Req, UnsupportedMediaTypeException } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  eligibilityRoutes,
  type EligibleMembers,
  formOfRewards,
  MEMBERS_FILE_TYPE,
  NOT_ELIGIBLE,
  type RedemptionAnswer,
} from '@throughline/contracts';
import {
  DomainError,
  eligibilityImportDecider,
  eligiblePatientKey,
  ORDER_FORM_IDS,
  orderFormOf,
  type RewardProgramme,
} from '@throughline/domain';
import { countEligiblePatients, listEligibilityImports } from '@throughline/read-models';
import type { Request } from 'express';
import { ExecuteCommand } from '../command/execute-command.js';
import { ReadModels } from '../engines/read-models.js';
import { HttpError, notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { Benefits } from '../referral-access/benefits.js';
import { LookUpTickets } from '../referral-access/look-up-tickets.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';
import { UploadMembersRequest } from './upload-members.js';

type EligibilityRequest<Name extends keyof typeof eligibilityRoutes> = RouteRequest<(typeof eligibilityRoutes)[Name]>;

/** How long a call waits for the worker to redeem the benefit. */
const REDEMPTION_WAIT_MS = 2_000;
const POLL_INTERVAL_MS = 50;

@Controller()
export class EligibilityController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly lookUps: OpenLookUps,
    private readonly benefits: Benefits,
    private readonly tickets: LookUpTickets,
  ) {}

  /** Issues a ticket for one order (ordering specification, section 4, Eligibility; docs/promises.md 1.4). */
  @Serves(eligibilityRoutes.lookUp)
  async lookUp({ body: { companyId, medicaidId, dateOfBirth }, caller }: EligibilityRequest<'lookUp'>) {
    const programme = formOfRewards(companyId)?.lookUp?.programme;
    const patient = programme && { programme, medicaidId, dateOfBirth };
    const ticket =
      patient &&
      (await this.lookUps.run(
        caller,
        'Eligibility look-up',
        eligiblePatientKey(patient),
        async () => {
          const { status } = await this.benefits.stateOf(patient);
          return status === 'eligible' ? this.tickets.issue(patient.programme, this.benefits.idOf(patient)) : undefined;
        },
        () => ({ rowIds: [this.benefits.idOf(patient)] }),
      ));
    if (!ticket) throw new HttpError(404, 'eligibility/not-eligible', NOT_ELIGIBLE);
    return { id: ticket };
  }

  /**
   * Whether the benefit of an order was redeemed. This call redeems nothing: the worker does, after the order is recorded, and a call that
   * comes earlier waits for it. A caller that has the order's ticket may repeat the call.
   */
  @Serves(eligibilityRoutes.redeem)
  async redeem({ body }: EligibilityRequest<'redeem'>): Promise<RedemptionAnswer> {
    const { eligiblePatientId: ticket, referralId } = body;
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

  /** The imported files, and the number of members. */
  @Serves(eligibilityRoutes.listImports)
  listImports({ query: { minPosition } }: EligibilityRequest<'listImports'>): Promise<EligibleMembers> {
    return this.readModels.readAt(minPosition, async (db) => {
      const [programmes, imports] = await Promise.all([countEligiblePatients(db), listEligibilityImports(db)]);
      return { programmes: [...programmes], imports: [...imports] };
    });
  }

  /** Passes on the request itself, because its body is streamed to the file store. */
  @Serves(eligibilityRoutes.importMembers)
  importMembers({ query, context }: EligibilityRequest<'importMembers'>, @Req() request: Request) {
    if (!request.is(MEMBERS_FILE_TYPE)) throw new UnsupportedMediaTypeException();
    return this.commands.execute(new UploadMembersRequest(query, request, context));
  }

  /** The worker stops soon afterwards. Members that it has registered by then stay registered. */
  @Serves(eligibilityRoutes.cancelImport)
  cancelImport({ params: { id: importId }, body, context }: EligibilityRequest<'cancelImport'>) {
    const command = { type: 'CancelImport', data: { importId, ...body, at: context.at } } as const;
    return this.commands.execute(new ExecuteCommand(eligibilityImportDecider, importId, command, context));
  }
}

function refusalOf(programme: RewardProgramme): string {
  const form = ORDER_FORM_IDS.map(orderFormOf).find(({ lookUp }) => lookUp?.programme === programme);
  return form?.lookUp?.notEligible ?? NOT_ELIGIBLE;
}
