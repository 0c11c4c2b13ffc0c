import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CorrectItemsBody, Corrections, CorrectReferralBody } from '@throughline/contracts';
import {
  type CaseAsOf,
  correctedFacts,
  type CorrectReferral as CorrectReferralCommand,
  describeEvent,
  evolveCase,
  isCaseCorrection,
  isRecertificationId,
  itemTaskDecider,
  type ItemTaskEvent,
  nameOf,
  orderFormOf,
  recertificationDecider,
  type Recorded,
  referralDecider,
  type ReferralEvent,
} from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { ActiveCatalogue } from '../engines/active-catalogue.js';
import { EVENT_STORE } from '../engines/engines.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

type Correction = Omit<CorrectReferralBody, 'items'> & { readonly items?: CorrectItemsBody['items'] | undefined };

/** POST /referrals/update and POST /items/update-referral-items/{id}. */
export class CorrectReferral extends Command<CommandResult<null>> {
  constructor(
    readonly correction: Correction,
    readonly account: Caller['account'],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CorrectReferral)
export class CorrectReferralHandler implements ICommandHandler<CorrectReferral> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly catalogue: ActiveCatalogue,
  ) {}

  async execute({ correction, account, context }: CorrectReferral): Promise<CommandResult<null>> {
    const { referralId, parentId: seen, items, ...order } = correction;
    const data: CorrectReferralCommand['data'] = {
      referralId,
      seen,
      order,
      items: items?.corrected ?? [],
      added: items?.added ?? [],
      ...(await this.factsAbout(correction, account)),
      at: context.at,
    };
    const command = { type: 'CorrectReferral', data } as const;
    return executeCommand(this.store, referralDecider, referralId, command, context);
  }

  /** What can be ordered for the member, and the items whose work is over; nothing for a referral that does not exist. */
  private async factsAbout({ referralId, memberInfo, items }: Correction, account: Caller['account']) {
    if (items === undefined) return { offered: [], finished: [] };
    const [{ state }, { state: tasks }] = await Promise.all([
      readState(this.store, referralDecider, referralId),
      readState(this.store, itemTaskDecider, referralId),
    ]);
    if (state.status === 'none') return { offered: [], finished: [] };
    const home = memberInfo?.state ?? state.order.memberInfo.state;
    const groupId = orderFormOf(state.form).payor?.groupId;
    return {
      offered: await this.catalogue.itemsFor({ state: home, groupId }, account),
      finished: tasks.items.flatMap(({ itemId, status }) =>
        status === 'delivered' || status === 'canceled' ? [{ itemId, status }] : [],
      ),
    };
  }
}

/** GET /referrals/referral/{id}/corrections: read from the log, so that it is never behind the referral or the recertification. */
export class ListCorrections extends Query<Corrections> {
  constructor(
    readonly referralId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListCorrections)
export class ListCorrectionsHandler implements IQueryHandler<ListCorrections> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly referrals: ReadableReferrals,
  ) {}

  async execute({ referralId, caller }: ListCorrections): Promise<Corrections> {
    await this.referrals.open(caller, referralId, 'Corrections');
    const { category } = isRecertificationId(referralId) ? recertificationDecider : referralDecider;
    let before: CaseAsOf | null = null;
    const corrections: Corrections = [];
    for await (const recorded of this.store.readStream(`${category}-${referralId}`)) {
      const event = recorded as Recorded<ReferralEvent | ItemTaskEvent>;
      const { actor, at } = event.metadata;
      if (isCaseCorrection(event)) {
        const { sentence } = describeEvent(event, { who: nameOf(actor), before });
        corrections.push({ at, by: actor.email, sentence, facts: [...correctedFacts(event, before)] });
      }
      before = evolveCase(before, event);
    }
    return corrections;
  }
}
