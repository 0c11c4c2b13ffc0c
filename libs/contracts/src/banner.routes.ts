import { BANNER_IDS } from '@throughline/domain';
import { z } from 'zod';
import { readQuery } from './envelope.contract.js';
import { instant, optionalText, replacing, requiredText } from './order/fields.js';
import { route } from './route/route.js';

const bannerId = z.enum(BANNER_IDS);

/** A banner that is shown above every page now. `textEs`: its text for readers of Spanish; null: they see `text`. */
export const banner = z.object({ bannerId, text: z.string(), textEs: z.string().nullable() });
export type Banner = z.infer<typeof banner>;

/** A banner whose time is not over. `from` and `until`: ISO 8601, UTC. */
const plannedBanner = banner.extend({ from: z.string(), until: z.string() });
export type PlannedBanner = z.infer<typeof plannedBanner>;

const times = { from: instant('From must be a time.'), until: instant('Until must be a time.') };
/** The planned banner that the author saw; null in all fields: there was none. */
const seen = {
  text: z.string().nullable(),
  textEs: z.string().nullish(),
  from: times.from.nullable(),
  until: times.until.nullable(),
};
const texts = { text: requiredText('Text', 300), textEs: optionalText('Text in Spanish', 300) };
export const switchBannerOnBody = replacing({ ...texts, ...times }, seen);

export const bannerRoutes = {
  list: route('GET /banners', {
    summary: 'The banners that every page shows now; pages ask again and again.',
    who: 'anyone',
    answer: z.array(banner),
  }),
  listPlanned: route('GET /banners/planned', {
    summary: 'Admin: the banners that are shown now, or will be.',
    who: 'administers',
    query: readQuery,
    answer: z.array(plannedBanner),
  }),
  switchOn: route('POST /banners/{bannerId}/switch-on', {
    summary: 'Admin: show a banner above every page, from one time to another.',
    who: 'administers',
    params: { bannerId },
    body: switchBannerOnBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: ['banner/empty-window', 'banner/window-over', 'banner/changed-meanwhile'] },
  }),
  switchOff: route('POST /banners/{bannerId}/switch-off', {
    summary: 'Admin: hide a banner.',
    who: 'administers',
    params: { bannerId },
    body: replacing({}, seen),
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: ['banner/changed-meanwhile'] },
  }),
} as const;
