import { beforeEach, describe, expect, it } from '@jest/globals';
import { TokenStatus } from './token-status.js';

let now: number;
let asked: string[];
/** What the provider says; an error: it cannot be reached. */
let says: boolean | Error;
let status: TokenStatus;

beforeEach(() => {
  now = 0;
  asked = [];
  says = true;
  const ask = (token: string) => {
    asked.push(token);
    return says instanceof Error ? Promise.reject(says) : Promise.resolve(says);
  };
  status = new TokenStatus(ask, () => now);
});

describe('The status of a token', () => {
  it('is asked for once by those who ask at the same time', async () => {
    expect(await Promise.all([status.isActive('a'), status.isActive('a'), status.isActive('b')])).toEqual([
      true,
      true,
      true,
    ]);
    expect(asked).toEqual(['a', 'b']);
  });

  it('is known within two seconds of a change', async () => {
    await status.isActive('a');
    says = false;
    now = 1_999;
    expect(await status.isActive('a')).toBe(true);
    now = 2_000;
    expect(await status.isActive('a')).toBe(false);
  });

  it('stays good for a minute when nobody can be asked, and no longer', async () => {
    await status.isActive('a');
    says = new Error('away');
    now = 60_000;
    expect(await status.isActive('a')).toBe(true);
    now = 62_000;
    await expect(status.isActive('a')).rejects.toThrow('away');
  });

  it('is not known of a token that nobody could be asked about', async () => {
    says = new Error('away');
    await expect(status.isActive('a')).rejects.toThrow('away');
  });

  it('does not become good again because nobody can be asked', async () => {
    await status.isActive('a');
    now = 2_000;
    says = false;
    await status.isActive('a');
    now = 4_000;
    says = new Error('away');
    await expect(status.isActive('a')).rejects.toThrow('away');
  });

  it('is remembered of ten thousand tokens, those that were asked about last', async () => {
    for (let n = 0; n <= 10_000; n++) await status.isActive(`${n}`);
    asked = [];
    await status.isActive('1');
    await status.isActive('0');
    expect(asked).toEqual(['0']);
  });
});
