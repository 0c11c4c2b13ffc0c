import { Controller, Req, UnsupportedMediaTypeException } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { eligibilityRoutes, MEMBERS_FILE_TYPE } from '@throughline/contracts';
import { eligibilityImportDecider } from '@throughline/domain';
import type { Request } from 'express';
import { ExecuteCommand } from '../command/execute-command.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ListImports, LookUpEligiblePatient, RedeemBenefit } from './eligibility.queries.js';
import { UploadMembers } from './upload-members.js';

type EligibilityRequest<Name extends keyof typeof eligibilityRoutes> = RouteRequest<(typeof eligibilityRoutes)[Name]>;

@Controller()
export class EligibilityController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Serves(eligibilityRoutes.lookUp)
  lookUp({ body, caller }: EligibilityRequest<'lookUp'>) {
    return this.queries.execute(new LookUpEligiblePatient(body, caller));
  }

  @Serves(eligibilityRoutes.redeem)
  redeem({ body }: EligibilityRequest<'redeem'>) {
    return this.queries.execute(new RedeemBenefit(body));
  }

  @Serves(eligibilityRoutes.listImports)
  listImports({ query: { minPosition } }: EligibilityRequest<'listImports'>) {
    return this.queries.execute(new ListImports(minPosition));
  }

  /** The request itself is passed on, because its body is streamed to the file store. */
  @Serves(eligibilityRoutes.importMembers)
  importMembers({ query, context }: EligibilityRequest<'importMembers'>, @Req() request: Request) {
    if (!request.is(MEMBERS_FILE_TYPE)) throw new UnsupportedMediaTypeException();
    return this.commands.execute(new UploadMembers(query, request, context));
  }

  /** The worker stops soon after. Members that it has registered by then stay registered. */
  @Serves(eligibilityRoutes.cancelImport)
  cancelImport({ params: { id: importId }, body, context }: EligibilityRequest<'cancelImport'>) {
    const command = { type: 'CancelImport', data: { importId, ...body, at: context.at } } as const;
    return this.commands.execute(new ExecuteCommand(eligibilityImportDecider, importId, command, context));
  }
}
