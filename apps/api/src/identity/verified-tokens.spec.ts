import { describe, expect, it } from '@jest/globals';
import { VerifiedTokens } from './verified-tokens.js';

const HOUR = 3_600_000;

function provider({ expiresAt = HOUR } = {}) {
  /** `elapsed`: ms of the monotonic clock; `shift`: by how much the wall clock was set. */
  const clock = { elapsed: 1, shift: 0 };
  const verified: string[] = [];
  const tokens = new VerifiedTokens(
    (token) => {
      verified.push(token);
      if (token === 'forged') return Promise.reject(new Error('forged'));
      return Promise.resolve({ userId: token, expiresAt, sessionId: null });
    },
    () => clock.elapsed + clock.shift,
    () => clock.elapsed,
  );
  return { clock, verified, tokens };
}

describe('Verified tokens', () => {
  it('verify a signature once a minute', async () => {
    const { clock, verified, tokens } = provider();
    for (const elapsed of [1, 2, 60_001, 60_002, 120_001]) {
      clock.elapsed = elapsed;
      expect(await tokens.verify('ana')).toMatchObject({ userId: 'ana', expiresAt: HOUR });
    }
    expect(verified).toEqual(['ana', 'ana']);
  });

  it('verify a signature once a minute although the wall clock is set back', async () => {
    const { clock, verified, tokens } = provider();
    clock.shift = HOUR / 2;
    await tokens.verify('ana');
    Object.assign(clock, { elapsed: 60_002, shift: 0 });
    await tokens.verify('ana');
    expect(verified).toHaveLength(2);
  });

  it('verify a token again from the moment at which it expires', async () => {
    const { clock, verified, tokens } = provider({ expiresAt: 1_000 });
    await tokens.verify('ana');
    clock.elapsed = 999;
    await tokens.verify('ana');
    expect(verified).toHaveLength(1);
    clock.elapsed = 1_000;
    await tokens.verify('ana');
    expect(verified).toHaveLength(2);
  });

  it('do not include an invalid token', async () => {
    const { verified, tokens } = provider();
    await tokens.verify('ana');
    await expect(tokens.verify('forged')).rejects.toThrow('forged');
    await expect(tokens.verify('forged')).rejects.toThrow('forged');
    expect(verified).toEqual(['ana', 'forged', 'forged']);
  });

  it('are limited to ten thousand, of which the least recently used is evicted', async () => {
    const { verified, tokens } = provider();
    for (let n = 0; n <= 10_000; n++) await tokens.verify(`person ${n}`);
    verified.length = 0;
    await tokens.verify('person 10000');
    await tokens.verify('person 0');
    expect(verified).toEqual(['person 0']);
  });
});
