import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { bannerDecider, type BannerEvent, type BannerSwitchedOn } from './banner.js';

const window = { from: '2026-11-28T06:00:00.000Z', until: '2026-11-28T08:00:00.000Z' };
const data: BannerSwitchedOn['data'] = {
  ...{ bannerId: 'maintenance', text: 'Back at 2 a.m.', reason: 'Upgrade', switchedAt: '2026-11-27T15:00:00.000Z' },
  ...window,
};
const off = { bannerId: 'maintenance', reason: 'Done', switchedAt: '2026-11-28T07:00:00.000Z' } as const;
const on: BannerEvent = { type: 'BannerSwitchedOn', data };
const ended: BannerEvent = { type: 'BannerSwitchedOff', data: off };

const switchOn = (change: Partial<BannerSwitchedOn['data']> = {}) =>
  ({ type: 'SwitchBannerOn', data: { ...data, ...change } }) as const;
const switchOff = { type: 'SwitchBannerOff', data: off } as const;

describe('A banner', () => {
  it('is switched on for a time', () => {
    given(bannerDecider, []).whenFresh(switchOn()).then([on]);
    given(bannerDecider, [on, ended]).whenFresh(switchOn()).then([on]);
  });

  it('is changed while it is on, and switched on anew when its time is over', () => {
    given(bannerDecider, [on])
      .whenFresh(switchOn({ text: 'Back at 3 a.m.' }))
      .then([{ type: 'BannerSwitchedOn', data: { ...data, text: 'Back at 3 a.m.', changed: true } }]);
    const later = { switchedAt: window.until, until: '2026-11-28T09:00:00.000Z' };
    given(bannerDecider, [on])
      .whenFresh(switchOn(later))
      .then([{ type: 'BannerSwitchedOn', data: { ...data, ...later } }]);
  });

  it('is not switched on for a time that is empty or over', () => {
    given(bannerDecider, [])
      .whenFresh(switchOn({ until: window.from }))
      .thenRejected('banner/empty-window');
    given(bannerDecider, [])
      .whenFresh(switchOn({ switchedAt: window.until }))
      .thenRejected('banner/window-over');
  });

  it('is not switched off by somebody who has seen another one', () => {
    const seen = { ...window, text: 'Back at 1 a.m.' };
    given(bannerDecider, [on])
      .when({ ...switchOff, data: { ...off, seen } })
      .thenRejected('banner/changed-meanwhile');
  });

  it('is switched off once', () => {
    given(bannerDecider, [on]).whenFresh(switchOff).then([ended]);
    given(bannerDecider, [on, ended]).whenFresh(switchOff).thenNothing();
    given(bannerDecider, []).whenFresh(switchOff).thenNothing();
  });
});
