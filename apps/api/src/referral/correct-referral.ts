import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CorrectItemsBody, CorrectReferralBody } from '@throughline/contracts';
import {
  type CorrectReferral,
  itemTaskDecider,
  type ItemTaskEvent,
  type ItemTaskState,
  orderFormOf,
  referralDecider,
  type ReferralEvent,
  type StopListedItems,
} from '@throughline/domain';
import { atItsTurn, type EventStore, readEvents, readState } from '@throughline/event-store';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { ActiveCatalogue } from '../engines/active-catalogue.js';
import { EVENT_STORE } from '../engines/engines.js';
import type { Caller } from '../identity/caller.js';
import { hasServedField, requireAsServed } from './served-items.js';

type Correction = Omit<CorrectReferralBody, 'items'> & { readonly items?: CorrectItemsBody['items'] | undefined };

/** POST /referrals/update and POST /items/update-referral-items/{id}. */
export class CorrectReferralRequest extends Command<CommandResult<null>> {
  constructor(
    readonly correction: Correction,
    readonly account: Caller['account'],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CorrectReferralRequest)
export class CorrectReferralHandler implements ICommandHandler<CorrectReferralRequest> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly catalogue: ActiveCatalogue,
  ) {}

  /**
   * Corrects the order, and then stops the items that have a reason. These are two streams, so both are decided before the first is
   * written. An interrupted request is completed by its repetition.
   */
  async execute({ correction, account, context }: CorrectReferralRequest): Promise<CommandResult<null>> {
    const { referralId, parentId: seen, items, ...order } = correction;
    const requireAsServed = await this.asServed(correction, context);
    const stopping = stoppingOf(items?.corrected ?? [], { referralId, at: context.at });
    const data: CorrectReferral['data'] = {
      referralId,
      seen,
      order,
      items: (items?.corrected ?? []).map(({ id, qty, option, deleted, ...as }) => ({ id, qty, option, deleted, as })),
      added: items?.added ?? [],
      ...NOT_READ,
      at: context.at,
    };
    const command = { type: 'CorrectReferral', data } as const;
    const decider = atItsTurn(referralDecider, async () =>
      deciderWith(await this.factsAbout(correction, account), stopping, requireAsServed),
    );
    const corrected = await executeCommand(this.store, decider, referralId, command, context);
    const toStop = stopping?.data.items.filter(({ reason, seenAt }) => reason !== null && seenAt === undefined) ?? [];
    if (toStop.length === 0) return corrected;
    const stop = { type: 'StopListedItems', data: { referralId, items: toStop, at: context.at } } as const;
    const stopped = await executeCommand(this.store, itemTaskDecider, referralId, stop, context);
    return new CommandResult(null, Math.max(corrected.position, stopped.position));
  }

  /** The check that lines are as served. A repeated request is not compared with its own effect on the items. */
  private async asServed({ referralId, items }: Correction, { commandId, at }: CommandContext): Promise<() => void> {
    const lines = items?.corrected.filter(hasServedField) ?? [];
    if (lines.length === 0) return () => undefined;
    const events = [
      ...(await readEvents<ReferralEvent>(this.store, `${referralDecider.category}-${referralId}`, {})),
      ...(await readEvents<ItemTaskEvent>(this.store, `${itemTaskDecider.category}-${referralId}`, {})),
    ];
    const isRepeated = events.some(({ metadata }) => metadata.commandId === commandId.toLowerCase());
    return () => {
      if (!isRepeated) requireAsServed(lines, events, at);
    };
  }

  /**
   * The items that can be ordered for the member, those that are delivered or canceled, and the tasks; nothing for a referral that does not
   * exist.
   */
  private async factsAbout({ referralId, memberInfo, items }: Correction, account: Caller['account']): Promise<Facts> {
    if (items === undefined) return { ...NOT_READ, tasks: null };
    const [{ state }, { state: tasks }] = await Promise.all([
      readState(this.store, referralDecider, referralId),
      readState(this.store, itemTaskDecider, referralId),
    ]);
    if (state.status === 'none') return { ...NOT_READ, tasks: null };
    const home = memberInfo?.state ?? state.order.memberInfo.state;
    const groupId = orderFormOf(state.form).payor?.groupId;
    return {
      offered: await this.catalogue.itemsFor({ state: home, groupId }, account),
      finished: tasks.items.flatMap(({ itemId, status, taskId }) =>
        status === 'delivered' || status === 'canceled' ? [{ itemId, status, taskId }] : [],
      ),
      tasks,
    };
  }
}

/**
 * Refuses a list whose items are not stopped, or not at work, as it states. This is checked before fixed fields, because the refusal says
 * who stopped the item or took it up again.
 */
const deciderWith = (
  { tasks, ...facts }: Facts,
  stopping: StopListedItems | null,
  requireAsServed: () => void,
): typeof referralDecider => ({
  ...referralDecider,
  decide: (state, command) => {
    if (stopping !== null && tasks !== null) itemTaskDecider.decide(tasks, stopping);
    requireAsServed();
    const { type, data } = command;
    return referralDecider.decide(state, type === 'CorrectReferral' ? { type, data: { ...data, ...facts } } : command);
  },
});

type Facts = Pick<CorrectReferral['data'], 'offered' | 'finished'> & { readonly tasks: ItemTaskState | null };

/** Placeholder facts of the command until its turn has come. */
const NOT_READ = { offered: [], finished: [] } as const satisfies Omit<Facts, 'tasks'>;

/** Null: no line states whether its item is stopped. */
function stoppingOf(
  lines: CorrectItemsBody['items']['corrected'],
  about: Pick<StopListedItems['data'], 'referralId' | 'at'>,
): StopListedItems | null {
  const items = lines.flatMap(({ id: itemId, stoppedReason: stop }) =>
    stop === undefined ? [] : [{ itemId, reason: stop?.reason ?? null, seenAt: stop?.stoppedAt }],
  );
  return items.length === 0 ? null : { type: 'StopListedItems', data: { ...about, items } };
}
