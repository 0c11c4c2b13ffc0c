import type { DomainEvent } from '../kernel/event.js';

/*
 * The banners above every page, which are hidden until an administrator switches one on. Stored for ever. Never change the meaning of a field:
 * add a schema version and an upcaster.
 * Stream: banner-{bannerId}.
 */

/** There are two (access specification, section 1). */
export const BANNER_IDS = ['maintenance', 'update'] as const;
export type BannerId = (typeof BANNER_IDS)[number];

/** The banner is shown from one instant to the other (ISO 8601, UTC). Replaces what was announced before. */
export type BannerSwitchedOn = DomainEvent<
  'BannerSwitchedOn',
  {
    readonly bannerId: BannerId;
    readonly text: string;
    readonly from: string;
    readonly until: string;
    /** Why, for the audit. */
    readonly reason: string;
    readonly switchedAt: string;
  }
>;

export type BannerSwitchedOff = DomainEvent<
  'BannerSwitchedOff',
  { readonly bannerId: BannerId; readonly reason: string; readonly switchedAt: string }
>;

export type BannerEvent = BannerSwitchedOn | BannerSwitchedOff;
