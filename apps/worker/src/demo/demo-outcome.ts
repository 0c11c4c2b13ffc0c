import {
  destinationOf,
  type ItemTaskCommand,
  type Outcome,
  outcomesOf,
  type Recorded,
  type RecordOutcome,
  type ReferralSubmitted,
  type TaskName,
} from '@throughline/domain';

interface Next extends Pick<RecordOutcome['data'], 'taskId' | 'by' | 'at' | 'dayMs'> {
  readonly task: TaskName;
  readonly next: TaskName;
  readonly itemIds: readonly number[];
}

/** Records the outcome that leads to the next task; if there is none, the items are moved there. */
export function toNext(
  submitted: Recorded<ReferralSubmitted>,
  { task, next, itemIds, ...work }: Next,
): ItemTaskCommand {
  const { order } = submitted.data;
  const routed = { insuranceType: order.insuranceInfo.insuranceType, items: order.items };
  const outcome = outcomesOf(task).find(
    ({ leadsTo }) =>
      typeof leadsTo === 'object' &&
      !('stop' in leadsTo) &&
      itemIds.every((itemId) => destinationOf(leadsTo, routed, itemId) === next),
  );
  if (outcome) return recordOutcome(submitted, outcome, work);
  const { referralId } = submitted.data;
  return { type: 'MoveItems', data: { ...work, referralId, itemIds, task: next, note: 'As agreed with the payor' } };
}

/** Records an outcome for all items of the task. */
export function recordOutcome(
  { data: { referralId, order } }: Recorded<ReferralSubmitted>,
  { name: outcome, asksOrderId }: Pick<Outcome, 'name' | 'asksOrderId'>,
  work: Pick<RecordOutcome['data'], 'taskId' | 'by' | 'at' | 'dayMs'>,
): ItemTaskCommand {
  const details = {
    itemIds: null,
    note: null,
    method: null,
    orderId: asksOrderId ? `PO-${referralId.slice(-6)}` : null,
  };
  const routed = { insuranceType: order.insuranceInfo.insuranceType, items: order.items };
  return { type: 'RecordOutcome', data: { ...work, referralId, outcome, ...details, order: routed } };
}
