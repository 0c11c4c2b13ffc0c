import type { TaskQueueRow } from '@throughline/contracts';
import { type RecordedOutcome, type TaskFacts, taskRow } from '@throughline/domain';

/** A referral or a recertification as its queue rows need it: whose it is, what was ordered, and its open tasks (with those that were completed just now). */
export interface CaseTasks {
  readonly referralId: string;
  readonly submittedAt: string;
  readonly member: { readonly lastName: string; readonly firstName: string; readonly state: string };
  readonly items: readonly {
    readonly id: number;
    readonly item: string;
    readonly itemCategory: string;
    readonly qty: number;
    /** The step of the stepper that it is in, and since when; null before its first task. */
    readonly step: number | null;
    readonly stepSince: string;
  }[];
  readonly tasks: readonly CaseTask[];
  /** Tasks that an outcome completed which may still be undone: its items, and the row, which corrections change no more. */
  readonly done?: readonly { readonly itemIds: readonly number[]; readonly row: TaskQueueRow }[];
  /** The member's Medicaid id. Absent of a referral from before the queue was searched by it. */
  readonly medicaidId?: string | null;
  /** Of a recertification: the referral that it renews. */
  readonly renews?: string | null;
}

export interface CaseTask extends TaskFacts {
  /** In it now. */
  readonly itemIds: readonly number[];
  /** What a completed task was about, though its items went on. */
  readonly everItemIds: readonly number[];
  /** When the first of its items reached its step. */
  readonly stepSince: string;
  /** The last one that was recorded of it. */
  readonly outcome?: Pick<RecordedOutcome, 'outcomeId' | 'outcome' | 'itemIds' | 'recordedAt'>;
  /** Its items left it because an outcome was undone, and no other outcome was recorded of it. */
  readonly undoneAt?: string;
}

/** The row of one of its tasks. */
export function queueRow(state: CaseTasks, task: CaseTask): TaskQueueRow {
  const { itemIds, everItemIds, outcome, ...facts } = task;
  // Where its items are gone, its completion is about to be told: an engine may deliver a command's events one after the other.
  const about = task.completedAt === null && itemIds.length > 0 ? itemIds : everItemIds;
  const items = state.items.filter((item) => about.includes(item.id));
  const { department, subDepartment } = taskRow(task.task);
  return {
    ...facts,
    ...(outcome?.recordedAt === task.completedAt && {
      outcome: { outcomeId: outcome.outcomeId, name: outcome.outcome },
    }),
    referralId: state.referralId,
    department,
    categories: subDepartment ? [subDepartment] : [...new Set(items.map(({ itemCategory }) => itemCategory))],
    memberLastName: state.member.lastName,
    memberFirstName: state.member.firstName,
    memberState: state.member.state,
    items: items.map(({ id, item, qty }) => ({ id, item, qty })),
    caseOpenedAt: state.submittedAt,
    ...(state.renews !== undefined && { renews: state.renews }),
    ...(state.medicaidId !== undefined && { medicaidId: state.medicaidId }),
  };
}
