import { randomUUID } from 'node:crypto';
import {
  type Actor,
  type Command as AnyCommand,
  type CorrectReferral,
  type Decider,
  type DomainEvent,
  isCorrection,
  type ItemTaskCommand,
  itemTaskDecider,
  type Order,
  type Recorded,
  referralDecider,
  seenFresh,
  type TaskName,
  type Unseen,
} from '@throughline/domain';
import { anOrder } from './orders.js';

export const ANA: Actor = { userId: 'ana', email: 'ana.ruiz@plan.example', role: 'referrer', companyId: 40 };
export const SAM = { userId: 'sam', name: 'Sam Oduya' };

/** A log in memory, written by the domain's own deciders, with a minute between two commands. */
export class Story {
  readonly events: Recorded[] = [];
  private minute = 0;

  get now(): string {
    return new Date(Date.UTC(2026, 10, 21, 12, this.minute)).toISOString();
  }

  execute<State, Command, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
    actor: Actor = ANA,
  ): this {
    const decided = decider.decide(this.stateOf(decider, id), command);
    for (const event of decided) this.record(`${decider.category}-${id}`, event, actor);
    this.minute += 1;
    return this;
  }

  /** Like `execute`, with the present values as `seen`. */
  executeFresh<State, Command extends AnyCommand, Event extends DomainEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Unseen<Command>,
    actor: Actor = ANA,
  ): this {
    return this.execute(decider, id, seenFresh(decider, this.stateOf(decider, id), command), actor);
  }

  private stateOf<State, Command, Event extends DomainEvent>(
    { category, initialState, evolve }: Decider<State, Command, Event>,
    id: string,
  ): State {
    const earlier = this.events.filter((event) => event.stream === `${category}-${id}`) as unknown as Event[];
    return earlier.reduce(evolve, initialState);
  }

  /** Submits an order by Ana Ruiz of company 40, and opens its first task. */
  submit(referralId: string, order: Order = anOrder(), actor: Actor = ANA): this {
    const facts = { form: 'general', offered: [], companyId: actor.companyId, submittedAt: this.now } as const;
    this.execute(referralDecider, referralId, { type: 'SubmitReferral', data: { referralId, order, ...facts } }, actor);
    const itemIds = order.items.map(({ id }) => id);
    return this.work('OpenFirstTask', { referralId, itemIds, at: this.now, dayMs: null });
  }

  correct(referralId: string, data: Partial<CorrectReferral['data']>): this {
    const seen = this.events.filter((event) => event.stream === `referral-${referralId}` && isCorrection(event)).length;
    const nothing = { seen, order: {}, items: [], added: [], offered: [], finished: [] };
    const command = { type: 'CorrectReferral', data: { referralId, ...nothing, ...data, at: this.now } } as const;
    return this.execute(referralDecider, referralId, command);
  }

  /** Moves items of a task to another task. */
  move(taskId: string, itemIds: readonly number[], task: TaskName): this {
    const referralId = referralOf(taskId);
    return this.work('MoveItems', {
      referralId,
      taskId,
      itemIds,
      task,
      note: null,
      by: SAM,
      at: this.now,
      dayMs: null,
    });
  }

  claim(taskId: string): this {
    return this.work('ClaimTask', { referralId: referralOf(taskId), taskId, by: SAM });
  }

  work<Type extends ItemTaskCommand['type']>(type: Type, data: Extract<ItemTaskCommand, { type: Type }>['data']): this {
    return this.execute(itemTaskDecider, data.referralId, { type, data } as ItemTaskCommand);
  }

  record(stream: string, event: DomainEvent, actor: Actor = ANA): void {
    const revision = this.events.filter((other) => other.stream === stream).length;
    const ids = { eventId: randomUUID(), commandId: randomUUID(), correlationId: '', causationId: null, hash: '' };
    const metadata = { ...ids, schemaVersion: 1, actor, at: this.now };
    this.events.push({ ...event, stream, revision, position: this.events.length + 1, metadata });
  }
}

function referralOf(taskId: string): string {
  return taskId.slice(0, taskId.lastIndexOf('-'));
}
