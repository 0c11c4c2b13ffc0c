import type { Moment } from '../timeline/timeline.js';

/** The name in the address: a position of the log; without it the page shows the present. */
export const AS_OF = 'asOf';

/**
 * Index of the moment that the address asks for: the last one at or before that position, so that an address stays good while the
 * log grows. The last moment when it asks for nothing or for nonsense; -1 only when there are no moments.
 */
export function selectedIndex(moments: readonly Moment[], asOf: string | null): number {
  const last = moments.length - 1;
  if (asOf === null || !/^\d+$/.test(asOf)) return last;
  const after = moments.findIndex(({ entry }) => entry.position > Number(asOf));
  if (after === -1) return last;
  return Math.max(after - 1, 0);
}

/** What the address says for a moment. The last one is the present: it needs no words and moves on with the log. */
export function asOfParameter(moments: readonly Moment[], index: number): string | null {
  const moment = moments[index];
  return moment === undefined || index === moments.length - 1 ? null : String(moment.entry.position);
}
