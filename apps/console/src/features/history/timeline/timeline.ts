import type { HistoryEntry } from '@throughline/contracts';
import type { MomentOf } from '@throughline/domain';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/api.js';
import { asOfIn, indexAt } from '../../../past/as-of-address.js';

export type Moment = MomentOf<HistoryEntry>;

export const HISTORY_QUERY = 'referral-history';

/** All events of a referral or a recertification, and who saw it. */
export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [HISTORY_QUERY, id],
    queryFn: ({ signal }) => call('GET /referrals/referral/{id}/history', { params: { id } }, { signal }),
  });

/**
 * Index of the moment that the address names: the last one at or before it, so that an address stays valid while the log grows. The last
 * moment if the address names none, or is invalid; -1 only if there are no moments.
 */
export function selectedIndex(moments: readonly Moment[], text: string | null): number {
  const asOf = text === null ? null : asOfIn(text, Infinity);
  const last = moments.length - 1;
  return asOf === null
    ? last
    : Math.min(
        last,
        Math.max(
          0,
          indexAt(
            moments.map(({ entry }) => entry),
            asOf,
          ),
        ),
      );
}

/** The parameter of the address for a moment. The last moment is the present, which has no parameter, so that the page follows the log. */
export function asOfParameter(moments: readonly Moment[], index: number): string | null {
  const moment = moments[index];
  return moment === undefined || index === moments.length - 1 ? null : String(moment.entry.position);
}
