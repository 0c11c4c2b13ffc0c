import { describe, expect, it } from '@jest/globals';
import { joinMessages } from './announcer.js';

describe('Announcements that come together', () => {
  it('are spoken as sentences, each with one full stop', () => {
    expect(
      joinMessages(['2 tasks claimed', '1 task not claimed: Ask them to assign it to you yourself.', '1 change']),
    ).toBe('2 tasks claimed. 1 task not claimed: Ask them to assign it to you yourself. 1 change');
    expect(joinMessages(['Saved', 'Really?', '3 changes'])).toBe('Saved. Really? 3 changes');
    expect(joinMessages(['Version 2.3.1 is here.'])).toBe('Version 2.3.1 is here.');
  });
});
