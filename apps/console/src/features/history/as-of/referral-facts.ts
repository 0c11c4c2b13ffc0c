import {
  dayInWords,
  dueDay,
  type ItemAsOf,
  type OrderFact,
  orderedItemFacts,
  orderSections,
  type ReferralAsOf,
  type TaskAsOf,
} from '@throughline/domain';

/** Something that can be said of a referral, under a name that stays the same from moment to moment. */
export interface Fact extends OrderFact {
  readonly key: string;
}

export interface FactSection {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** All that the as-of view shows; what differs in it between two moments is what changed. */
export function allFacts(referral: ReferralAsOf): readonly Fact[] {
  return [
    ...overviewFacts(referral),
    ...referral.items.flatMap((item) => itemFacts(referral, item)),
    ...referral.tasks.flatMap(taskFacts),
    ...informationSections(referral).flatMap(({ facts }) => facts),
  ];
}

export function overviewFacts({ status, files }: ReferralAsOf): readonly Fact[] {
  return [
    { key: 'status', label: 'Status', value: status },
    { key: 'files', label: 'Files', value: files.map(({ fileName }) => fileName).join(', ') || null },
  ];
}

/** Where the item is. */
export const taskKey = ({ id }: ItemAsOf) => `item/${id}/task`;

export function itemFacts({ tracking }: ReferralAsOf, item: ItemAsOf): readonly Fact[] {
  const { id, currentTask, stoppedReason } = item;
  const parcels = tracking.filter(({ itemIds }) => itemIds.includes(id));
  return [
    { key: taskKey(item), label: 'Task', value: placeOf(item) },
    {
      key: `item/${id}/stopped`,
      label: 'Stopped reason',
      value: currentTask?.name === 'Stopped' ? stoppedReason : null,
    },
    { key: `item/${id}/tracking`, label: 'Tracking', value: parcels.map(parcelText).join(', ') || null },
  ];
}

const parcelText = ({ carrier, number }: { carrier: string; number: string }) => `${carrier} ${number}`;

function placeOf({ currentTask }: ItemAsOf): string {
  if (currentTask === null) return 'Not yet in a task';
  if (currentTask.completedDate === null) return currentTask.name;
  return currentTask.name === 'Stopped' ? 'Canceled' : `${currentTask.name}, completed`;
}

export function taskFacts({ taskId, assignee, dueAt, fellDue, completedAt }: TaskAsOf): readonly Fact[] {
  const overdue = fellDue && completedAt === null ? ', overdue' : '';
  return [
    { key: `task/${taskId}/assignee`, label: 'Assigned to', value: assignee?.name ?? 'Nobody' },
    {
      key: `task/${taskId}/due`,
      label: 'Due',
      value: dueAt === null ? null : `${dayInWords(dueDay(dueAt))}${overdue}`,
    },
  ];
}

/** What was ordered, for whom and by whom. */
export function informationSections({ order, items }: ReferralAsOf): readonly FactSection[] {
  return [
    ...orderSections(order).map(({ title, facts }) => section(title, facts)),
    ...items.map((item) => section(`Item ${item.id}`, orderedItemFacts(item))),
  ];
}

const section = (title: string, facts: readonly OrderFact[]): FactSection => ({
  title,
  facts: facts.map((fact) => ({ ...fact, key: `${title}/${fact.label}` })),
});
