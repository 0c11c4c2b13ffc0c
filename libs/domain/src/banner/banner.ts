import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { isSame, requireAsSeen, reviseTogether } from '../kernel/meanwhile.js';
import { type EventWords, inMinutes, now } from '../kernel/words.js';

/*
 * The banners above every page. Each is hidden until an administrator switches it on. Stored for ever. Never change the meaning of a field:
 * add a schema version and an upcaster. Stream: banner-{bannerId}.
 */

/** The access specification, section 1, has two banners. */
export const BANNER_IDS = ['maintenance', 'update'] as const;
export type BannerId = (typeof BANNER_IDS)[number];

/** The banner is shown between two instants (ISO 8601, UTC). Replaces the previous announcement. */
export type BannerSwitchedOn = DomainEvent<
  'BannerSwitchedOn',
  {
    readonly bannerId: BannerId;
    readonly text: string;
    /** The text for readers of Spanish. Absent if there is none, and from events that are older than the field. */
    readonly textEs?: string;
    readonly from: string;
    readonly until: string;
    /** The reason, which the audit shows. */
    readonly reason: string;
    readonly switchedAt: string;
    /** True if the banner was on already, with another text or for another time. */
    readonly changed?: true;
  }
>;

export type BannerSwitchedOff = DomainEvent<
  'BannerSwitchedOff',
  { readonly bannerId: BannerId; readonly reason: string; readonly switchedAt: string }
>;

export type BannerEvent = BannerSwitchedOn | BannerSwitchedOff;

export const BANNER_WORDS: EventWords<BannerEvent> = {
  BannerSwitchedOn: ({ bannerId, text, textEs, from, until, reason, changed }, { who }) => [
    changed ? `${who} changed the ${bannerId} banner` : `${who} switched the ${bannerId} banner on`,
    now('Text', text),
    ...(textEs === undefined ? [] : [now('Text in Spanish', textEs)]),
    now('From (UTC)', inMinutes(from)),
    now('Until (UTC)', inMinutes(until)),
    now('Reason', reason),
  ],
  BannerSwitchedOff: ({ bannerId, reason }, { who }) => [
    `${who} switched the ${bannerId} banner off`,
    now('Reason', reason),
  ],
};

/** What is announced, and when. Null: nothing is announced, now or later. */
interface Announced {
  readonly text: string | null;
  readonly textEs: string | null;
  readonly from: string | null;
  readonly until: string | null;
}

/** Rejected if the window is over before it begins, or already over. `seen`: the banner as its author's screen showed it. */
export type SwitchBannerOn = Command<
  'SwitchBannerOn',
  Omit<BannerSwitchedOn['data'], 'changed' | 'textEs'> & {
    /** Absent or null: none. */
    readonly textEs?: string | null | undefined;
    readonly seen: Announced;
  }
>;
export type SwitchBannerOff = Command<'SwitchBannerOff', BannerSwitchedOff['data'] & { readonly seen: Announced }>;
export type BannerCommand = SwitchBannerOn | SwitchBannerOff;

/** The announcement as it was switched on. It stays in the state after its time is over. */
export type BannerState = Announced;

const OFF: Announced = { text: null, textEs: null, from: null, until: null };

export const EMPTY_BANNER_WINDOW = 'The banner must end after it begins.';

/** Stream `banner-{bannerId}`. */
export const bannerDecider: Decider<BannerState, BannerCommand, BannerEvent> = {
  category: 'banner',
  initialState: OFF,
  evolve: (_, event) => {
    switch (event.type) {
      case 'BannerSwitchedOn': {
        const { text, textEs = null, from, until } = event.data;
        return { text, textEs, from, until };
      }
      case 'BannerSwitchedOff':
        return OFF;
      default:
        return unknownEvent(event);
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'SwitchBannerOn': {
        const { seen, textEs = null, ...data } = command.data;
        const { text, from, until, switchedAt } = data;
        if (Date.parse(until) <= Date.parse(from)) throw new DomainError('banner/empty-window', EMPTY_BANNER_WINDOW);
        if (Date.parse(until) <= Date.parse(switchedAt))
          throw new DomainError('banner/window-over', 'The banner must end in the future.');
        const now = announcedAt(switchedAt, state);
        const revised = reviseTogether<Announced>('banner', {
          now,
          wanted: { text, textEs, from, until },
          seen: announcedAt(switchedAt, seen),
        });
        if (isSame(revised, now)) return [];
        const changed = now !== OFF && ({ changed: true } as const);
        return [{ type: 'BannerSwitchedOn', data: { ...data, ...(textEs !== null && { textEs }), ...changed } }];
      }
      case 'SwitchBannerOff': {
        const { switchedAt } = command.data;
        const { seen, ...data } = command.data;
        const [now, before] = [announcedAt(switchedAt, state), announcedAt(switchedAt, seen)];
        if (state.until === null) {
          reviseTogether<Announced>('banner', { now, wanted: OFF, seen: before });
          return [];
        }
        requireAsSeen('banner', { now, seen: before });
        return [{ type: 'BannerSwitchedOff', data }];
      }
      default:
        return unreachable(command);
    }
  },
  valuesOf: (state, { data: { switchedAt } }) => announcedAt(switchedAt, state),
  seenOf: ({ data: { seen, switchedAt } }) => announcedAt(switchedAt, seen),
};

/** The announcement; off once its time is over. */
const announcedAt = (at: string, state: Announced): Announced =>
  state.until !== null && Date.parse(at) < Date.parse(state.until) ? state : OFF;
