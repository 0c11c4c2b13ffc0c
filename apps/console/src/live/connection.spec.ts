import { describe, expect, it } from '@jest/globals';
import { nextConnection } from './connection.js';

const live = { state: 'live', since: 1000 } as const;
const lost = { connected: false, online: true, upToDate: true };
const connected = { connected: true, online: true, upToDate: true };

describe('Connection', () => {
  it('keeps the time at which it became live', () => {
    expect(nextConnection(live, { ...connected, now: 9000 })).toBe(live);
  });

  it('is reconnecting at first and offline after 15 seconds, with the time since when', () => {
    const reconnecting = nextConnection(live, { ...lost, now: 5000 });
    expect(reconnecting).toEqual({ state: 'reconnecting', since: 5000 });
    expect(nextConnection(reconnecting, { ...lost, now: 20_000 })).toEqual({ state: 'offline', since: 5000 });
  });

  it('is offline at once when the browser says so', () => {
    expect(nextConnection(live, { ...lost, online: false, now: 5000 }).state).toBe('offline');
  });

  it('is live again with a new start time', () => {
    const found = nextConnection({ state: 'offline', since: 5000 }, { ...connected, now: 30_000 });
    expect(found).toEqual({ state: 'live', since: 30_000 });
  });

  it('is not called live while something on screen is not kept up to date', () => {
    const partial = nextConnection(live, { ...connected, upToDate: false, now: 5000 });
    expect(partial).toEqual({ state: 'partial', since: 5000 });
    expect(nextConnection(partial, { ...lost, now: 9000 })).toEqual({ state: 'reconnecting', since: 9000 });
    expect(nextConnection(partial, { ...connected, now: 9000 })).toEqual({ state: 'live', since: 9000 });
  });
});
