import {
  companyOf,
  evolveReferral,
  type Order,
  type Recorded,
  type ReferralAsOf,
  type ReferralHistoryEvent,
} from '@throughline/domain';

/** A referral as its events add up, and whose it is. */
export interface ReferralCase {
  readonly view: ReferralAsOf;
  /** Null for an anonymous submitter. */
  readonly submitterUserId: string | null;
}

/** `keep` leaves out of the order what a read model has no need to hold; it still has the shape of an order. */
export function foldReferral(keep: (order: Order) => Order) {
  return (state: ReferralCase | undefined, recorded: Recorded): ReferralCase | undefined => {
    const event = recorded as Recorded<ReferralHistoryEvent>;
    if (event.type === 'ReferralSubmitted') {
      const view = evolveReferral(null, { ...event, data: { ...event.data, order: keep(event.data.order) } });
      return view ? { view, submitterUserId: event.metadata.actor.userId } : undefined;
    }
    const view = evolveReferral(state?.view ?? null, event);
    return state && view ? { ...state, view } : state;
  };
}

/** The referrer's company: as their account has it, or as they wrote it. */
export function companyNameOf({ view }: ReferralCase): string | null {
  return companyOf(view.companyId)?.name ?? view.order.referralInfo.company;
}

/** Who may be told of a change to it (the same rule as the domain's `mayReadReferral`). */
export function audienceOf({ view, submitterUserId }: ReferralCase): readonly string[] {
  return [
    'staff',
    ...(view.companyId === null ? [] : [`company:${view.companyId}`]),
    ...(submitterUserId === null ? [] : [`user:${submitterUserId}`]),
    `email:${view.order.referralInfo.email.toLowerCase()}`,
  ];
}
