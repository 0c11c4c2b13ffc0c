import type { FollowingActs, LinkedAct } from '@throughline/contracts';
import { MAX_FOLLOWING } from '@throughline/contracts';

export interface BranchOf {
  readonly rows: readonly LinkedAct[];
  /** How many acts that followed are not read yet. */
  readonly left: number;
}

/**
 * What a branch shows of the acts that followed from `act`: those that were read, and before that, or beyond them, the next one on the path
 * to the act that the tree is about.
 */
export function branchOf(
  { eventId, followed }: LinkedAct,
  path: readonly LinkedAct[],
  pages: readonly FollowingActs[] = [],
): BranchOf {
  const read = pages.flatMap(({ rows }) => rows);
  const at = path.findIndex((one) => one.eventId === eventId);
  const next = at === -1 ? undefined : path[at + 1];
  const isBeyond = next !== undefined && !read.some((row) => row.eventId === next.eventId);
  const found = pages.at(-1)?.found ?? followed;
  return { rows: isBeyond ? [...read, next] : read, left: found - read.length };
}

/** `20 more of 57` */
export const moreWords = (left: number, followed: number): string =>
  `${Math.min(left, MAX_FOLLOWING)} more of ${followed.toLocaleString('en-US')}`;
