import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { BannerEvent, BannerSwitchedOff, BannerSwitchedOn } from './banner.events.js';

/** Rejected if the window is over before it begins, or already over. */
export type SwitchBannerOn = Command<'SwitchBannerOn', BannerSwitchedOn['data']>;
export type SwitchBannerOff = Command<'SwitchBannerOff', BannerSwitchedOff['data']>;
export type BannerCommand = SwitchBannerOn | SwitchBannerOff;

export interface BannerState {
  readonly isOn: boolean;
}

/** Stream `banner-{bannerId}`. */
export const bannerDecider: Decider<BannerState, BannerCommand, BannerEvent> = {
  category: 'banner',
  initialState: { isOn: false },
  evolve: (_, event) => {
    switch (event.type) {
      case 'BannerSwitchedOn':
        return { isOn: true };
      case 'BannerSwitchedOff':
        return { isOn: false };
      default:
        return unknownEvent(event);
    }
  },
  decide: ({ isOn }, command) => {
    switch (command.type) {
      case 'SwitchBannerOn': {
        const { from, until, switchedAt } = command.data;
        if (Date.parse(until) <= Date.parse(from))
          throw new DomainError('banner/empty-window', 'The banner must end after it begins.');
        if (Date.parse(until) <= Date.parse(switchedAt))
          throw new DomainError('banner/window-over', 'The banner must end in the future.');
        return [{ type: 'BannerSwitchedOn', data: command.data }];
      }
      case 'SwitchBannerOff':
        return isOn ? [{ type: 'BannerSwitchedOff', data: command.data }] : [];
      default:
        return unreachable(command);
    }
  },
};
