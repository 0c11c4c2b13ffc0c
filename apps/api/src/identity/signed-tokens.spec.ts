import { describe, expect, it } from '@jest/globals';
import { SignedTokens } from './signed-tokens.js';

const HOUR = 3_600_000;

function provider({ expiresAt = HOUR } = {}) {
  const clock = { now: 0 };
  const checked: string[] = [];
  const tokens = new SignedTokens(
    (token) => {
      checked.push(token);
      return token === 'forged' ? Promise.reject(new Error('forged')) : Promise.resolve({ userId: token, expiresAt });
    },
    () => clock.now,
  );
  return { clock, checked, tokens };
}

describe('A token’s signature', () => {
  it('is checked once a minute, however often the token comes', async () => {
    const { clock, checked, tokens } = provider();
    for (const now of [0, 1, 59_999, 60_000, 119_999]) {
      clock.now = now;
      expect(await tokens.verify('ana')).toMatchObject({ userId: 'ana', expiresAt: HOUR });
    }
    expect(checked).toEqual(['ana', 'ana']);
  });

  it('is checked again from the moment at which the token expires', async () => {
    const { clock, checked, tokens } = provider({ expiresAt: 1_000 });
    await tokens.verify('ana');
    clock.now = 999;
    await tokens.verify('ana');
    expect(checked).toHaveLength(1);
    clock.now = 1_000;
    await tokens.verify('ana');
    expect(checked).toHaveLength(2);
  });

  it('that does not hold is not remembered, and is nobody else’s', async () => {
    const { checked, tokens } = provider();
    await tokens.verify('ana');
    await expect(tokens.verify('forged')).rejects.toThrow('forged');
    await expect(tokens.verify('forged')).rejects.toThrow('forged');
    expect(checked).toEqual(['ana', 'forged', 'forged']);
  });

  it('of many thousands at once forgets the oldest', async () => {
    const { checked, tokens } = provider();
    for (let n = 0; n <= 10_000; n++) await tokens.verify(`person ${n}`);
    checked.length = 0;
    await tokens.verify('person 10000');
    await tokens.verify('person 0');
    expect(checked).toEqual(['person 0']);
  });
});
