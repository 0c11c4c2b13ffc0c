import {
  type CorrectionEvent,
  evolveTasks,
  factsOf,
  isCorrection,
  isRecertificationCorrected,
  type ItemsStopped,
  type ItemTaskEvent,
  type OrderedItem,
  type OutcomeUndone,
  type RecertificationCorrected,
  type RecertificationOpened,
  RECERTIFIED_ITEM_ID,
  recertifiedItem,
  type Recorded,
  type RecordedOutcome,
  type ReferralEvent,
  taskRow,
} from '@throughline/domain';
import { type CaseTask, type CaseTasks, queueRow } from './case-tasks.js';

export function evolveCaseTasks(before: CaseTasks | undefined, recorded: Recorded): CaseTasks | undefined {
  const event = recorded as Recorded<ReferralEvent | ItemTaskEvent>;
  if (event.type === 'ReferralSubmitted') return opened(event);
  if (event.type === 'RecertificationOpened') return recertified(event);
  if (!before) throw new Error(`${event.type} of a referral that was never submitted`);
  const state = withoutFinished(before);
  switch (event.type) {
    case 'TaskOpened': {
      const { taskId, itemIds } = event.data;
      const facts = factsOf(event);
      const fresh: CaseTask = { ...facts, itemIds: [], everItemIds: [], stepSince: facts.openedAt };
      return place({ ...state, tasks: [...state.tasks, fresh] }, itemIds, taskId, facts.openedAt);
    }
    case 'ItemsAddedToTask':
      return place(state, event.data.itemIds, event.data.taskId, event.data.addedAt);
    case 'ItemsWithdrawn':
      return place(state, event.data.itemIds, null, event.data.withdrawnAt);
    case 'ItemsMovedToTask':
      return place(state, event.data.itemIds, event.data.toTaskId, event.data.movedAt);
    case 'ItemsStopped':
      return stopped(state, event.data);
    case 'ItemsCanceled':
    case 'ItemsUnstopped':
    case 'ItemsOrdered':
    case 'TrackingNumberAssigned':
    case 'BenefitOutcomeTold':
      return state;
    case 'OutcomeRecorded':
    case 'ContactAttempted':
      return withOutcome(state, event.data);
    case 'OutcomeUndone':
      return withoutOutcome(state, event);
    default:
      if (isCorrection(event)) return corrected(state, event);
      if (isRecertificationCorrected(event)) return correctedRecertification(state, event);
      return { ...state, tasks: evolveTasks(state.tasks, event) };
  }
}

/** The event that completed a task has already shown it as completed. The task changes again only if that outcome is undone. */
function withoutFinished(before: CaseTasks): CaseTasks {
  const { tasks, done = [] } = before;
  const completed = tasks.filter(({ completedAt }) => completedAt !== null);
  const fresh = completed.map((task) => ({ itemIds: task.outcome?.itemIds ?? [], row: queueRow(before, task) }));
  return {
    ...before,
    tasks: tasks.filter(({ completedAt }) => completedAt === null),
    done: [...done, ...fresh].filter(({ row }) => row.outcome !== undefined && row.undoneAt === undefined),
  };
}

function stopped(state: CaseTasks, { taskId, itemIds, stoppedAt }: ItemsStopped['data']): CaseTasks {
  const tasks = state.tasks.map((task) => (task.taskId === taskId ? { ...task, stoppedAt } : task));
  return place({ ...state, tasks }, itemIds, null, stoppedAt);
}

/** Earlier outcomes of the same items can no longer be undone. */
function withOutcome(state: CaseTasks, { taskId, outcomeId, itemIds, recordedAt, ...recorded }: RecordedOutcome) {
  const outcome = { outcomeId, outcome: recorded.outcome, itemIds, recordedAt };
  return {
    ...state,
    tasks: state.tasks.map((task) => (task.taskId === taskId ? { ...task, outcome } : task)),
    done: (state.done ?? []).filter((earlier) => !earlier.itemIds.some((id) => itemIds.includes(id))),
  };
}

/** Undone work does not count as completed: neither the task that the outcome completed nor the tasks that the items leave again. */
function withoutOutcome(state: CaseTasks, { data: { outcomeId, undoneAt } }: OutcomeUndone): CaseTasks {
  const ofTask = ({ outcome, ...task }: CaseTask): CaseTask => {
    const isEarlier = outcome !== undefined && outcome.outcomeId !== outcomeId;
    return { ...task, ...(isEarlier && { outcome }), ...(!isEarlier && task.itemIds.length === 0 && { undoneAt }) };
  };
  return {
    ...state,
    tasks: state.tasks.map(ofTask),
    done: (state.done ?? []).map(({ itemIds, row }) => ({
      itemIds,
      row: row.outcome?.outcomeId === outcomeId ? { ...row, undoneAt } : row,
    })),
  };
}

