import { describe, expect, it } from '@jest/globals';
import { sessionEnd } from './sso-session.js';

const at = (time: string) => new Date(`2026-03-02T${time}:00Z`);

describe('Session limits', () => {
  it('give two hours from the last use', () => {
    expect(sessionEnd({ signedInAt: at('08:00'), lastUsedAt: at('09:30') })).toEqual(at('11:30'));
  });

  it('never go beyond twelve hours from the sign-in', () => {
    expect(sessionEnd({ signedInAt: at('08:00'), lastUsedAt: at('19:59') })).toEqual(at('20:00'));
  });
});
