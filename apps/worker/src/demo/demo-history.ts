import {
  type Actor,
  ANONYMOUS_ACTOR,
  dayOf,
  type Assignee,
  type ItemTaskCommand,
  itemTaskDecider,
  type ItemTaskState,
  itemsFor,
  itemsIn,
  OPEN_FIRST_TASK,
  openFirstTaskWhenReferralSubmitted,
  type Order,
  type Recorded,
  referralDecider,
  referralId,
  type ReferralSubmitted,
  SYSTEM_ACTOR,
  type TaskName,
} from '@throughline/domain';
import { contextCausedBy, derivedCommandId, type EventStore, handleCommand } from '@throughline/event-store';
import { HOLD_REASONS, STOP_REASONS } from './demo-members.js';
import type { DemoJourney } from './demo-journey.js';
import { DEMO_CATALOGUE } from './demo-order.js';
import { recordOutcome, toNext } from './demo-outcome.js';
import type { Random } from './random.js';

/** Namespace of the seed's command ids, so that a seed that was interrupted continues where it stopped. */
const DEMO = 'b0a4f7de-3f6a-4e0b-9a75-2f3f5f0c9d11';
const HOUR = 3_600_000;

export interface DemoStaff {
  readonly actor: Actor;
  readonly assignee: Assignee;
}

export interface DemoCase {
  readonly n: number;
  readonly order: Order;
  /** Null: submitted without signing in. */
  readonly submitter: Actor | null;
  readonly journey: DemoJourney;
  readonly staff: readonly DemoStaff[];
  readonly random: Random;
  readonly now: Date;
  /** Length of a day in milliseconds, if it is not a real one. */
  readonly dayMs: number | null;
}

/** Writes the history of one referral with the product's own commands, each at its time in the past. Resolves with the referral. */
export async function runDemoHistory(
  store: Pick<EventStore, 'append' | 'readStream'>,
  demo: DemoCase,
): Promise<Recorded<ReferralSubmitted>> {
  const { journey, now, staff, random } = demo;
  const hours = journey.restHours + journey.tasks.reduce((sum, task) => sum + task.hours, 0);
  const start = now.getTime() - hours * HOUR - random.whole(1, 50) * 60_000;
  const submittedAt = new Date(start);
  const id = referralId({ at: submittedAt.toISOString(), random: random.next() });
  const history = new History(store, demo, id);
  const submitted = await history.submit(submittedAt.toISOString());
  let state = await history.beginWork(submitted);

  let at = start;
  for (const [index, { task, hours }] of journey.tasks.entries()) {
    const person = random.pick(staff);
    const taskId = state.tasks.find((other) => other.completedAt === null && other.task === task)?.taskId;
    if (taskId === undefined) throw new Error(`The demo's journey is not in ${task}.`);
    const last = index === journey.tasks.length - 1;
    const by = person.assignee;
    const claimedAt = at + Math.min(hours / 3, 3) * HOUR;
    if (!last || random.chance(0.5))
      state = await history.work(state, { type: 'ClaimTask', data: { referralId: id, taskId, by } }, claimedAt, person);
    const stoppedFor = last && journey.end === 'taken-up' ? (hours * HOUR) / 3 : 0;
    at += hours * HOUR - stoppedFor;
    state = await history.fallDue(state, taskId, at);
    const itemIds = itemsIn(state, taskId);
    const next = journey.tasks[index + 1]?.task;
    const moment = { at: new Date(at).toISOString(), dayMs: demo.dayMs };
    if (next !== undefined) {
      state = await history.work(state, toNext(submitted, { taskId, task, next, itemIds, by, ...moment }), at, person);
      if (next === 'Shipped') await history.ship(itemIds, at, person);
    } else if (journey.end === 'delivered') {
      state = await history.work(
        state,
        recordOutcome(submitted, { name: 'confirmed' }, { taskId, by, ...moment }),
        at,
        person,
      );
    } else if (journey.end === 'stopped' || journey.end === 'canceled') {
      const reason = random.pick(STOP_REASONS);
      state = await history.work(
        state,
        { type: 'StopItems', data: { referralId: id, itemIds, reason, at: moment.at } },
        at,
        person,
      );
      if (journey.end === 'canceled')
        await history.work(
          state,
          { type: 'CancelItems', data: { referralId: id, itemIds, at: moment.at } },
          at,
          person,
        );
    } else if (journey.end === 'taken-up') {
      const stop = { referralId: id, itemIds, reason: 'Member declined', at: moment.at };
      state = await history.work(state, { type: 'StopItems', data: stop }, at, person);
      at += stoppedFor;
      const again = { at: new Date(at).toISOString(), dayMs: demo.dayMs };
      const takeUp = { referralId: id, itemIds, reason: 'The member called and wants it after all', ...again };
      await history.work(state, { type: 'UnstopItems', data: takeUp }, at, person);
    } else if (journey.end === 'on-hold') {
      const until = dayOf(new Date(now.getTime() + random.whole(2, 20) * 24 * HOUR).toISOString());
      const seen = { until: null, reason: null };
      const hold = { referralId: id, taskId, until, reason: random.pick(HOLD_REASONS), seen, by, ...moment };
      await history.work(state, { type: 'PutTaskOnHold', data: hold }, at, person);
    } else if (journey.end === 'split' && itemIds.length > 1) {
      const split: TaskName = task === 'Backordered' ? 'Ready for Dropship' : 'Backordered';
      const move = {
        referralId: id,
        taskId,
        itemIds: itemIds.slice(0, 1),
        task: split,
        note: 'In stock apart',
        by,
        ...moment,
      };
      await history.work(state, { type: 'MoveItems', data: move }, at, person);
    }
  }
  return submitted;
}

