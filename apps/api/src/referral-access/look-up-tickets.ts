import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { RewardProgramme } from '@throughline/domain';
import { sql } from 'kysely';
import { Engines } from '../engine/engines.js';
import { KeyedHash } from '../engine/keyed-hash.js';
import type { CommandContext } from '../idempotency/command-context.js';

const LIFE_MS = 30 * 60_000;
/** So long an order can be asked what became of its benefit. */
const KEPT = '1 day';

/** The order that a ticket is to be spent on. */
export interface Spending {
  readonly ticket: string;
  readonly eligiblePatientId: string;
  readonly referralId: string;
}

/** Leave to order once what a look-up found: opaque, bound to the patient, good for 30 minutes (QUALITY.md 1.6). */
@Injectable()
export class LookUpTickets {
  constructor(
    private readonly engines: Engines,
    private readonly hash: KeyedHash,
  ) {}

  async issue(programme: RewardProgramme, eligiblePatientId: string, now = Date.now()): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    const { db } = this.engines;
    await sql`delete from look_up_ticket where expires_at < now() - ${KEPT}::interval`.execute(db);
    await db
      .insertInto('look_up_ticket')
      .values({
        ticket_hash: this.hashOf(ticket),
        eligible_patient_id: eligiblePatientId,
        programme,
        expires_at: new Date(now + LIFE_MS),
      })
      .execute();
    return ticket;
  }

  /**
   * One statement, so that of several orders one gets it; that one may ask again. `spent`: another order has it. `invalid`: too old
   * at the time of the command, of another patient, or never issued.
   */
  async spend({ ticket, eligiblePatientId, referralId }: Spending, { commandId, at }: CommandContext) {
    const { db } = this.engines;
    const its = db.updateTable('look_up_ticket').set({ spent_by: commandId, referral_id: referralId });
    const { numUpdatedRows } = await its
      .where('ticket_hash', '=', this.hashOf(ticket))
      .where('eligible_patient_id', '=', eligiblePatientId)
      .where(({ or, and, eb }) =>
        or([eb('spent_by', '=', commandId), and([eb('spent_by', 'is', null), eb('expires_at', '>', new Date(at))])]),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return 'yours';
    const found = await this.find(ticket);
    return found?.eligible_patient_id === eligiblePatientId && found.spent_by !== null ? 'spent' : 'invalid';
  }

  /** The order that it was spent on came to nothing. */
  async giveBack(ticket: string, { commandId }: CommandContext): Promise<void> {
    const its = this.engines.db.updateTable('look_up_ticket').set({ spent_by: null, referral_id: null });
    await its.where('ticket_hash', '=', this.hashOf(ticket)).where('spent_by', '=', commandId).execute();
  }

  find(ticket: string) {
    return this.engines.db
      .selectFrom('look_up_ticket')
      .selectAll()
      .where('ticket_hash', '=', this.hashOf(ticket))
      .executeTakeFirst();
  }

  private hashOf(ticket: string): string {
    return this.hash.of('ticket', ticket);
  }
}
