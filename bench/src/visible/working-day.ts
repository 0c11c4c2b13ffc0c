import type { TaskName } from '@throughline/domain';

/** What one person does to a referral at a time. */
export type Step =
  | { readonly type: 'submit' }
  | { readonly type: 'claim' | 'note'; readonly task: number }
  /** Every item moves to `next`. */
  | { readonly type: 'move'; readonly task: number; readonly next: TaskName };

const WAY: readonly TaskName[] = ['Patient Contact 1st', 'Select Items', 'Ready for Dropship'];

/** A referral's first tasks, in the order in which people do them: each is claimed, noted upon and left with all items. */
export const STEPS: readonly Step[] = [
  { type: 'submit' },
  ...WAY.flatMap((next, index): Step[] => {
    const task = index + 1;
    return [
      { type: 'claim', task },
      { type: 'note', task },
      { type: 'move', task, next },
    ];
  }),
];

/** Time between two steps of one referral: people are slower, and the first task needs a moment to open. Milliseconds. */
export const BETWEEN_STEPS_MS = 500;

/** When the n-th command (from 0) is due, in ms from the first, whether or not earlier ones are answered. */
export const dueAt = (n: number, perSecond: number): number => (n * 1_000) / perSecond;

/**
 * The referral of the n-th command, and its step. All steps of the day take turns, each with referrals that had the previous step a while
 * ago. Null if such a referral would have come before the first.
 */
export function commandAt(n: number, perSecond: number): { readonly referral: number; readonly step: Step } | null {
  const turn = n % STEPS.length;
  const apart = Math.ceil((BETWEEN_STEPS_MS / 1_000) * (perSecond / STEPS.length));
  const referral = Math.floor(n / STEPS.length) - turn * apart;
  return referral < 0 ? null : { referral, step: STEPS[turn]! };
}

/** How long it takes until every step has referrals, in ms. */
export const START_MS = STEPS.length * BETWEEN_STEPS_MS + 500;
