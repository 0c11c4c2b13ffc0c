import { describe, expect, it } from '@jest/globals';
import { bannerDecider, type BannerSwitchedOn } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { bannerProjection } from './banner.js';

const on: BannerSwitchedOn['data'] = {
  bannerId: 'maintenance',
  text: 'Back at 2 a.m.',
  reason: 'Upgrade',
  switchedAt: '2026-11-27T15:00:00.000Z',
  from: '2026-11-28T06:00:00.000Z',
  until: '2026-11-28T08:00:00.000Z',
};

describe('A banner', () => {
  it('is shown in its time, which ends when it is switched off; the reason stays in the log', () => {
    const story = new Story().executeFresh(bannerDecider, 'maintenance', { type: 'SwitchBannerOn', data: on });
    const row = () => project(bannerProjection, story.events).rows.get('maintenance');
    const shown = {
      banner_id: 'maintenance',
      text: 'Back at 2 a.m.',
      text_es: null,
      from_at: on.from,
      until_at: on.until,
    };
    expect(row()).toEqual(shown);
    const switchedAt = '2026-11-28T07:00:00.000Z';
    const off = { bannerId: 'maintenance', reason: 'Done', switchedAt } as const;
    story.executeFresh(bannerDecider, 'maintenance', { type: 'SwitchBannerOff', data: off });
    expect(row()).toEqual({ ...shown, until_at: switchedAt });
  });
});
