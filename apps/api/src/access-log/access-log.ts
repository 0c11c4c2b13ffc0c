import { Inject, Injectable } from '@nestjs/common';
import type { AccessLogTable, AccessOutcome, SuggestedSearch } from '@throughline/read-models';
import type { Insertable } from 'kysely';
import pTimeout from 'p-timeout';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import type { Caller } from '../identity/caller.js';
import { GroupCommit } from './group-commit.js';

export interface Access {
  readonly caller: Caller;
  /** The name of the screen in the audit: 'Referral', 'Files', … */
  readonly screen: string;
  /** The referrals whose data is shown. Absent for an access with another outcome, so that the audit of a referral does not list it. */
  readonly referralIds?: readonly string[];
  /** What else is shown: ids of files, notes, messages, accounts, acts, failures. */
  readonly rowIds?: readonly string[];
  /** Absent: 'shown'. */
  readonly outcome?: AccessOutcome;
  /** A `KeyedHash` of the input of an open look-up. */
  readonly inputHash?: string;
  /** Identifies a follower of a live topic: see `recordSent`. */
  readonly followId?: string;
}

/** Rows that are about to be sent live. */
export interface SentRows {
  readonly referralIds: readonly string[];
  /** The `followId` of all followers to whom they are sent. */
  readonly followIds: readonly string[];
}

/** Live rows wait for their entry, and people do not notice the delay. */
const RECORD_SENT_TIMEOUT_MS = 5_000;

/** Who viewed what (docs/promises.md 1.8): an entry for each viewing, none of them merged (docs/decisions/0145). An access is recorded before the data is sent: a read that cannot be recorded fails. */
@Injectable()
export class AccessLog {
  private readonly entries;

  constructor(@Inject(DATABASE) private readonly database: ApiDatabase) {
    this.entries = new GroupCommit<Insertable<AccessLogTable>>(async (entries) => {
      await database.adHoc.insertInto('access_log').values(entries).execute();
    });
  }

  record({
    caller,
    screen,
    referralIds = [],
    rowIds = [],
    outcome = 'shown',
    inputHash,
    followId,
  }: Access): Promise<void> {
    const { userId, email, role, companyId } = caller.actor;
    return this.entries.write({
      user_id: userId,
      email,
      role,
      company_id: companyId,
      referral_ids: referralIds,
      row_ids: rowIds,
      screen,
      outcome,
      address_hash: caller.addressHash,
      session_hash: caller.sessionHash,
      input_hash: inputHash ?? null,
      follow_id: followId ?? null,
    });
  }

  /** Recorded because suggested searches show names. Most searches have no suggestions, and are not recorded. */
  async recordSuggested(
    { caller, screen }: Pick<Access, 'caller' | 'screen'>,
    suggestions: readonly SuggestedSearch[],
  ): Promise<readonly string[]> {
    const referralIds = [...new Set(suggestions.map(({ referralId }) => referralId))];
    if (referralIds.length > 0) await this.record({ caller, screen, referralIds });
    return suggestions.map(({ search }) => search);
  }

  /** One entry per delivery, whatever its number of followers; all in one statement. If it rejects, the rows must not be sent. */
  async recordSent(sent: readonly SentRows[]): Promise<void> {
    if (sent.length === 0) return;
    const rows = sent.map(({ referralIds, followIds }) => ({ referral_ids: referralIds, follow_ids: followIds }));
    const insert = this.database.adHoc.insertInto('live_access').values(rows).execute();
    await pTimeout(insert, { milliseconds: RECORD_SENT_TIMEOUT_MS, message: 'The access log does not answer.' });
  }
}
