import type { HistoryEntry } from '@throughline/contracts';
import type { MomentOf } from '@throughline/domain';

export type Moment = MomentOf<HistoryEntry>;

/** The parameter of the address that holds a position of the log. Without it, the page shows the present. */
export const AS_OF = 'asOf';

/**
 * Index of the moment that the address names: the last one at or before that position, so that an address stays valid while the log grows.
 * The last moment if the address names none, or is invalid; -1 only if there are no moments.
 */
export function selectedIndex(moments: readonly Moment[], asOf: string | null): number {
  const last = moments.length - 1;
  if (asOf === null || !/^\d+$/.test(asOf)) return last;
  const after = moments.findIndex(({ entry }) => entry.position > Number(asOf));
  if (after === -1) return last;
  return Math.max(after - 1, 0);
}

/** The parameter of the address for a moment. The last moment is the present, which has no parameter, so that the page follows the log. */
export function asOfParameter(moments: readonly Moment[], index: number): string | null {
  const moment = moments[index];
  return moment === undefined || index === moments.length - 1 ? null : String(moment.entry.position);
}
