import { describe, expect, it } from '@jest/globals';
import { isSafeBody, MAX_BODY_DEPTH } from './json-body.js';

const nested = (depth: number): unknown => JSON.parse('[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2));

describe('A JSON body', () => {
  it('is accepted down to twice the depth of any contract', () => {
    expect(isSafeBody(undefined)).toBe(true);
    expect(isSafeBody({ items: [{ option: { id: '1' } }, null, 'toString'] })).toBe(true);
    expect(isSafeBody(nested(MAX_BODY_DEPTH))).toBe(true);
  });

  it.each([MAX_BODY_DEPTH + 2, 100_000])('is refused with %i levels', (depth) => {
    expect(isSafeBody(nested(depth))).toBe(false);
  });

  it('is refused with an object that cannot be converted to text', () => {
    const given: unknown = JSON.parse('{"items":{"length":{"toString":1}}}');
    expect(isSafeBody(given)).toBe(false);
  });
});
