import type { Change, ReferralListRow } from '@throughline/contracts';

/** Rows of a list as they came, and what has happened to them since. */
export interface LiveRows {
  /** In the order of the page: nothing moves under a pointer. */
  readonly rows: readonly ReferralListRow[];
  /** Ids of rows on the page that changed since it was read. */
  readonly changed: ReadonlySet<string>;
  /** Referrals that are not on the page and were new or changed since. */
  readonly elsewhere: ReadonlySet<string>;
}

export const startRows = (rows: readonly ReferralListRow[]): LiveRows => ({
  rows,
  changed: new Set(),
  elsewhere: new Set(),
});

/** A row on the page takes its new values where it stands; anything else waits until the person asks for it. */
export function takeChanges(live: LiveRows, changes: readonly Change[]): LiveRows {
  const latest = new Map(changes.map(({ key, row }) => [key, row as ReferralListRow]));
  const here = new Set(live.rows.map(({ referralId }) => referralId));
  const keys = [...latest.keys()];
  return {
    rows: live.rows.map((row) => latest.get(row.referralId) ?? row),
    changed: new Set([...live.changed, ...keys.filter((key) => here.has(key))]),
    elsewhere: new Set([...live.elsewhere, ...keys.filter((key) => !here.has(key))]),
  };
}
