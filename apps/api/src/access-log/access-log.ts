import { Injectable } from '@nestjs/common';
import type { AccessEntry } from '@throughline/contracts';
import { type Insertable, sql } from 'kysely';
import { Engines } from '../engine/engines.js';
import type { Caller } from '../identity/caller.js';
import type { AccessLogTable, AccessOutcome } from './access-log.table.js';
import { GroupCommit } from './group-commit.js';

export interface Access {
  readonly caller: Caller;
  /** As the audit names it: 'Referral', 'Files', … */
  readonly screen: string;
  readonly referralIds?: readonly string[];
  /** 'shown' unless said otherwise. */
  readonly outcome?: AccessOutcome;
  /** See `KeyedHash`; what an open look-up asked for. */
  readonly inputHash?: string;
}

/** How many of a referral's accesses the audit shows, the newest first. */
const SHOWN = 500;

/** Who viewed what (QUALITY.md 1.8). Written before the answer goes out: a read that cannot be recorded is not served. */
@Injectable()
export class AccessLog {
  private readonly entries;

  constructor(private readonly engines: Engines) {
    this.entries = new GroupCommit<Insertable<AccessLogTable>>(async (entries) => {
      await this.engines.adHoc.insertInto('access_log').values(entries).execute();
    });
  }

  record({ caller, screen, referralIds = [], outcome = 'shown', inputHash }: Access): Promise<void> {
    const { userId, email, role } = caller.actor;
    return this.entries.write({
      user_id: userId,
      email,
      role,
      referral_ids: referralIds,
      screen,
      outcome,
      address_hash: caller.addressHash,
      input_hash: inputHash ?? null,
    });
  }

  async ofReferral(referralId: string): Promise<readonly AccessEntry[]> {
    const rows = await this.engines.db
      .selectFrom('access_log')
      .where(sql<boolean>`referral_ids @> array[${referralId}]`)
      .where('outcome', '=', 'shown')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .select(['at', 'email', 'role', 'screen'])
      .execute();
    return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
  }
}
