import { createServer } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger/logger.js';
import { freePort } from '../testing/temporary-redis.js';
import { openInOutage, type OutageOptions } from './open-in-outage.js';

const port = await freePort();
const ask = () => fetch(`http://127.0.0.1:${port}`);
const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

const openWith = (open: () => Promise<string>, more: Partial<OutageOptions> = {}) =>
  openInOutage(open, {
    port,
    host: '127.0.0.1',
    logger: createLogger('spec', { logLevel: 'silent' }),
    outageServer: () => createServer((_request, response) => response.writeHead(503).end()),
    onListening: () => undefined,
    retryIntervalMs: 1,
    ...more,
  });

describe('A process that opens what it needs', () => {
  it('does not listen before its first attempt has failed', async () => {
    const open = async () => {
      await expect(ask()).rejects.toThrow();
      return 'opened';
    };
    expect(await openWith(open)).toBe('opened');
  });

  it('answers in an outage, opens when it is over, and frees its port', async () => {
    const outages = [away(), away()];
    let bringBack: () => void = () => undefined;
    const back = new Promise<string>((resolve) => (bringBack = () => resolve('opened')));
    const open = () => (outages.length > 0 ? Promise.reject(outages.pop()!) : back);
    const opening = await new Promise<{ opened: Promise<string> }>((resolve) => {
      const opened = openWith(open, { onListening: () => resolve({ opened }) });
    });
    for (const { status, headers } of [await ask(), await ask()]) {
      expect([status, headers.get('connection')]).toEqual([503, 'close']);
    }
    bringBack();
    expect(await opening.opened).toBe('opened');
    expect(outages).toEqual([]);
    await expect(ask()).rejects.toThrow();
  });

  it('fails at once, and later too, over what is no outage', async () => {
    const fault = new Error('Migration api step 3 was changed after it had been run.');
    await expect(openWith(() => Promise.reject(fault))).rejects.toBe(fault);
    const errors = [away(), fault];
    await expect(openWith(() => Promise.reject(errors.shift()))).rejects.toBe(fault);
    await expect(openWith(() => Promise.reject(away()), { isOutage: () => false })).rejects.toThrow('connect');
    await expect(ask()).rejects.toThrow();
  });
});