/** The commands of one referral, with ids that follow from the seed. */
class History {
  private step = 0;

  constructor(
    private readonly store: Pick<EventStore, 'append' | 'readStream'>,
    private readonly demo: DemoCase,
    private readonly id: string,
  ) {}

  async submit(submittedAt: string): Promise<Recorded<ReferralSubmitted>> {
    const { order, submitter } = this.demo;
    const companyId = submitter?.companyId ?? null;
    const offered = itemsFor(DEMO_CATALOGUE, { state: order.memberInfo.state });
    const { events } = await handleCommand(this.store, {
      decider: referralDecider,
      id: this.id,
      command: {
        type: 'SubmitReferral',
        data: { referralId: this.id, form: 'general', order, offered, companyId, submittedAt },
      },
      context: this.context(submitter ?? ANONYMOUS_ACTOR, submittedAt),
    });
    const [submitted] = events;
    if (submitted?.type !== 'ReferralSubmitted') throw new Error('The demo referral was not recorded.');
    return submitted as Recorded<ReferralSubmitted>;
  }

  /** Sends the policy's command under the id that the policy would use, so that the policy finds the task opened. */
  async beginWork(submitted: Recorded<ReferralSubmitted>): Promise<ItemTaskState> {
    const { events } = await handleCommand(this.store, {
      decider: itemTaskDecider,
      id: this.id,
      command: openFirstTaskWhenReferralSubmitted(submitted, this.demo.dayMs),
      context: contextCausedBy(submitted, OPEN_FIRST_TASK),
    });
    return events.reduce(itemTaskDecider.evolve, itemTaskDecider.initialState);
  }

  async work(state: ItemTaskState, command: ItemTaskCommand, at: number, { actor }: DemoStaff): Promise<ItemTaskState> {
    const { events } = await handleCommand(this.store, {
      decider: itemTaskDecider,
      id: this.id,
      command,
      context: this.context(actor, new Date(at).toISOString()),
    });
    return events.reduce(itemTaskDecider.evolve, state);
  }

  /** Sends the timer's command if the task was open past its due day. */
  async fallDue(state: ItemTaskState, taskId: string, until: number): Promise<ItemTaskState> {
    const task = state.tasks.find((other) => other.taskId === taskId);
    if (!task || task.completedAt !== null || task.dueAt === null || Date.parse(task.dueAt) > until) return state;
    const at = task.dueAt;
    const { events } = await handleCommand(this.store, {
      decider: itemTaskDecider,
      id: this.id,
      command: { type: 'FireDueDay', data: { referralId: this.id, taskId, at } },
      context: this.context(SYSTEM_ACTOR, at),
    });
    return events.reduce(itemTaskDecider.evolve, state);
  }

  async ship(itemIds: readonly number[], at: number, { actor }: DemoStaff): Promise<void> {
    const { random } = this.demo;
    const fedEx = random.chance(0.6);
    const number = fedEx
      ? `7712${random.whole(10_000_000, 99_999_999)}`
      : `1Z999AA1${random.whole(1_000_000_000, 9_999_999_999)}`;
    await handleCommand(this.store, {
      decider: referralDecider,
      id: this.id,
      command: {
        type: 'AssignTrackingNumber',
        data: { referralId: this.id, itemIds, carrier: fedEx ? 'FedEx' : 'UPS', number },
      },
      context: this.context(actor, new Date(at).toISOString()),
    });
  }

  private context(actor: Actor, at: string) {
    const commandId = derivedCommandId(DEMO, `${this.demo.n}/${this.step++}`);
    return { commandId, actor, at, correlationId: commandId, causationId: null };
  }
}
