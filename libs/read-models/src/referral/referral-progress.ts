import {
  evolveReferral,
  type ItemAsOf,
  type Order,
  type Recorded,
  type ReferralAsOf,
  type ReferralHistoryEvent,
  type TaskAsOf,
} from '@throughline/domain';

/**
 * How far a referral's items are, and what a read model needs to know `About` it: small, because it is read and written at every
 * event, and without what the read model has no business to keep. What is over (a completed task) is left out.
 */
export interface ReferralProgress<About> {
  readonly about: About;
  readonly referralId: string;
  readonly submittedAt: string;
  readonly companyId: number | null;
  readonly items: readonly Pick<ItemAsOf, 'id' | 'currentTask'>[];
  readonly openTasks: readonly TaskAsOf[];
  readonly carriers: readonly string[];
}

/** Folds by the domain's own rules. `about` chooses what to keep when the referral is submitted. */
export function foldProgress<About>(about: (order: Order, event: Recorded) => About) {
  return (state: ReferralProgress<About> | undefined, recorded: Recorded): ReferralProgress<About> | undefined => {
    const event = recorded as Recorded<ReferralHistoryEvent>;
    const view = evolveReferral(state ? (views.get(state) ?? viewOf(state)) : null, event);
    if (!view) return state;
    if (event.type === 'ReferralSubmitted') return progressOf(view, about(event.data.order, event));
    return state && progressOf(view, state.about);
  };
}

/** What a progress was made of, as long as it lives: the next event of a batch need not make it up again. */
const views = new WeakMap<object, ReferralAsOf>();

const NOTHING_ELSE = {
  catalogueId: null,
  option: null,
  hcpcs: null,
  description: null,
  lastTask: null,
  stoppedReason: null,
};
const ANY_ITEM = { itemCategory: '', item: '', qty: 0, ...NOTHING_ELSE };

/** The rules pass on the order and what an item is without reading them: here they are blank. */
function viewOf({ about: _, openTasks, carriers, items, ...identity }: ReferralProgress<unknown>): ReferralAsOf {
  return {
    ...identity,
    order: {} as ReferralAsOf['order'],
    items: items.map((item) => ({ ...ANY_ITEM, ...item })),
    tasks: openTasks,
    files: [],
    history: [],
    tracking: carriers.map((carrier) => ({ carrier, itemIds: [], number: '' })),
    status: '',
  };
}

function progressOf<About>(view: ReferralAsOf, about: About): ReferralProgress<About> {
  const { referralId, submittedAt, companyId, items, tasks, tracking } = view;
  const progress = {
    about,
    referralId,
    submittedAt,
    companyId,
    items: items.map(({ id, currentTask }) => ({ id, currentTask })),
    openTasks: tasks.filter(({ completedAt }) => completedAt === null),
    carriers: [...new Set(tracking.map(({ carrier }) => carrier))],
  };
  views.set(progress, view);
  return progress;
}
