import {
  companyOf,
  evolveProgress,
  type ItemTaskEvent,
  type Order,
  type Recorded,
  type ReferralEvent,
  type TaskAsOf,
  type TrackedItem,
} from '@throughline/domain';

/** The referrer's company, from their account or as they wrote it. */
export function companyNameOf(companyId: number | null, asWritten: string | null): string | null {
  return companyOf(companyId)?.name ?? asWritten;
}

/** The audience of a change to a referral (the same rule as the domain's `mayReadReferral`). */
export function audienceOf(owners: {
  readonly companyId: number | null;
  readonly submitterUserId: string | null;
}): readonly string[] {
  const { companyId, submitterUserId } = owners;
  return [
    'staff',
    ...(companyId === null ? [] : [`company:${companyId}`]),
    ...(submitterUserId === null ? [] : [`user:${submitterUserId}`]),
  ];
}

/**
 * The progress of a referral's items, and the facts `About` it that a read model needs. It is small, because it is read and written at every
 * event, and omits data that the read model must not store. Completed tasks are left out. It is all that the
 * fold reads, whether it comes from the database or from the previous event.
 */
export interface ReferralProgress<About> {
  readonly about: About;
  readonly referralId: string;
  readonly submittedAt: string;
  readonly companyId: number | null;
  readonly items: readonly TrackedItem[];
  readonly openTasks: readonly TaskAsOf[];
  readonly carriers: readonly string[];
}

/** Folds by the domain's own rules. `about` chooses what to keep when the referral is submitted. */
export function foldProgress<About>(about: (order: Order, event: Recorded) => About) {
  return (state: ReferralProgress<About> | undefined, recorded: Recorded): ReferralProgress<About> | undefined => {
    const event = recorded as Recorded<ReferralEvent | ItemTaskEvent>;
    if (event.type === 'ReferralSubmitted') {
      const { referralId, submittedAt, companyId, order } = event.data;
      const items = order.items.map(({ id }) => ({ id, currentTask: null }));
      return { about: about(order, event), referralId, submittedAt, companyId, items, openTasks: [], carriers: [] };
    }
    return state && further(state, event);
  };
}

function further<About>(
  state: ReferralProgress<About>,
  event: Exclude<ReferralEvent | ItemTaskEvent, { readonly type: 'ReferralSubmitted' }>,
): ReferralProgress<About> {
  switch (event.type) {
    case 'TrackingNumberAssigned':
      return { ...state, carriers: [...new Set([...state.carriers, event.data.carrier])] };
    case 'BenefitOutcomeTold':
      return state;
    default: {
      const { referralId, items, openTasks } = state;
      const after = evolveProgress({ referralId, items, tasks: openTasks }, event);
      return {
        ...state,
        items: after.items.map(({ id, currentTask }) => ({ id, currentTask })),
        openTasks: after.tasks.filter(({ completedAt }) => completedAt === null),
      };
    }
  }
}
