import { describe, expect, it } from '@jest/globals';
import { keyedHash, readToken, signToken } from './keyed-hash.js';

const KEY = 'a key of the specs, of forty characters!';
const NOW = new Date('2026-11-23T12:00:00.000Z');
const TOMORROW = new Date('2026-11-24T12:00:00.000Z');
const token = signToken(KEY, 'unsubscribe', { parts: ['u.ana', 'note'], expiresAt: TOMORROW });
const read = (given: string, { key = KEY, now = NOW } = {}) => readToken(key, 'unsubscribe', given, now);

describe('A token of a link', () => {
  it('tells what it was signed for, until it expires', () => {
    expect(read(token)).toEqual(['u.ana', 'note']);
    expect(read(token, { now: TOMORROW })).toBeNull();
  });

  it('is worth nothing when it is forged: another person, topic, expiry, signature or key, or no token at all', () => {
    const [person, topic, expiry, signature] = token.split('.') as [string, string, string, string];
    const forged = [
      [Buffer.from('u.ben').toString('base64url'), topic, expiry, signature],
      [person, Buffer.from('digest').toString('base64url'), expiry, signature],
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
    for (const purpose of ['', 'token: ', 'ticket\n', 'file link\n', 'token: file link\n']) {
      expect(read(`${content}.${keyedHash(KEY, `${purpose}${content}`)}`)).toBeNull();
    }
    expect(read(token)).not.toBeNull();
  });
});
