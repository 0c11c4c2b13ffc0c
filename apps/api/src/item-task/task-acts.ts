import type { TaskAct } from '@throughline/contracts';
import {
  isRecertificationId,
  isSame,
  itemsIn,
  type ItemTaskEvent,
  type ItemTaskState,
  type Recorded,
  referralDecider,
  type ReferralEvent,
  taskDeciderOf,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { whatLedTo } from '../command/changed-meanwhile.js';
import { nameOfActor } from '../command/names-in-refusals.js';

/** More acts than can happen while a dialog is open. */
const MOST_ACTS = 50;

type FoundAct = Omit<TaskAct, 'actor' | 'actorName' | 'at'> & { readonly metadata: Recorded['metadata'] };

/** The last acts on the tasks and parcels of a referral or a recertification, newest first. */
export async function actsIn(store: Pick<EventStore, 'readStream'>, caseId: string): Promise<readonly TaskAct[]> {
  const { category, initialState, evolve } = taskDeciderOf(caseId);
  const acts: FoundAct[] = [];
  let state: ItemTaskState = initialState;
  let before = state;
  let commandId: string | null = null;
  for await (const recorded of store.readStream(`${category}-${caseId}`)) {
    const { type, data, position, metadata } = recorded as Recorded<ItemTaskEvent>;
    // The events of one command are one act.
    const begun = metadata.commandId === commandId ? acts.pop() : undefined;
    if (begun === undefined) before = state;
    commandId = metadata.commandId;
    state = evolve(state, recorded as Recorded<ItemTaskEvent>);
    const reason = type === 'ItemsUnstopped' ? data.reason : (begun?.reason ?? null);
    acts.push({ position, metadata, reason, numbers: {}, ...changesOf(before, state) });
  }
  if (!isRecertificationId(caseId)) acts.push(...(await parcelsOf(store, caseId)));
  acts.sort((one, other) => one.position - other.position);
  const names = new Map<string, string>();
  const named: TaskAct[] = [];
  for (const { metadata, ...act } of acts.slice(-MOST_ACTS).reverse()) {
    const { actor, at } = await whatLedTo(store, metadata, caseId);
    const key = actor.userId ?? actor.role;
    const actorName = names.get(key) ?? (await nameOfActor(store, actor));
    names.set(key, actorName);
    named.push({ ...act, actor, at, actorName });
  }
  return named;
}

/** A recertification has no parcels. */
async function parcelsOf(store: Pick<EventStore, 'readStream'>, referralId: string): Promise<readonly FoundAct[]> {
  const acts: FoundAct[] = [];
  const itemsWith = new Map<string, readonly number[]>();
  for await (const recorded of store.readStream(`${referralDecider.category}-${referralId}`)) {
    const { type, data, position, metadata } = recorded as Recorded<ReferralEvent>;
    if (type !== 'TrackingNumberAssigned') continue;
    const itemIds = [...(itemsWith.get(data.number) ?? []), ...data.itemIds];
    itemsWith.set(data.number, itemIds);
    acts.push({ position, metadata, reason: null, tasks: {}, items: {}, numbers: { [data.number]: itemIds } });
  }
  return acts;
}

const REMOVED: TaskAct['items'][string] = { status: 'removed', reason: null, stoppedAt: null };

function changesOf(before: ItemTaskState, after: ItemTaskState): Pick<TaskAct, 'tasks' | 'items'> {
  const [itemsBefore, itemsAfter] = [standingsOf(before), standingsOf(after)];
  const removed = Object.keys(itemsBefore).filter((id) => !(id in itemsAfter));
  const items = { ...itemsAfter, ...Object.fromEntries(removed.map((id) => [id, REMOVED])) };
  return { tasks: changed(tasksOf(before), tasksOf(after)), items: changed(itemsBefore, items) };
}

function changed<Value>(before: Readonly<Record<string, Value>>, after: Readonly<Record<string, Value>>) {
  return Object.fromEntries(Object.entries(after).filter(([id, value]) => !isSame(value, before[id])));
}

const tasksOf = (state: ItemTaskState): TaskAct['tasks'] =>
  Object.fromEntries(
    state.tasks.map(({ taskId, assignee, onHold, completedAt }) => [
      taskId,
      {
        holder: assignee?.name ?? null,
        until: onHold?.until ?? null,
        reason: onHold?.reason ?? null,
        completed: completedAt !== null,
        itemIds: itemsIn(state, taskId),
      },
    ]),
  );

const standingsOf = (state: ItemTaskState): TaskAct['items'] =>
  Object.fromEntries(
    state.items.map(({ itemId, status, reason = null, stoppedAt = null }) => [
      itemId,
      status === 'stopped' ? { status, reason, stoppedAt } : { status, reason: null, stoppedAt: null },
    ]),
  );
