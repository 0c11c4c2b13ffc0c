import { createHash } from 'node:crypto';
import { mailboxOf } from '@throughline/contracts';
import { sql } from 'kysely';
import type { WorkerDatabase } from '../engines/engines.js';

const HOUR_MS = 3_600_000;

/** The maximum number of mails an hour to one address that orders without a sign-in may cause. */
export const ORDERS_MAILED_AN_HOUR = 3;

interface OrderMail {
  readonly referralId: string;
  readonly recipient: string;
  readonly now: Date;
}

/**
 * Whether mail about an order may be sent to the address that it names, which anybody could have typed. Decided once for each order and all
 * its mails, by the first job that asks, and across all workers. The address itself is not stored here.
 */
export class MailAllowance {
  private made: Promise<void> | undefined;

  constructor(private readonly db: WorkerDatabase['db']) {}

  async grants({ referralId, recipient, now }: OrderMail): Promise<boolean> {
    await (this.made ??= this.makeTable().catch((error: unknown) => {
      this.made = undefined;
      throw error;
    }));
    const to = hashOf(recipient);
    return this.db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`throughline/worker/mail/${to}`}, 0))`.execute(
        transaction,
      );
      const before = await sql<{ granted: boolean }>`
        select granted from mail_allowance where referral_id = ${referralId}`.execute(transaction);
      if (before.rows[0] !== undefined) return before.rows[0].granted;
      const { rows } = await sql<{ granted: boolean }>`
        insert into mail_allowance (referral_id, recipient_hash, decided_at, granted)
        select ${referralId}, ${to}, ${now}, count(*) < ${ORDERS_MAILED_AN_HOUR} from mail_allowance
         where recipient_hash = ${to} and granted and decided_at > ${new Date(now.getTime() - HOUR_MS)}
        returning granted`.execute(transaction);
      return rows[0]?.granted === true;
    });
  }

  private async makeTable(): Promise<void> {
    await this.db.transaction().execute(async (transaction) => {
      // Even `if not exists` fails in one of two processes that create the table at the same time.
      await sql`select pg_advisory_xact_lock(hashtext('throughline/worker/mail-allowance'))`.execute(transaction);
      await sql`
        create table if not exists mail_allowance (
          referral_id text primary key, recipient_hash text not null, decided_at timestamptz not null, granted boolean not null)`.execute(
        transaction,
      );
      await sql`create index if not exists mail_allowance_recipient on mail_allowance (recipient_hash, decided_at)`.execute(
        transaction,
      );
    });
  }
}

const hashOf = (address: string): string => createHash('sha256').update(mailboxOf(address)).digest('base64url');
