import type { PlannedBanner } from '@throughline/contracts';
import type { BannerEvent, BannerId } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import { rowPerEntity, type Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

export interface BannerTable {
  banner_id: BannerId;
  text: string;
  text_es: string | null;
  from_at: Timestamp;
  /** For a banner that was switched off, the time at which it was. */
  until_at: Timestamp;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    banner: BannerTable;
  }
}

type Row = Insertable<BannerTable>;

/** The banners above every page, with the time in which each is shown. */
export const bannerProjection = rowPerEntity<Row, BannerEvent>({
  name: 'banner',
  version: 2,
  categories: ['banner'],
  evolve: (before, event) => {
    if (event.type === 'BannerSwitchedOff') return before && { ...before, until_at: event.data.switchedAt };
    const { bannerId, text, textEs = null, from, until } = event.data;
    return { banner_id: bannerId, text, text_es: textEs, from_at: from, until_at: until };
  },
  key: 'banner_id',
  columns: { banner_id: 'text', text: 'text', text_es: 'text', from_at: 'timestamptz', until_at: 'timestamptz' },
});

/** Banners that are shown now, or will be. */
export async function listBanners(db: Kysely<ReadModelSchema>, now: Date): Promise<PlannedBanner[]> {
  const rows = await db
    .selectFrom('banner')
    .where('until_at', '>', sql<Date>`${now}`)
    .orderBy('banner_id')
    .selectAll()
    .execute();
  return rows.map(({ banner_id: bannerId, text, text_es: textEs, from_at, until_at }) => ({
    bannerId,
    text,
    textEs,
    from: from_at.toISOString(),
    until: until_at.toISOString(),
  }));
}
