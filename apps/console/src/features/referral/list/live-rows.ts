import type { Change, ReferralListRow } from '@throughline/contracts';

/** The rows of a list as they were read, with their live changes. */
export interface LiveReferrals {
  /** The rows in the order of the page. */
  readonly rows: readonly ReferralListRow[];
  /** Ids of the rows that changed since the page was read. */
  readonly changed: ReadonlySet<string>;
  /** Ids of referrals outside this page that were created or changed since it was read. */
  readonly elsewhere: ReadonlySet<string>;
}

/** Updates the rows of the page in place. Other changes are only counted, until the person asks for them. */
export function liveReferrals(rows: readonly ReferralListRow[], changes: readonly Change[]): LiveReferrals {
  const latest = new Map(changes.map(({ key, row }) => [key, row as ReferralListRow]));
  const here = new Set(rows.map(({ referralId }) => referralId));
  const keys = [...latest.keys()];
  return {
    rows: rows.map((row) => latest.get(row.referralId) ?? row),
    changed: new Set(keys.filter((key) => here.has(key))),
    elsewhere: new Set(keys.filter((key) => !here.has(key))),
  };
}
