import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './chain.js';

describe('Canonical JSON', () => {
  it('sorts keys at every depth and keeps lists as they are', () => {
    expect(canonicalJson({ b: [3, { z: 1, y: null }], a: 'é"', 10: true, 9: {} })).toBe(
      '{"10":true,"9":{},"a":"é\\"","b":[3,{"y":null,"z":1}]}',
    );
  });

  it('is one text for one value, whatever the order of its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(withKeysReversed(value))).toBe(canonicalJson(value));
        expect(JSON.stringify(JSON.parse(canonicalJson(value)))).toHaveLength(JSON.stringify(value).length);
      }),
    );
  });
});

function withKeysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== 'object' || value === null) return value;
  const reversed = Object.entries(value).reverse();
  return Object.fromEntries(reversed.map(([key, child]) => [key, withKeysReversed(child)]));
}
