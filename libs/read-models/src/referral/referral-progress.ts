import {
  companyOf,
  type CorrectionEvent,
  evolveProgress,
  isCorrection,
  type ItemTaskEvent,
  type Order,
  type Recorded,
  type ReferralEvent,
  type TaskAsOf,
  type TrackedItem,
} from '@throughline/domain';

/** The referrer's company, from their account or as they typed it. */
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
 * The progress of a referral's items, and the facts `About` it that a read model needs. It is small, because it is read and written at
 * every event, and omits data that the read model must not store. Completed tasks are left out. It is all that the fold reads, whether it
 * comes from the database or from the previous event.
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

/** Folds by the domain's own rules. `about` selects what to keep of the submission, `corrected` applies a correction to it. */
export function foldProgress<About>(
  about: (order: Order, event: Recorded) => About,
  corrected: (about: About, event: CorrectionEvent) => About = (same) => same,
) {
  return (state: ReferralProgress<About> | undefined, recorded: Recorded): ReferralProgress<About> | undefined => {
    const event = recorded as Recorded<ReferralEvent | ItemTaskEvent>;
    if (event.type === 'ReferralSubmitted') {
      const { referralId, submittedAt, companyId, order } = event.data;
      const items = order.items.map(({ id }) => ({ id, currentTask: null }));
      return { about: about(order, event), referralId, submittedAt, companyId, items, openTasks: [], carriers: [] };
    }
    if (!state) return state;
    if (!isCorrection(event)) return further(state, event);
    return { ...state, about: corrected(state.about, event), items: correctedItems(state.items, event) };
  };
}

function correctedItems(items: readonly TrackedItem[], event: CorrectionEvent): readonly TrackedItem[] {
  switch (event.type) {
    case 'ItemAdded':
      return [...items, { id: event.data.item.id, currentTask: null }];
    case 'ItemRemoved':
      return items.map((item) => (item.id === event.data.itemId ? { ...item, deleted: true } : item));
    case 'ItemRestored':
      return items.map((item) =>
        item.id === event.data.itemId ? { id: item.id, currentTask: item.currentTask } : item,
      );
    default:
      return items;
  }
}

function further<About>(
  state: ReferralProgress<About>,
  event: Exclude<ReferralEvent | ItemTaskEvent, CorrectionEvent | { readonly type: 'ReferralSubmitted' }>,
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
        items: after.items.map(({ id, currentTask, deleted }) => ({ id, currentTask, ...(deleted && { deleted }) })),
        openTasks: after.tasks.filter(({ completedAt }) => completedAt === null),
      };
    }
  }
}
