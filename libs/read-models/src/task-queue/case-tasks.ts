import type { TaskQueueRow } from '@throughline/contracts';
import {
  type InsuranceInfo,
  nameOfItem,
  plansOf,
  type RecordedOutcome,
  type TaskFacts,
  taskRow,
} from '@throughline/domain';

/**
 * The facts about a referral or a recertification that its queue rows need: the member, what was ordered, and its open tasks (with those
 * that were completed just now).
 */
export interface CaseTasks {
  readonly referralId: string;
  readonly submittedAt: string;
  readonly member: { readonly lastName: string; readonly firstName: string; readonly state: string };
  readonly items: readonly {
    readonly id: number;
    readonly item: string;
    /** Absent: it has none. */
    readonly option?: { readonly name: string };
    readonly itemCategory: string;
    readonly qty: number;
    /** The step of the stepper that the item has reached, and since when; null before its first task. */
    readonly step: number | null;
    readonly stepSince: string;
  }[];
  readonly tasks: readonly CaseTask[];
  /** Absent for a recertification, whose order is another one. */
  readonly insurance?: Pick<InsuranceInfo, 'insuranceType' | 'commIns1Name' | 'plan'>;
  /** Tasks completed by an outcome that can still be undone: their items, and the row, which corrections do not change any more. */
  readonly done?: readonly { readonly itemIds: readonly number[]; readonly row: TaskQueueRow }[];
  /** The member's Medicaid id. Absent for a referral that is older than the search by it. */
  readonly medicaidId?: string | null;
  /** For a recertification: the referral that it renews. */
  readonly renews?: string | null;
}

export interface CaseTask extends TaskFacts {
  /** The items that are in the task now. */
  readonly itemIds: readonly number[];
  /** All items that were ever in the task: a completed task is shown with them, although they have moved on. */
  readonly everItemIds: readonly number[];
  /** When the first of its items reached its step. */
  readonly stepSince: string;
  /** The last outcome that was recorded for the task. */
  readonly outcome?: Pick<RecordedOutcome, 'outcomeId' | 'outcome' | 'itemIds' | 'recordedAt'>;
  /** When items of it were stopped last. */
  readonly stoppedAt?: string;
  /** When its items left it because an outcome was undone, provided that no other outcome was recorded for it. */
  readonly undoneAt?: string;
}

/** The queue row of one of these tasks. */
export function queueRow(state: CaseTasks, task: CaseTask): TaskQueueRow {
  const { itemIds, everItemIds, outcome, stoppedAt, ...facts } = task;
  // A task that all items have left is about to be completed: an engine may deliver a command's events one after the other.
  const about = task.completedAt === null && itemIds.length > 0 ? itemIds : everItemIds;
  const items = state.items.filter((item) => about.includes(item.id));
  const { department, subDepartment } = taskRow(task.task);
  return {
    ...facts,
    ...(outcome?.recordedAt === task.completedAt && {
      outcome: { outcomeId: outcome.outcomeId, name: outcome.outcome },
    }),
    ...(stoppedAt !== undefined && stoppedAt === task.completedAt && { stopped: true as const }),
    referralId: state.referralId,
    department,
    categories: subDepartment ? [subDepartment] : [...new Set(items.map(({ itemCategory }) => itemCategory))],
    memberLastName: state.member.lastName,
    memberFirstName: state.member.firstName,
    memberState: state.member.state,
    items: items.map((line) => ({ id: line.id, item: nameOfItem(line), qty: line.qty })),
    caseOpenedAt: state.submittedAt,
    ...(state.renews !== undefined && { renews: state.renews }),
    ...(state.medicaidId !== undefined && { medicaidId: state.medicaidId }),
    ...(state.insurance && { payor: plansOf(state.insurance).join(' + ') || null }),
  };
}
