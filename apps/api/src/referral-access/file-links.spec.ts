import { describe, expect, it } from '@jest/globals';
import { dispositionOf, FileLinks } from './file-links.js';

const signedWith = (secretKey: string) => new FileLinks({ secretKey });
const links = signedWith('a key of the specs, of forty characters!');
const file = {
  kind: 'file',
  referralId: '263251948821043',
  fileId: '1',
  userId: 'u-referrer',
  sessionHash: 'a hash',
} as const;
const now = Date.parse('2026-11-21T12:00:00Z');

describe('A link to a file', () => {
  it('is valid for that file and that person for a minute', () => {
    const token = links.sign(file, now);
    expect(links.verify('file', token, now + 59_999)).toEqual(file);
    expect(links.verify('file', token, now + 60_000)).toBeUndefined();
    expect(links.verify('evidence', token, now)).toBeUndefined();
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
    expect(links.verify('file', token(), now)).toBeUndefined();
  });
});

const ID = '263251948821043';

describe('The name of a download', () => {
  it.each([
    ['CMN.pdf', `${ID} CMN.pdf`, `${ID}%20CMN.pdf`],
    // The submission PDF is named after its referral already.
    [`Referral-${ID}.pdf`, `Referral-${ID}.pdf`, `Referral-${ID}.pdf`],
    ['José "1" (50%).pdf', `${ID} Jose _1_ (50_).pdf`, `${ID}%20Jos%C3%A9%20%221%22%20%2850%25%29.pdf`],
    ['処方箋.pdf', `${ID} ___.pdf`, `${ID}%20%E5%87%A6%E6%96%B9%E7%AE%8B.pdf`],
  ])('of %j has the id of the referral and the name of the file', (name, plain, encoded) => {
    expect(dispositionOf(ID, name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
  });
});
