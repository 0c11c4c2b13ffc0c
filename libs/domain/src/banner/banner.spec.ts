import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { now } from '../kernel/words.js';
import { BANNER_WORDS, bannerDecider, type BannerEvent, type BannerSwitchedOn } from './banner.js';

const window = { from: '2026-11-28T06:00:00.000Z', until: '2026-11-28T08:00:00.000Z' };
const data: BannerSwitchedOn['data'] = {
  bannerId: 'maintenance',
  text: 'Back at 2 a.m.',
  reason: 'Upgrade',
  switchedAt: '2026-11-27T15:00:00.000Z',
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

  it('has a text in Spanish, which is given, changed and taken away like the other', () => {
    const textEs = 'Volvemos a las 2 a.m.';
    given(bannerDecider, [])
      .whenFresh(switchOn({ textEs }))
      .then([{ type: 'BannerSwitchedOn', data: { ...data, textEs } }]);
    given(bannerDecider, [on])
      .whenFresh(switchOn({ textEs }))
      .then([{ type: 'BannerSwitchedOn', data: { ...data, textEs, changed: true } }]);
    const inBoth: BannerEvent = { type: 'BannerSwitchedOn', data: { ...data, textEs } };
    given(bannerDecider, [inBoth]).whenFresh(switchOn({ textEs })).thenNothing();
    given(bannerDecider, [inBoth])
      .whenFresh(switchOn())
      .then([{ type: 'BannerSwitchedOn', data: { ...data, changed: true } }]);
    expect(BANNER_WORDS.BannerSwitchedOn(inBoth.data, { who: 'Ana Ruiz' } as never)).toContainEqual(
      now('Text in Spanish', textEs),
    );
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
    const seen = { ...window, text: 'Back at 1 a.m.', textEs: null };
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
