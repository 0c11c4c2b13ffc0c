import type { TaskName } from '@throughline/domain';

/** What one person does to a referral in one go. */
export type Step =
  | { readonly type: 'submit' }
  | { readonly type: 'claim' | 'note'; readonly task: number }
  /** Every item goes on to `next`. */
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

/** Between two steps of one referral: people are slower, and the first task needs a moment to open. Milliseconds. */
export const BETWEEN_STEPS_MS = 500;

/** The moment at which the n-th command (from 0) is due, whatever has become of those before it, in ms from the first. */
export const dueAt = (n: number, perSecond: number): number => (n * 1_000) / perSecond;

/**
 * Which referral the n-th command is about, and what is done to it: all steps of the day take turns, each at referrals that had
 * the step before a while ago. Null where such a referral would have come before the first.
 */
export function commandAt(n: number, perSecond: number): { readonly referral: number; readonly step: Step } | null {
  const turn = n % STEPS.length;
  const apart = Math.ceil((BETWEEN_STEPS_MS / 1_000) * (perSecond / STEPS.length));
  const referral = Math.floor(n / STEPS.length) - turn * apart;
  return referral < 0 ? null : { referral, step: STEPS[turn]! };
}

/** How long it takes until every step has referrals to be done to, in ms. */
export const START_MS = STEPS.length * BETWEEN_STEPS_MS + 500;
