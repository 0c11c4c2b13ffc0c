import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CreateReferralBody } from '@throughline/contracts';
import { orderFormOf, referralDecider, DomainError } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { withDrawnId } from '../command/draw-id.js';
import { executeCommand } from '../command/execute-command.js';
import { ActiveCatalogue } from '../engines/active-catalogue.js';
import { EVENT_STORE } from '../engines/engines.js';
import { type Caller, isSignedIn } from '../identity/caller.js';
import { RateLimits } from '../rate-limit/rate-limits.js';
import { Benefits } from '../referral-access/benefits.js';
import { SubmitterPasses } from '../referral-access/submitter-pass.js';

/** POST /referrals/create (ordering specification, section 4, Referral submission). Returns the new referral's id. */
export class SubmitReferralRequest extends Command<CommandResult<string>> {
  constructor(
    readonly body: CreateReferralBody,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SubmitReferralRequest)
export class SubmitReferralHandler implements ICommandHandler<SubmitReferralRequest> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly catalogue: ActiveCatalogue,
    private readonly benefits: Benefits,
    private readonly limits: RateLimits,
  ) {}

  async execute({ body, caller, context }: SubmitReferralRequest): Promise<CommandResult<string>> {
    if (!isSignedIn(caller.actor)) await this.limits.count('orderByAddress', caller.addressHash);
    const { form, language, patientKey, user: _sender, proof: _proof, ...order } = body;
    const benefit = this.benefits.of(body, context);
    const items = order.items.map((item, index) => ({ ...item, id: index + 1 }));
    const groupId = orderFormOf(form).payor?.groupId;
    const facts = {
      form,
      order: { ...order, items, ...(patientKey && { patientKey }) },
      offered: await this.catalogue.itemsFor({ state: order.memberInfo.state, groupId }, caller.account),
      companyId: context.actor.companyId,
      ...(benefit && { eligiblePatientId: benefit.eligiblePatientId }),
      ...(language && { language }),
      submittedAt: context.at,
    };
    const submit = async (id: string) => {
      await benefit?.take(id);
      const command = { type: 'SubmitReferral', data: { referralId: id, ...facts } } as const;
      return (await executeCommand(this.store, referralDecider, id, command, context)).with(id);
    };
    try {
      return await withDrawnId(context, 'referral/already-submitted', submit);
    } catch (error) {
      if (error instanceof DomainError) await benefit?.giveBack();
      throw error;
    }
  }
}

/** Sets the submitter's cookie for a caller that is not signed in, also on an answer that is repeated because of the `Idempotency-Key`. */
@Injectable()
export class SubmitterPassInterceptor implements NestInterceptor<CommandResult<string>, CommandResult<string>> {
  constructor(private readonly passes: SubmitterPasses) {}

  intercept(context: ExecutionContext, next: CallHandler<CommandResult<string>>): Observable<CommandResult<string>> {
    const http = context.switchToHttp();
    if (isSignedIn(http.getRequest<Request>().caller.actor)) return next.handle();
    const response = http.getResponse<Response>();
    return next.handle().pipe(tap(({ data }) => response.append('Set-Cookie', this.passes.cookieFor(data))));
  }
}