/** A completed task keeps the member and the items that it had when it was completed. */
function corrected(state: CaseTasks, event: CorrectionEvent): CaseTasks {
  switch (event.type) {
    case 'MemberNameCorrected':
    case 'MemberAddressCorrected': {
      const { lastName, firstName, state: home } = { ...state.member, ...event.data.after };
      return { ...state, member: { lastName, firstName, state: home } };
    }
    case 'InsuranceCorrected': {
      const { medicaidId = state.medicaidId, ...insurance } = event.data.after;
      return {
        ...state,
        ...(medicaidId !== undefined && { medicaidId }),
        ...(state.insurance && { insurance: insuranceOf({ ...state.insurance, ...insurance }) }),
      };
    }
    case 'ItemQuantityChanged': {
      const { itemId, after: qty } = event.data;
      return { ...state, items: state.items.map((item) => (item.id === itemId ? { ...item, qty } : item)) };
    }
    case 'ItemOptionChanged': {
      const { itemId, after } = event.data;
      const items = state.items.map((line) => (line.id === itemId ? withOption(line, after) : line));
      return { ...state, items };
    }
    case 'ItemAdded':
      return { ...state, items: [...state.items, lineOf(event.data.item, event.data.correctedAt)] };
    default:
      return state;
  }
}

function correctedRecertification(state: CaseTasks, event: RecertificationCorrected): CaseTasks {
  switch (event.type) {
    case 'RecertifiedMemberCorrected': {
      const before = { ...state.member, medicaidId: state.medicaidId ?? null };
      const { lastName, firstName, state: home, medicaidId } = { ...before, ...event.data.after };
      return { ...state, medicaidId, member: { lastName, firstName, state: home } };
    }
    case 'CertificationCorrected': {
      const { itemCategory } = event.data.after;
      if (itemCategory === undefined) return state;
      const item = recertifiedItem(itemCategory);
      return { ...state, items: state.items.map((supply) => ({ ...supply, item, itemCategory })) };
    }
    default:
      return state;
  }
}

type Line = CaseTasks['items'][number];

const lineOf = ({ id, item, itemCategory, qty, option }: OrderedItem, since: string): Line =>
  withOption({ id, item, itemCategory, qty, step: null, stepSince: since }, option);

const withOption = ({ option: _, ...line }: Line, option: OrderedItem['option']): Line =>
  option === null ? line : { ...line, option: { name: option.name } };

function opened({ data }: Extract<ReferralEvent, { type: 'ReferralSubmitted' }>): CaseTasks {
  const { referralId, submittedAt, order } = data;
  const { lastName, firstName, state } = order.memberInfo;
  return {
    referralId,
    submittedAt,
    medicaidId: order.insuranceInfo.medicaidId,
    insurance: insuranceOf(order.insuranceInfo),
    member: { lastName, firstName, state },
    items: order.items.map((item) => lineOf(item, submittedAt)),
    tasks: [],
  };
}

/** What a row needs of the insurance: the state of a case is stored, so nothing else of it is kept. */
const insuranceOf = ({
  insuranceType,
  commIns1Name,
  plan,
}: NonNullable<CaseTasks['insurance']>): NonNullable<CaseTasks['insurance']> => ({
  insuranceType,
  commIns1Name,
  ...(plan !== undefined && { plan }),
});

function recertified({ data }: RecertificationOpened): CaseTasks {
  const { referralId, openedAt, itemCategory, renews } = data;
  const { lastName, firstName, state, medicaidId } = data.member;
  const supply = { id: RECERTIFIED_ITEM_ID, item: recertifiedItem(itemCategory), itemCategory, qty: 1 };
  return {
    referralId,
    submittedAt: openedAt,
    renews,
    medicaidId,
    member: { lastName, firstName, state },
    items: [{ ...supply, step: null, stepSince: openedAt }],
    tasks: [],
  };
}

/** Takes the items out of their open task and puts them into `taskId`; null: into none. */
function place(state: CaseTasks, itemIds: readonly number[], taskId: string | null, at: string): CaseTasks {
  const target = state.tasks.find((task) => task.taskId === taskId);
  const step = target ? taskRow(target.task).step : null;
  const items = state.items.map((item) =>
    itemIds.includes(item.id) && step !== null && item.step !== step ? { ...item, step, stepSince: at } : item,
  );
  const holding = (task: CaseTask, ids: readonly number[]): CaseTask => {
    const [first] = items
      .filter(({ id }) => ids.includes(id))
      .map(({ stepSince }) => stepSince)
      .sort();
    const everItemIds = [...new Set([...task.everItemIds, ...ids])].sort((one, other) => one - other);
    return { ...task, itemIds: ids, everItemIds, stepSince: first ?? task.stepSince };
  };
  return {
    ...state,
    items,
    tasks: state.tasks.map((task) => {
      const staying = task.itemIds.filter((id) => !itemIds.includes(id));
      return holding(task, task === target ? [...staying, ...itemIds] : staying);
    }),
  };
}
