import { afterAll, describe, expect, it } from '@jest/globals';
import type { Banner, PlannedBanner } from '@throughline/contracts';
import { bannerDecider, type BannerId } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { connect } from '../testing/live-client.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const OFF = { text: null, textEs: null, from: null, until: null };
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const switchOn = (bannerId: string, from: string, to: string) =>
  post(
    api,
    `/banners/${bannerId}/switch-on`,
    { text: `The ${bannerId}`, from, until: to, seen: OFF, reason: 'Upgrade' },
    { as: 'admin' },
  );
/** Switches a banner off, with the present values as `seen`. */
async function switchOff(bannerId: BannerId): Promise<void> {
  const { text, textEs, from, until } = (await readState(api.engines.store, bannerDecider, bannerId)).state;
  const body = { seen: { text, textEs, from, until }, reason: 'Done' };
  expect((await post(api, `/banners/${bannerId}/switch-off`, body, { as: 'admin' })).status).toBe(200);
}
const shown = async () => (await get<readonly Banner[]>(api, '/banners')).body.data.map(({ bannerId }) => bannerId);

describe('The banners', () => {
  it('reach open pages when they begin and end, and administrators see those that are planned', async () => {
    const page = connect(api);
    await until(() => page.socket.connected);
    const planned = async () =>
      (await get<readonly PlannedBanner[]>(api, '/banners/planned', { as: 'admin' })).body.data;
    expect(await planned()).toEqual([]);
    await switchOn('update', inHours(1), inHours(2));
    await switchOn('maintenance', inHours(-1), inHours(1));
    await until(() => page.banners.length > 0);
    expect(page.banners).toEqual([['The maintenance']]);
    await until(async () => (await planned()).length === 2);
    await switchOff('maintenance');
    await until(() => page.banners.length > 1);
    expect(page.banners[1]).toEqual([]);
    expect(await planned()).toMatchObject([{ bannerId: 'update', text: 'The update' }]);
    await switchOff('update');
    page.socket.disconnect();
  });

  it('are shown to everybody in their time, until an administrator switches them off', async () => {
    expect(await shown()).toEqual([]);
    expect((await switchOn('maintenance', inHours(-1), inHours(1))).status).toBe(200);
    expect((await switchOn('update', inHours(1), inHours(2))).status).toBe(200);
    await until(async () => (await shown()).length > 0);
    expect((await get(api, '/banners')).body.data).toEqual([
      { bannerId: 'maintenance', text: 'The maintenance', textEs: null },
    ]);
    await switchOff('maintenance');
    await until(async () => (await shown()).length === 0);
  });

  it('have a text in Spanish, if an administrator wrote one', async () => {
    const body = { text: 'Back soon', textEs: 'Volvemos pronto', from: inHours(-1), until: inHours(1) };
    const { textEs, ...withoutSpanish } = body;
    const on = (sent: object) => post(api, '/banners/update/switch-on', { ...sent, reason: 'News' }, { as: 'admin' });
    await switchOff('update');
    expect((await on({ ...body, seen: OFF })).status).toBe(200);
    await until(async () => (await shown()).length > 0);
    expect((await get(api, '/banners')).body.data).toEqual([{ bannerId: 'update', text: 'Back soon', textEs }]);
    const unread = { text: body.text, from: body.from, until: body.until };
    expect((await on({ ...withoutSpanish, text: 'Back', seen: unread })).body.code).toBe('banner/changed-meanwhile');
    expect((await on({ ...withoutSpanish, seen: { ...unread, textEs } })).status).toBe(200);
    await switchOff('update');
    await until(async () => (await shown()).length === 0);
  });

  it('have a time that is not over, and a reason', async () => {
    expect((await switchOn('update', inHours(-2), inHours(-1))).body.code).toBe('banner/window-over');
    expect((await switchOn('update', inHours(2), inHours(1))).body.code).toBe('banner/empty-window');
    const withoutReason = { text: 'News', from: inHours(0), until: inHours(1), seen: OFF };
    expect((await post(api, '/banners/update/switch-on', withoutReason, { as: 'admin' })).body.errors).toEqual({
      reason: 'Reason is required.',
    });
  });

  // A time that PostgreSQL cannot store would park the banner's stream, and nobody could switch the banner off any more.
  it.each([
    ['0000-01-01T00:00:00Z', 'From must be a time.'],
    ['1900-01-01T00:00:00+14:00', 'From must be a time.'],
    ['soon', 'From must be a time.'],
  ])('are refused from %s on', async (from, message) => {
    expect((await switchOn('update', from, inHours(1))).body.errors).toEqual({ from: message });
  });

  it.each(['9999-12-31T23:59:59-14:00', '2200-01-01T00:00:00Z'])('are refused until %s', async (until) => {
    expect((await switchOn('update', inHours(0), until)).body.errors).toEqual({ until: 'Until must be a time.' });
  });
});
