import { BANNER_IDS } from '@throughline/domain';
import { z } from 'zod';
import { instant, reason, reasonBody, requiredText } from './order/fields.js';
import { route } from './route/route.js';

const bannerId = z.enum(BANNER_IDS);

/** A banner that is shown now, above every page. */
export const banner = z.object({ bannerId, text: z.string() });
export type Banner = z.infer<typeof banner>;

export const switchBannerOnBody = z.object({
  text: requiredText('Text', 300),
  from: instant('From must be a time.'),
  until: instant('Until must be a time.'),
  reason,
});

export const bannerRoutes = {
  list: route('GET /banners', {
    summary: 'The banners that every page shows now; pages ask again and again.',
    who: 'anyone',
    answer: z.array(banner),
  }),
  switchOn: route('POST /banners/{bannerId}/switch-on', {
    summary: 'Admin: show a banner above every page, from one time to another.',
    who: 'administers',
    params: { bannerId },
    body: switchBannerOnBody,
    answer: z.null(),
    idempotent: true,
    refusals: { 409: ['banner/empty-window', 'banner/window-over'] },
  }),
  switchOff: route('POST /banners/{bannerId}/switch-off', {
    summary: 'Admin: hide a banner.',
    who: 'administers',
    params: { bannerId },
    body: reasonBody,
    answer: z.null(),
    idempotent: true,
  }),
} as const;
