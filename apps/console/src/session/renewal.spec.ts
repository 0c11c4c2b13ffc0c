import { describe, expect, it } from '@jest/globals';
import { renewalOutcome } from './renewal.js';

const of = (sub: string) => ({ idToken: { claims: { sub } } });
const NOBODY = {};

describe('A renewal', () => {
  it.each([
    ['of the same person', of('ana'), of('ana'), of('ana'), 'same-person'],
    ['of another person', of('ana'), of('ana'), of('eve'), 'other-person'],
    ['that does not say of whom', of('ana'), of('ana'), NOBODY, 'other-person'],
    ['that is answered after a sign-out', of('ana'), NOBODY, of('ana'), 'superseded'],
    ['that is answered after somebody else signed in', of('ana'), of('ben'), of('ana'), 'superseded'],
    ['with whose session somebody else signed in meanwhile', of('ana'), of('ben'), of('ben'), 'superseded'],
    ['of nobody', NOBODY, NOBODY, of('eve'), 'superseded'],
  ] as const)('%s', (_case, before, now, renewed, outcome) => {
    expect(renewalOutcome({ before, now, renewed })).toBe(outcome);
  });
});
