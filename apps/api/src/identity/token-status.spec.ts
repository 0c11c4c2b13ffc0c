import { beforeEach, describe, expect, it } from '@jest/globals';
import { TokenStatus } from './token-status.js';

let now: number;
let introspected: string[];
/** The provider's answer; an error if it cannot be reached. */
let answer: boolean | Error;
let status: TokenStatus;

describe('The status of a token', () => {
  beforeEach(() => {
    now = 0;
    introspected = [];
    answer = true;
    const introspect = (token: string) => {
      introspected.push(token);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    status = new TokenStatus(introspect, () => now);
  });

  it('takes one introspection for concurrent calls', async () => {
    expect(await Promise.all([status.isActive('a'), status.isActive('a'), status.isActive('b')])).toEqual([
      true,
      true,
      true,
    ]);
    expect(introspected).toEqual(['a', 'b']);
  });

  it('changes within two seconds of its change at the provider', async () => {
    await status.isActive('a');
    answer = false;
    now = 1_999;
    expect(await status.isActive('a')).toBe(true);
    now = 2_000;
    expect(await status.isActive('a')).toBe(false);
  });

  it('stays active for a minute while the provider cannot be reached, and no longer', async () => {
    await status.isActive('a');
    answer = new Error('away');
    now = 60_000;
    expect(await status.isActive('a')).toBe(true);
    now = 62_000;
    await expect(status.isActive('a')).rejects.toThrow('away');
  });

  it('is unknown for a token that was never introspected', async () => {
    answer = new Error('away');
    await expect(status.isActive('a')).rejects.toThrow('away');
  });

  it('does not become active again while the provider cannot be reached', async () => {
    await status.isActive('a');
    now = 2_000;
    answer = false;
    await status.isActive('a');
    now = 4_000;
    answer = new Error('away');
    await expect(status.isActive('a')).rejects.toThrow('away');
  });

  it('is cached for the ten thousand tokens that were used last', async () => {
    for (let n = 0; n <= 10_000; n++) await status.isActive(`${n}`);
    introspected = [];
    await status.isActive('1');
    await status.isActive('0');
    expect(introspected).toEqual(['0']);
  });
});
