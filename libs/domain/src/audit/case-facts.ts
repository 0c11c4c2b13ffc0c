import { dueDay } from '../item-task/catalogue/due-day.js';
import { dayInWords } from '../kernel/terms.js';
import { orderedItemFacts, type OrderFact, orderSections } from '../referral/order/order-facts.js';
import type { FileAsOf } from './files-as-of.js';
import type { RecertificationAsOf } from './recertification-as-of.js';
import { recertificationSections } from './recertification-facts.js';
import type { ItemAsOf, ReferralAsOf, TaskAsOf } from './referral-as-of.js';

/** A fact of a referral or a recertification. Its key identifies it after every event. */
export interface Fact extends OrderFact {
  readonly key: string;
}

export interface FactSection {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** All facts of the as-of view. A difference between two moments is a change. */
export function allFacts(referral: ReferralAsOf): readonly Fact[] {
  return [
    ...overviewFacts(referral),
    ...referral.items.flatMap((item) => itemFacts(referral, item)),
    ...referral.tasks.flatMap(taskFacts),
    ...informationSections(referral).flatMap(({ facts }) => facts),
  ];
}

export function overviewFacts({ status, files }: ReferralAsOf): readonly Fact[] {
  return [{ key: 'status', label: 'Status', value: status }, ...filesFacts(files)];
}

/** The files by the state of their check. A refused file cannot be downloaded, so it is listed separately. */
export function filesFacts(files: readonly FileAsOf[]): readonly Fact[] {
  const names = (...checks: readonly FileAsOf['check'][]) => {
    const named = files.filter(({ check }) => checks.includes(check));
    return named.map(({ fileName }) => fileName).join(', ') || null;
  };
  return [
    { key: 'files', label: 'Files', value: names(undefined, 'accepted') },
    { key: 'files/waiting', label: 'Files being checked', value: names('waiting') },
    { key: 'files/refused', label: 'Refused files', value: names('refused') },
  ];
}

/** The key of the fact that names the item's task. */
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

export function taskFacts({ taskId, assignee, dueAt, fellDue, onHold, completedAt }: TaskAsOf): readonly Fact[] {
  const overdue = fellDue && completedAt === null ? ', overdue' : '';
  return [
    { key: `task/${taskId}/assignee`, label: 'Assigned to', value: assignee?.name ?? 'Nobody' },
    {
      key: `task/${taskId}/due`,
      label: 'Due',
      value: dueAt === null ? null : `${dayInWords(dueDay(dueAt))}${overdue}`,
    },
    ...(onHold === undefined
      ? []
      : [{ key: `task/${taskId}/hold`, label: 'On hold until', value: onHold && dayInWords(onHold.until) }]),
  ];
}

/** The order, the member and the referrer. */
export function informationSections({ order, items, files }: ReferralAsOf): readonly FactSection[] {
  return [
    ...orderSections(order, files).map(({ title, facts }) => factSection(title, facts)),
    ...items.map((item) =>
      factSection(`Item ${item.id}`, [
        ...orderedItemFacts(item),
        { label: 'Removed', value: item.deleted ? 'Yes' : null },
      ]),
    ),
  ];
}

export const factSection = (title: string, facts: readonly OrderFact[]): FactSection => ({
  title,
  facts: facts.map((fact) => ({ ...fact, key: `${title}/${fact.label}` })),
});

/** The member, the physician and the certification of a recertification, and what stands around them. */
export const recertifiedSections = (recertification: RecertificationAsOf): readonly FactSection[] => [
  ...recertificationSections(recertification).map(({ title, facts }) => factSection(title, facts)),
  factSection('Case', [
    { label: 'Renews referral', value: recertification.renews },
    { label: 'Stopped because', value: recertification.items[0].stoppedReason },
    ...filesFacts(recertification.files),
  ]),
];

/** The previous values of changed facts, by key; null if there was no value. */
export type ChangedFacts = ReadonlyMap<string, { readonly from: string | null }>;

const NOTHING: ChangedFacts = new Map();

/** The facts that one event changed. New facts (of a new task, or at the submission) are not marked as changed. */
export function changedFacts(before: ReferralAsOf | null, after: ReferralAsOf | null): ChangedFacts {
  if (before === null || after === null || before === after) return NOTHING;
  return changesBetween(allFacts(before), allFacts(after));
}

export function changesBetween(before: readonly Fact[], after: readonly Fact[]): ChangedFacts {
  const was = new Map(before.map(({ key, value }) => [key, value]));
  const changed = after.filter(({ key, value }) => was.has(key) && was.get(key) !== value);
  return new Map(changed.map(({ key }) => [key, { from: was.get(key) ?? null }]));
}
