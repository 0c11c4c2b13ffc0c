import { describe, expect, it } from '@jest/globals';
import { keyedHash, readToken, signToken } from './keyed-hash.js';

const KEY = 'a key of the specs, of forty characters!';
const NOW = new Date('2026-11-23T12:00:00.000Z');
const TOMORROW = new Date('2026-11-24T12:00:00.000Z');
const token = signToken(KEY, 'unsubscribe', { parts: ['dS1hbmE', 'note'], expiresAt: TOMORROW });
const read = (given: string, { key = KEY, now = NOW } = {}) => readToken(key, 'unsubscribe', given, now);

describe('A token of a link', () => {
  it('tells what it was signed for, until it expires', () => {
    expect(read(token)).toEqual(['dS1hbmE', 'note']);
    expect(read(token, { now: TOMORROW })).toBeNull();
  });

  it('is worth nothing when it is forged: another person, topic, expiry, signature or key, or no token at all', () => {
    const [person, topic, expiry, signature] = token.split('.') as [string, string, string, string];
    const forged = [
      ['dS1iZW4', topic, expiry, signature],
      [person, 'digest', expiry, signature],
      [person, topic, `${Number(expiry) + 1}`, signature],
      [person, topic, expiry, signature.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))],
      [person, topic, expiry],
      [person, topic, expiry, 'ü'.repeat(43)],
      [''],
    ];
    expect(forged.map((parts) => read(parts.join('.')))).toEqual(forged.map(() => null));
    expect(read(token, { key: `${KEY}!` })).toBeNull();
  });

  it('is worth nothing when its content was signed for another purpose', () => {
    const content = token.slice(0, token.lastIndexOf('.'));
    for (const purpose of ['', 'token: ', 'ticket\n', 'file link\n', 'token: activate\n']) {
      expect(read(`${content}.${keyedHash(KEY, `${purpose}${content}`)}`)).toBeNull();
    }
    expect(read(token)).not.toBeNull();
  });
});
