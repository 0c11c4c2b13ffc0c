import { describe, expect, it } from '@jest/globals';
import { FileLinks } from './file-links.js';

const signedWith = (secretKey: string) => new FileLinks({ secretKey });
const links = signedWith('a key of the specs, of forty characters!');
const file = { referralId: '263251948821043', fileId: 1, userId: 'u-referrer', sessionHash: 'a hash' };
const now = Date.parse('2026-11-21T12:00:00Z');

describe('A link to a file', () => {
  it('is valid for that file and that person for a minute', () => {
    const token = links.sign(file, now);
    expect(links.verify(token, now + 59_999)).toEqual(file);
    expect(links.verify(token, now + 60_000)).toBeUndefined();
  });

  it.each([
    ['was signed with another key', () => signedWith('another key of the specs, forty chars!!!').sign(file, now)],
    [
      'was altered',
      () => links.sign(file, now).replace(/^[^.]+/, Buffer.from('263251948821044').toString('base64url')),
    ],
    ['is not a link', () => 'x'],
    ['is empty', () => ''],
  ])('is invalid if it %s', (_, token) => {
    expect(links.verify(token(), now)).toBeUndefined();
  });
});
