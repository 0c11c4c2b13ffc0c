import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { RewardProgramme } from '@throughline/domain';
import { sql } from 'kysely';
import type { CommandContext } from '../command/command-context.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { KeyedHash } from '../engines/keyed-hash.js';

const TICKET_LIFETIME_MS = 30 * 60_000;
/** How long after its expiry a ticket still shows the outcome of its order's benefit; a PostgreSQL interval. */
const RETENTION = '1 day';

/** The order that a ticket is to be spent on. */
export interface Spending {
  readonly ticket: string;
  readonly eligiblePatientId: string;
  readonly referralId: string;
}

/** Opaque tickets, each for one order by one patient and valid for 30 minutes (docs/promises.md 1.6). */
@Injectable()
export class LookUpTickets {
  private readonly db;

  constructor(
    @Inject(DATABASE) { db }: ApiDatabase,
    private readonly hash: KeyedHash,
  ) {
    this.db = db;
  }

  async issue(programme: RewardProgramme, eligiblePatientId: string, now = Date.now()): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    await sql`delete from look_up_ticket where expires_at < now() - ${RETENTION}::interval`.execute(this.db);
    await this.db
      .insertInto('look_up_ticket')
      .values({
        ticket_hash: this.hashOf(ticket),
        eligible_patient_id: eligiblePatientId,
        programme,
        expires_at: new Date(now + TICKET_LIFETIME_MS),
      })
      .execute();
    return ticket;
  }

  /**
   * Spends a ticket in one statement, so that only one of several orders can spend it; that order may repeat it. `already-spent`: by
   * another order. `invalid`: expired at the time of the command, issued for another patient, or never issued.
   */
  async spend(
    { ticket, eligiblePatientId, referralId }: Spending,
    { commandId, at }: CommandContext,
  ): Promise<'spent' | 'already-spent' | 'invalid'> {
    const { numUpdatedRows } = await this.db
      .updateTable('look_up_ticket')
      .set({ spent_by: commandId, referral_id: referralId })
      .where('ticket_hash', '=', this.hashOf(ticket))
      .where('eligible_patient_id', '=', eligiblePatientId)
      .where(({ or, and, eb }) =>
        or([eb('spent_by', '=', commandId), and([eb('spent_by', 'is', null), eb('expires_at', '>', new Date(at))])]),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return 'spent';
    const found = await this.find(ticket);
    return found?.eligible_patient_id === eligiblePatientId && found.spent_by !== null ? 'already-spent' : 'invalid';
  }

  /** Makes the ticket usable again after its order was refused. */
  async giveBack(ticket: string, { commandId }: CommandContext): Promise<void> {
    await this.db
      .updateTable('look_up_ticket')
      .set({ spent_by: null, referral_id: null })
      .where('ticket_hash', '=', this.hashOf(ticket))
      .where('spent_by', '=', commandId)
      .execute();
  }

  find(ticket: string) {
    return this.db
      .selectFrom('look_up_ticket')
      .selectAll()
      .where('ticket_hash', '=', this.hashOf(ticket))
      .executeTakeFirst();
  }

  private hashOf(ticket: string): string {
    return this.hash.of('ticket', ticket);
  }
}
