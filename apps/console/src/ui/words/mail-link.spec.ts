import { describe, expect, it } from '@jest/globals';
import { mailLink } from './mail-link.js';

describe('A link to write to an address', () => {
  it.each([
    'ana@clinic.example',
    'boss?bcc=x%40evil.example&body=@clinic.example',
    'a@b@c.example?cc=d',
    'nowhere?cc=a',
  ])('has this recipient alone: %s', (address) => {
    const { pathname, search, hash } = new URL(mailLink(address));
    expect([decodeURIComponent(pathname), search, hash]).toEqual([address, '', '']);
  });

  it('shows an ordinary address as it is', () => {
    expect(mailLink('ana@clinic.example')).toBe('mailto:ana@clinic.example');
  });
});
