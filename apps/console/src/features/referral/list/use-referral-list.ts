import type { Change, ReferralListRow } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { referralListQuery, type ReferralListQuestion } from '../queries.js';

/** A page of the list, and what happens to it live. */
export function useReferralList(question: ReferralListQuestion) {
  const query = useQuery(referralListQuery(question));
  const { data } = query;
  const { changes, refusal } = useLiveTopic({ name: 'referral-list' }, query);
  const live = useMemo(() => liveRows(data?.rows ?? [], changes), [data, changes]);
  return { ...query, live, refusal };
}

/** Rows of a list as they were read, and their changes since. */
export interface LiveRows {
  /** In the order of the page. */
  readonly rows: readonly ReferralListRow[];
  /** Ids of rows on the page that changed since it was read. */
  readonly changed: ReadonlySet<string>;
  /** Referrals that are not on the page and were new or changed since. */
  readonly elsewhere: ReadonlySet<string>;
}

/** A row on the page is updated in place; other changes wait until the person asks for them. */
export function liveRows(rows: readonly ReferralListRow[], changes: readonly Change[]): LiveRows {
  const latest = new Map(changes.map(({ key, row }) => [key, row as ReferralListRow]));
  const here = new Set(rows.map(({ referralId }) => referralId));
  const keys = [...latest.keys()];
  return {
    rows: rows.map((row) => latest.get(row.referralId) ?? row),
    changed: new Set(keys.filter((key) => here.has(key))),
    elsewhere: new Set(keys.filter((key) => !here.has(key))),
  };
}
