import { createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CreateReferralBody } from '@throughline/contracts';
import { itemsFor, orderFormOf, referralDecider, referralId, Rejection } from '@throughline/domain';
import { carryOut } from '../engine/carry-out.js';
import { Engines } from '../engine/engines.js';
import { Written } from '../http/written.js';
import type { CommandContext, Facts } from '../idempotency/command-context.js';
import { Benefits } from '../referral-access/benefits.js';

/** POST /referrals/create (ordering specification, section 4, Referral submission). Answers with the new referral's id. */
export class SubmitReferral extends Command<Written<string>> {
  constructor(
    readonly body: CreateReferralBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Two referrals of one second have the same id once in 100,000; that it happens this often in a row does not occur. */
const ATTEMPTS = 20;

@CommandHandler(SubmitReferral)
export class SubmitReferralHandler implements ICommandHandler<SubmitReferral> {
  constructor(
    private readonly engines: Engines,
    private readonly benefits: Benefits,
  ) {}

  async execute({ body, context }: SubmitReferral): Promise<Written<string>> {
    const { form, proof: _, ...order } = body;
    const benefit = this.benefits.of(body, context);
    const items = order.items.map((item, index) => ({ ...item, id: index + 1 }));
    const groupId = orderFormOf(form).payor?.groupId;
    const facts = {
      form,
      order: { ...order, items },
      offered: itemsFor(this.engines.catalogue.items, { state: order.memberInfo.state, groupId }),
      companyId: context.actor.companyId,
      ...(benefit && { eligiblePatientId: benefit.eligiblePatientId }),
      submittedAt: context.at,
    };
    for (let attempt = 1; ; attempt++) {
      const id = referralId({ at: context.at, random: draw(context, attempt) });
      try {
        await benefit?.take(id);
        const command = { type: 'SubmitReferral', data: { referralId: id, ...facts } } as const;
        return new Written(id, await carryOut(this.engines, referralDecider, id, command, context));
      } catch (error) {
        const taken = error instanceof Rejection && error.code === 'referral/already-submitted';
        if (taken && attempt < ATTEMPTS) continue;
        if (error instanceof Rejection) await benefit?.giveBack();
        throw error;
      }
    }
  }
}

/** The same draws at every repetition of a command, so that it meets its own referral again. */
function draw({ seed }: Facts, attempt: number): number {
  return createHash('sha256').update(`${seed} ${attempt}`).digest().readUInt32BE() / 2 ** 32;
}
