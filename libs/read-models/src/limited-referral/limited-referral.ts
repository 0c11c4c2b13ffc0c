import type { LimitedReferral, LimitedReferralDetail } from '@throughline/contracts';
import { publicCarrier, type Recorded, steppersOf, type TaskWithItems } from '@throughline/domain';
import type { Kysely } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { foldProgress, type ReferralProgress } from '../referral/referral-progress.js';

export interface LimitedReferralTable {
  referral_id: string;
  row: LimitedReferral;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    limited_referral: LimitedReferralTable;
  }
}

interface LimitedProgress extends ReferralProgress<null> {
  /** The tasks in which items are or were. */
  readonly been: readonly TaskWithItems[];
}

const foldItems = foldProgress(() => null);

function fold(before: LimitedProgress | undefined, event: Recorded): LimitedProgress | undefined {
  const after = foldItems(before, event);
  return after && { ...after, been: withTasks(before?.been ?? [], after.openTasks) };
}

/** Each task once, by its name. */
function withTasks(been: readonly TaskWithItems[], now: readonly TaskWithItems[]): readonly TaskWithItems[] {
  const tasks = new Map(been.map(({ task, itemIds }) => [task, itemIds] as const));
  for (const { task, itemIds } of now) tasks.set(task, [...new Set([...(tasks.get(task) ?? []), ...itemIds])]);
  return [...tasks].map(([task, itemIds]) => ({ task, itemIds }));
}

/**
 * A referral for a caller who is not signed in: an allow-list (docs/promises.md 1.5). Names, member, physician and ordered items are not in
 * its rows, its feed, or its stored state. The name of a carrier, which is free text of the staff, is not in rows or feed.
 */
export const limitedReferralProjection: Projection<LimitedProgress, LimitedReferralTable> = {
  name: 'limited-referral',
  version: 3,
  categories: ['referral', 'itemTask'],
  evolve: fold,
  table: {
    key: 'referral_id',
    columns: { referral_id: 'text', row: 'json' },
    indexes: () => [],
  },
  rows: (referral) => [{ referral_id: referral.referralId, row: limited(referral) }],
  feed: (referral) => {
    const { referralId } = referral;
    return [{ topic: `limited-referral:${referralId}`, key: referralId, audience: [], row: limited(referral) }];
  },
};

function limited({ referralId, submittedAt, items, carriers, been }: LimitedProgress): LimitedReferral {
  return {
    referralId,
    referralDateTime: submittedAt,
    groups: steppersOf(items, been).map(({ itemIds, task, steps, stopped }) => ({
      itemCount: itemIds.length,
      task,
      steps: steps.map(({ label, status }) => ({ label, status })),
      stopped,
    })),
    carriers: [...new Set(carriers.map(publicCarrier))],
  };
}

/** What a caller with the id may see (GET /referrals/referral/{id}/limited), with the position of the feed in the same snapshot. */
export async function getLimitedReferral(
  db: Kysely<ReadModelSchema>,
  referralId: string,
): Promise<LimitedReferralDetail | undefined> {
  const found = await db
    .selectFrom(['limited_referral', 'change_feed_state'])
    .where('referral_id', '=', referralId)
    .select(['row', 'epoch', 'last_position as position'])
    .executeTakeFirst();
  return found && { ...found.row, feed: { epoch: found.epoch, position: found.position } };
}
