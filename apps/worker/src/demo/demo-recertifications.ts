import {
  type Actor,
  RECERTIFIED_CATEGORIES,
  dayOf,
  type ItemTaskCommand,
  type ItemTaskState,
  NOTHING_ORDERED,
  type Order,
  type OutcomeName,
  type RecertificationFacts,
  recertificationDecider,
  renewalIdOf,
  SYSTEM_ACTOR,
} from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand } from '@throughline/event-store';
import type { DemoStaff } from './demo-history.js';
import { Random } from './random.js';

/** Namespace of the command ids. */
const RECERTIFICATIONS = '6f0d4b0e-2c7e-4d33-8a41-7f5f0f6a2c57';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PAPERWORK_REQUESTED: OutcomeName = 'needed';

/** The outcomes of the tasks of each recertification, about a day apart; `startsIn`: it is on hold for this many days first. */
const JOURNEYS: readonly { readonly outcomes: readonly OutcomeName[]; readonly startsIn?: number }[] = [
  { outcomes: [] },
  { outcomes: [] },
  { outcomes: [], startsIn: 12 },
  { outcomes: [PAPERWORK_REQUESTED] },
  { outcomes: [PAPERWORK_REQUESTED, 'no-answer'] },
  { outcomes: [PAPERWORK_REQUESTED, 'received'] },
  { outcomes: [PAPERWORK_REQUESTED, 'received', 'wrong'] },
  { outcomes: [PAPERWORK_REQUESTED, 'received', 'complete'] },
  { outcomes: [PAPERWORK_REQUESTED, 'received', 'complete', 'approved'] },
  { outcomes: ['not-covered'] },
];

/** A delivered referral of the demo. */
export interface DeliveredOrder {
  readonly id: string;
  readonly order: Order;
}

interface DemoRecertifications {
  readonly store: Pick<EventStore, 'append' | 'readStream'>;
  /** In the same order at every run. */
  readonly delivered: readonly DeliveredOrder[];
  readonly staff: readonly DemoStaff[];
  readonly now: Date;
  readonly dayMs: number | null;
}

/** Opens one recertification for each journey, for delivered orders that a physician has to certify. Repeating it adds nothing. */
export async function seedRecertifications({ delivered, ...demo }: DemoRecertifications): Promise<void> {
  const certified = delivered.flatMap((order) => factsOf(order) ?? []);
  for (const [n, facts] of certified.slice(0, JOURNEYS.length).entries()) await runJourney(demo, n, facts);
}

/** Null: there is nothing for a physician to certify, or no physician is known. */
function factsOf({ id, order: { items, memberInfo, physicianInfo, insuranceInfo } }: DeliveredOrder) {
  const itemCategory = RECERTIFIED_CATEGORIES.find((name) => items.some((item) => item.itemCategory === name));
  if (itemCategory === undefined || physicianInfo.lastName === null) return null;
  const { lastName, firstName, DOB, phone, state } = memberInfo;
  const { lastName: name, firstName: given, phone: call, fax } = physicianInfo;
  return {
    renews: id,
    itemCategory,
    certifiedUntil: null,
    note: null,
    member: { lastName, firstName, DOB, phone, state, medicaidId: insuranceInfo.medicaidId },
    physician: { lastName: name, firstName: given, phone: call, fax },
  } satisfies RecertificationFacts;
}

async function runJourney(
  { store, staff, now, dayMs }: Omit<DemoRecertifications, 'delivered'>,
  n: number,
  facts: RecertificationFacts & { readonly renews: string },
): Promise<void> {
  const random = new Random(n + 1);
  const { outcomes, startsIn } = JOURNEYS[n]!;
  const { actor, assignee: by } = random.pick(staff);
  let at = now.getTime() - outcomes.length * DAY - random.whole(1, 20) * HOUR;
  const id = renewalIdOf(facts.renews, 1);
  let state: ItemTaskState = recertificationDecider.initialState;
  let step = 0;
  const execute = async (command: ItemTaskCommand, who: Actor = actor) => {
    const commandId = derivedCommandId(RECERTIFICATIONS, `${n}/${step++}`);
    const context = {
      commandId,
      actor: who,
      at: new Date(at).toISOString(),
      correlationId: commandId,
      causationId: null,
    };
    const { events } = await handleCommand(store, { decider: recertificationDecider, id, command, context });
    state = events.reduce(recertificationDecider.evolve, state);
  };
  const moment = () => ({ referralId: id, at: new Date(at).toISOString(), dayMs });
  const startOn = startsIn === undefined ? null : dayOf(new Date(now.getTime() + startsIn * DAY).toISOString());
  await execute({ type: 'OpenRecertification', data: { ...moment(), facts, task: 'Recert Review', startOn, by } });
  for (const outcome of outcomes) {
    const { taskId, dueAt } = state.tasks.at(-1)!;
    at += DAY - random.whole(0, 2) * HOUR;
    if (dueAt !== null && Date.parse(dueAt) <= at) {
      await execute(
        { type: 'FireDueDay', data: { referralId: id, taskId, at: new Date(at).toISOString() } },
        SYSTEM_ACTOR,
      );
    }
    const details = { itemIds: null, note: null, method: null, orderId: null };
    await execute({
      type: 'RecordOutcome',
      data: { ...moment(), taskId, outcome, ...details, order: NOTHING_ORDERED, by },
    });
  }
}
