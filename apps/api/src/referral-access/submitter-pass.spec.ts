import { describe, expect, it } from '@jest/globals';
import { referralId } from '@throughline/domain';
import { KeyedHash } from '../engines/keyed-hash.js';
import { mayFollowUp, SubmitterPasses } from './submitter-pass.js';

const at = '2026-11-21T12:00:00.000Z';
const id = referralId({ at, random: 0.5 });
const other = referralId({ at, random: 0.6 });

const passesOf = (secretKey: string, publicOrigin = 'https://portal.example') =>
  new SubmitterPasses({ publicOrigin }, new KeyedHash({ secretKey }));
const passes = passesOf('a key of the specs, of forty characters!');
const sentWith = (cookie: string) => passes.referralOf({ headers: { cookie } });
const pairOf = (setCookie: string) => setCookie.slice(0, setCookie.indexOf(';'));

describe('The pass of a submitter', () => {
  it('is a cookie that no script can read, and no other site can send or set', () => {
    expect(passes.cookieFor(id)).toMatch(
      /^__Host-throughline-submitted=[^;]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Strict; Secure$/,
    );
    const unencrypted = passesOf('k', 'http://localhost:3000').cookieFor(id);
    expect(unencrypted).toMatch(/^throughline-submitted=[^;]+; Path=\/; Max-Age=900; HttpOnly; SameSite=Strict$/);
  });

  it('names its referral, among other cookies', () => {
    const cookie = passes.cookieFor(id);
    expect(sentWith(pairOf(cookie))).toBe(id);
    expect(sentWith(`a=b; ${pairOf(cookie)}; c=d=e`)).toBe(id);
  });

  it.each([
    ['there is none', ''],
    ['was signed with another key', pairOf(passesOf('another key').cookieFor(id))],
    ['was signed for another referral', pairOf(passes.cookieFor(id)).replace(id, other)],
    ['is not a pass', '__Host-throughline-submitted=x'],
    ['is empty', '__Host-throughline-submitted='],
    ['was set by another subdomain', pairOf(passes.cookieFor(id)).replace('__Host-', '')],
  ])('proves nothing when it %s', (_, cookie) => {
    expect(sentWith(cookie)).toBeNull();
  });

  it('is valid for its referral, for a quarter of an hour after its submission', () => {
    const sent = Date.parse(at);
    expect(mayFollowUp(id, id, sent + 899_999)).toBe(true);
    expect(mayFollowUp(id, id, sent + 900_000)).toBe(false);
    expect(mayFollowUp(other, id, sent)).toBe(false);
    expect(mayFollowUp(null, id, sent)).toBe(false);
  });
});
