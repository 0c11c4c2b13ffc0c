import { companyOf } from '../company/companies.js';
import { nameOfItem } from '../referral/order/item-name.js';
import type { WordsContext } from '../kernel/words.js';
import {
  evolveRecertification,
  type RecertificationAsOf,
  type RecertificationHistoryEvent,
} from './recertification-as-of.js';
import type { ItemAsOf, ReferralAsOf, ReferralHistoryEvent } from './referral-as-of.js';
import { evolveReferral } from './replay.js';

export interface EventCircumstances {
  /** Who did it, as the beginning of the sentence: a name, or `nameOf(actor)`. */
  readonly who: string;
  /** The case just before the event; null before it began, and for events that belong to no case. */
  readonly before: CaseAsOf | null;
}

/** What an audit is about. */
export type CaseAsOf = ReferralAsOf | RecertificationAsOf;

/** Applies one event of a referral or a recertification. */
export const evolveCase = (before: CaseAsOf | null, event: ReferralHistoryEvent): CaseAsOf | null =>
  event.type === 'RecertificationOpened' || (before !== null && !isReferral(before))
    ? evolveRecertification(before as RecertificationAsOf | null, event as RecertificationHistoryEvent)
    : evolveReferral(before, event);

export const contextOf = ({ who, before }: EventCircumstances): WordsContext => ({
  who,
  company: (companyId: number) => companyOf(companyId)?.name ?? `company ${companyId}`,
  task: (taskId: string) => before?.tasks.find((task) => task.taskId === taskId)?.task ?? 'a task',
  file: (fileId: number) => before?.files.find((file) => file.fileId === fileId)?.fileName ?? 'A file',
  item: (itemId: number) => {
    const item = itemsOf(before).find(({ id }) => id === itemId);
    return item ? nameOfItem(item) : 'an item';
  },
  tasksWith: (itemIds: readonly number[]) => {
    const items = itemsOf(before).filter(({ id }) => itemIds.includes(id));
    return [...new Set(items.flatMap(({ currentTask }) => currentTask?.name ?? []))];
  },
  isEmpty: (taskId: string) =>
    before !== null && !itemsOf(before).some(({ currentTask }) => currentTask?.id === taskId),
});

export const isReferral = (before: CaseAsOf | null): before is ReferralAsOf => before !== null && 'order' in before;

const itemsOf = (
  before: EventCircumstances['before'],
): readonly (Pick<ItemAsOf, 'id' | 'item' | 'currentTask'> & Partial<Pick<ItemAsOf, 'option'>>)[] =>
  before?.items ?? [];
