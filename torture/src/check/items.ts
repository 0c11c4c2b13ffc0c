import { itemTaskDecider, type Recorded, referralDecider } from '@throughline/domain';
import { groupBy } from './chains.js';

/** Every item of an order is at one place of the work, and an item that was removed from its order is not worked on. */
export function checkItems(events: readonly Recorded[]): readonly string[] {
  const streams = groupBy(events, ({ stream }) => stream);
  const fold = <State>(
    decider: { initialState: State; evolve: (state: State, event: never) => State },
    stream: string,
  ) =>
    (streams.get(stream) ?? []).reduce((state, event) => decider.evolve(state, event as never), decider.initialState);
  const referrals = [...streams.keys()].filter((stream) => stream.startsWith('referral-'));
  return referrals.flatMap((stream) => {
    const referralId = stream.slice('referral-'.length);
    const referral = fold(referralDecider, stream);
    if (referral.status === 'none') return [];
    const places = fold(itemTaskDecider, `itemTask-${referralId}`).items;
    return referral.items.flatMap(({ id, deleted }) => {
      const place = places.find(({ itemId }) => itemId === id);
      if (deleted)
        return place?.status === 'in-task' ? [`item ${id} of ${referralId} was removed and is worked on`] : [];
      return place ? [] : [`item ${id} of ${referralId} is in no task`];
    });
  });
}
