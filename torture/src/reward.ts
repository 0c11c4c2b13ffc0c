import type { AnswerOf } from '@throughline/contracts';
import { aDiaperOrder } from '../../apps/api/src/testing/reward-orders.js';
import { asking } from './client.js';
import type { Work } from './plan.js';
import { type Command, type Job, pickFrom, sendUntilAnswered, type WorkPool } from './send.js';

/** The company with the diaper programme. */
const DIAPER_COMPANY = 40;

/** An order for a member's benefit, with the ticket of a look-up. Null: the member's benefit was redeemed by another order already. */
export async function rewardOf(
  job: Job,
  work: Work & { readonly pick: number },
  pool: WorkPool,
): Promise<Command | null> {
  const member = pickFrom(job.system.members, work.pick);
  if (member === undefined) return null;
  const { medicaidId, dateOfBirth } = member;
  const body = { medicaidId, dateOfBirth, companyId: DIAPER_COMPANY };
  const lookUp = asking('POST /eligible-patients/look-up', { body });
  const found = await sendUntilAnswered(job, { ...lookUp, token: job.tokens.get(work.by) ?? '' }, work.node);
  if (found?.status !== 200) return null;
  const { id: ticket } = found.data as AnswerOf<'POST /eligible-patients/look-up'>;
  return {
    asked: asking('POST /referrals/create', { body: aDiaperOrder(member, ticket) }),
    onDone: ({ data }) => void pool.referrals.push(String(data)),
  };
}
