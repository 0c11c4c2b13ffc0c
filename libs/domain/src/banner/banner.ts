import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { type EventWords, inMinutes, now } from '../kernel/words.js';

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
    /** It was on already: with another text, or for another time. */
    readonly changed?: true;
  }
>;

export type BannerSwitchedOff = DomainEvent<
  'BannerSwitchedOff',
  { readonly bannerId: BannerId; readonly reason: string; readonly switchedAt: string }
>;

export type BannerEvent = BannerSwitchedOn | BannerSwitchedOff;

export const BANNER_WORDS: EventWords<BannerEvent> = {
  BannerSwitchedOn: ({ bannerId, text, from, until, reason, changed }, { who }) => [
    changed ? `${who} changed the ${bannerId} banner` : `${who} switched the ${bannerId} banner on`,
    now('Text', text),
    now('From (UTC)', inMinutes(from)),
    now('Until (UTC)', inMinutes(until)),
    now('Reason', reason),
  ],
  BannerSwitchedOff: ({ bannerId, reason }, { who }) => [
    `${who} switched the ${bannerId} banner off`,
    now('Reason', reason),
  ],
};

/** Rejected if the window is over before it begins, or already over. */
export type SwitchBannerOn = Command<'SwitchBannerOn', Omit<BannerSwitchedOn['data'], 'changed'>>;
export type SwitchBannerOff = Command<'SwitchBannerOff', BannerSwitchedOff['data']>;
export type BannerCommand = SwitchBannerOn | SwitchBannerOff;

export interface BannerState {
  /** Until when it was switched on; null for one that is off. It stays set when that time is over. */
  readonly onUntil: string | null;
}

export const EMPTY_BANNER_WINDOW = 'The banner must end after it begins.';

/** Stream `banner-{bannerId}`. */
export const bannerDecider: Decider<BannerState, BannerCommand, BannerEvent> = {
  category: 'banner',
  initialState: { onUntil: null },
  evolve: (_, event) => {
    switch (event.type) {
      case 'BannerSwitchedOn':
        return { onUntil: event.data.until };
      case 'BannerSwitchedOff':
        return { onUntil: null };
      default:
        return unknownEvent(event);
    }
  },
  decide: ({ onUntil }, command) => {
    switch (command.type) {
      case 'SwitchBannerOn': {
        const { from, until, switchedAt } = command.data;
        if (Date.parse(until) <= Date.parse(from)) throw new DomainError('banner/empty-window', EMPTY_BANNER_WINDOW);
        if (Date.parse(until) <= Date.parse(switchedAt))
          throw new DomainError('banner/window-over', 'The banner must end in the future.');
        const isChange = onUntil !== null && Date.parse(switchedAt) < Date.parse(onUntil);
        return [{ type: 'BannerSwitchedOn', data: { ...command.data, ...(isChange && { changed: true }) } }];
      }
      case 'SwitchBannerOff':
        return onUntil !== null ? [{ type: 'BannerSwitchedOff', data: command.data }] : [];
      default:
        return unreachable(command);
    }
  },
};
