import { describe, expect, it } from '@jest/globals';
import type { EventMetadata } from '@throughline/domain/kernel';
import fc from 'fast-check';
import { hash } from 'node:crypto';
import { canonicalJson, hashOf } from './chain.js';
import { newEvent } from './testing/new-event.js';

describe('Canonical JSON', () => {
  it('sorts keys at every depth and keeps lists as they are', () => {
    expect(canonicalJson({ b: [3, { z: 1, y: null }], a: 'é"', 10: true, 9: {} })).toBe(
      '{"10":true,"9":{},"a":"é\\"","b":[3,{"y":null,"z":1}]}',
    );
  });

  it('sorts any number of keys by their UTF-16 code units', () => {
    const keys = fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(keys, (given) => {
        const members = given.toSorted().map((key) => `${JSON.stringify(key)}:1`);
        const value = Object.fromEntries(given.filter((key) => key !== '__proto__').map((key) => [key, 1]));
        expect(canonicalJson(value)).toBe(`{${members.filter((one) => one !== '"__proto__":1').join(',')}}`);
      }),
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

describe('The hash of an event', () => {
  it('is over the canonical text of the event without its hash, after the hash before it', () => {
    const { hash: own, ...metadata } = { ...newEvent().metadata, hash: 'its own' };
    const event = { stream: 'jar-"1"', revision: 3, type: 'Añejo', data: { b: [1], a: null } };
    const text = `before\n${canonicalJson({ ...event, metadata })}`;
    expect(hashOf('before', { ...event, metadata: { ...metadata, hash: own } as EventMetadata })).toBe(
      hash('sha256', text),
    );
  });
});

function withKeysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== 'object' || value === null) return value;
  const reversed = Object.entries(value).reverse();
  return Object.fromEntries(reversed.map(([key, child]) => [key, withKeysReversed(child)]));
}
