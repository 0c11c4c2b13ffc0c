import type { RecertificationDetail, ReferralItem } from '@throughline/contracts';

/** Whether an item is stopped, as the dialogs that concern it show it. */
export interface Standing {
  readonly status: 'stopped' | 'canceled' | 'delivered' | 'at-work' | 'removed';
  /** Null unless it is stopped. */
  readonly reason: string | null;
  /** Tells one stop from the next. */
  readonly stoppedAt?: string | undefined;
}

export function standingOfItem({
  currentTask,
  stoppedReason,
}: Pick<ReferralItem, 'currentTask' | 'stoppedReason'>): Standing {
  if (currentTask === null) return { status: 'removed', reason: null };
  const isOver = currentTask.completedDate !== null;
  if (currentTask.name !== 'Stopped') return { status: isOver ? 'delivered' : 'at-work', reason: null };
  return isOver ? { status: 'canceled', reason: null } : { status: 'stopped', reason: null, ...stoppedReason };
}

export const standingOfSupply = ({
  status,
  stoppedReason,
  stoppedAt,
}: Pick<RecertificationDetail, 'status' | 'stoppedReason' | 'stoppedAt'>): Standing =>
  status === 'stopped'
    ? { status, reason: stoppedReason, stoppedAt }
    : { status: status === 'open' ? 'at-work' : 'delivered', reason: null };

const WORDS = {
  canceled: 'canceled',
  delivered: 'delivered',
  'at-work': 'at work',
  removed: 'not in the order',
} as const;

export const standingInWords = ({ status, reason }: Standing = { status: 'removed', reason: null }): string =>
  status === 'stopped' ? `stopped: ${reason}` : WORDS[status];
