import { describe, expect, it } from '@jest/globals';
import { DEEPEST_BODY, isTame } from './body-limits.js';

const nested = (depth: number): unknown => JSON.parse('[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2));

describe('A body', () => {
  it('is handed on as deep as any contract goes, and further', () => {
    expect(isTame(undefined)).toBe(true);
    expect(isTame({ items: [{ option: { id: '1' } }, null, 'toString'] })).toBe(true);
    expect(isTame(nested(DEEPEST_BODY))).toBe(true);
  });

  it.each([DEEPEST_BODY + 2, 100_000])('is not handed on %i levels deep', (depth) => {
    expect(isTame(nested(depth))).toBe(false);
  });

  it('is not handed on with an object that cannot be turned into text', () => {
    const given: unknown = JSON.parse('{"items":{"length":{"toString":1}}}');
    expect(isTame(given)).toBe(false);
  });
});
