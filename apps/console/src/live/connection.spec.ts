import { describe, expect, it } from '@jest/globals';
import { nextConnection } from './connection.js';

const live = { state: 'live', since: 1000 } as const;
const lost = { connected: false, online: true };

describe('Connection', () => {
  it('stays live since it became so', () => {
    expect(nextConnection(live, { connected: true, online: true, now: 9000 })).toBe(live);
  });

  it('is reconnecting at first, offline after 15 seconds, and knows since when', () => {
    const reconnecting = nextConnection(live, { ...lost, now: 5000 });
    expect(reconnecting).toEqual({ state: 'reconnecting', since: 5000 });
    expect(nextConnection(reconnecting, { ...lost, now: 20_000 })).toEqual({ state: 'offline', since: 5000 });
  });

  it('is offline at once when the browser says so', () => {
    expect(nextConnection(live, { connected: false, online: false, now: 5000 }).state).toBe('offline');
  });

  it('is live again with a new beginning', () => {
    expect(nextConnection({ state: 'offline', since: 5000 }, { connected: true, online: true, now: 30_000 })).toEqual({
      state: 'live',
      since: 30_000,
    });
  });
});
