import {
  evolveRecertification,
  type ItemTaskEvent,
  itemTaskDecider,
  type RecertificationAsOf,
  recertificationDecider,
  recertificationStatus,
  type Recorded,
  referralDecider,
} from '@throughline/domain';
import { groupBy } from './chains.js';

/** Every item of an order is at one place of the work, and an item that was removed from its order is not worked on. */
export function checkItems(events: readonly Recorded[]): readonly string[] {
  const streams = groupBy(events, ({ stream }) => stream);
  const referrals = [...streams.keys()].filter((stream) => stream.startsWith('referral-'));
  return referrals.flatMap((stream) => {
    const referralId = stream.slice('referral-'.length);
    const referral = stateOf(referralDecider, streams.get(stream));
    if (referral.status === 'none') return [];
    const places = stateOf(itemTaskDecider, streams.get(`itemTask-${referralId}`)).items;
    return referral.items.flatMap(({ id, deleted }) => {
      const place = places.find(({ itemId }) => itemId === id);
      if (deleted)
        return place?.status === 'in-task' ? [`item ${id} of ${referralId} was removed and is worked on`] : [];
      return place ? [] : [`item ${id} of ${referralId} is in no task`];
    });
  });
}

/**
 * A recertification has one open task, which its supply is in, or none if it has ended. None was opened while an earlier one of the same
 * supply had not ended even once. One that was taken up again at that moment is not counted, because nothing prevents that.
 */
export function checkRecertifications(events: readonly Recorded[]): readonly string[] {
  const category = `${recertificationDecider.category}-`;
  const told = (events as readonly Recorded<ItemTaskEvent>[]).filter(({ stream }) => stream.startsWith(category));
  const misplaced = [...groupBy(told, ({ stream }) => stream)].flatMap(([stream, own]) => {
    const { tasks, items } = stateOf(recertificationDecider, own);
    const open = tasks.flatMap(({ taskId, completedAt }) => (completedAt === null ? [taskId] : []));
    const places = items.flatMap(({ status, taskId }) => (status === 'in-task' ? [taskId] : []));
    const isPlaced = items.length === 1 && open.length < 2 && open.join() === places.join();
    return isPlaced ? [] : [`${stream} is in ${places.join() || 'no task'}, and open is ${open.join() || 'none'}`];
  });
  return [...misplaced, ...openedTwice(told)];
}

function openedTwice(told: readonly Recorded<ItemTaskEvent>[]): readonly string[] {
  const current = new Map<string, RecertificationAsOf>();
  const unended = new Map<string, string>();
  const violations: string[] = [];
  for (const event of told) {
    const { referralId } = event.data;
    const after = evolveRecertification(current.get(referralId) ?? null, event);
    if (after === null) continue;
    current.set(referralId, after);
    const supply = `${after.itemCategory} of ${after.renews}`;
    if (event.type === 'RecertificationOpened' && after.renews !== null) {
      const earlier = unended.get(supply);
      if (earlier !== undefined) violations.push(`${referralId} was opened while ${earlier} was open: ${supply}`);
      unended.set(supply, referralId);
    }
    if (recertificationStatus(after) !== 'open' && unended.get(supply) === referralId) unended.delete(supply);
  }
  return violations;
}

const stateOf = <State>(
  decider: { readonly initialState: State; readonly evolve: (state: State, event: never) => State },
  events: readonly Recorded[] = [],
): State => events.reduce((state, event) => decider.evolve(state, event as never), decider.initialState);
