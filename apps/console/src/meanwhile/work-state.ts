import type { RecertificationDetail, ReferralItem } from '@throughline/contracts';

/** The state of the work on an item, as dialogs show it. */
export interface WorkState {
  readonly status: 'stopped' | 'canceled' | 'delivered' | 'at-work' | 'removed';
  /** Null unless the item is stopped. */
  readonly reason: string | null;
  /** Distinguishes a stop from a later one for the same reason. */
  readonly stoppedAt?: string | undefined;
}

export function workStateOfItem({
  currentTask,
  stoppedReason,
}: Pick<ReferralItem, 'currentTask' | 'stoppedReason'>): WorkState {
  if (currentTask === null) return { status: 'removed', reason: null };
  const isOver = currentTask.completedDate !== null;
  if (currentTask.name !== 'Stopped') return { status: isOver ? 'delivered' : 'at-work', reason: null };
  return isOver ? { status: 'canceled', reason: null } : { status: 'stopped', reason: null, ...stoppedReason };
}

export const workStateOfSupply = ({
  status,
  stoppedReason,
  stoppedAt,
}: Pick<RecertificationDetail, 'status' | 'stoppedReason' | 'stoppedAt'>): WorkState =>
  status === 'stopped'
    ? { status, reason: stoppedReason, stoppedAt }
    : { status: status === 'open' ? 'at-work' : 'delivered', reason: null };

const WORDS = {
  canceled: 'canceled',
  delivered: 'delivered',
  'at-work': 'at work',
  removed: 'not in the referral',
} as const;

export const workStateInWords = ({ status, reason }: WorkState = { status: 'removed', reason: null }): string =>
  status === 'stopped' ? `stopped: ${reason}` : WORDS[status];
