import { describe, expect, it } from '@jest/globals';
import { type Renewal, renewalOutcome, renewInTurn } from './renewal.js';

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

describe('Renewals of several tabs', () => {
  const tokens = (sub: string, expiresAt: number) => ({ accessToken: { expiresAt }, ...of(sub) });

  /** A browser whose tabs share tokens and locks. */
  function browser({ withLocks = true, renewal = 'renewed' as Renewal, expiresAt = 100 } = {}) {
    let stored = tokens('ana', expiresAt);
    let last: Promise<unknown> = Promise.resolve();
    let asked = 0;
    const locks = {
      request: <T>(_name: string, _options: object, run: () => Promise<T>): Promise<T> => {
        const mine = last.then(run);
        last = mine;
        return mine;
      },
    };
    const ask = async () => {
      asked += 1;
      await Promise.resolve();
      if (renewal === 'renewed') stored = tokens('ana', 3700);
      return renewal;
    };
    const renewIn = () => renewInTurn({ locks: withLocks ? locks : undefined, stored: () => stored, ask });
    return { renewIn, asked: () => asked, signIn: (sub: string) => void (stored = tokens(sub, 9999)) };
  }

  it('ask the provider once', async () => {
    const { renewIn, asked } = browser();
    expect(await Promise.all([renewIn(), renewIn(), renewIn()])).toEqual(['renewed', 'renewed', 'renewed']);
    expect(asked()).toBe(1);
  });

  it('ask the provider once also after the clock was set back', async () => {
    const { renewIn, asked } = browser({ expiresAt: 9000 });
    expect(await Promise.all([renewIn(), renewIn()])).toEqual(['renewed', 'renewed']);
    expect(asked()).toBe(1);
  });

  it('each try after one that failed', async () => {
    const { renewIn, asked } = browser({ renewal: 'failed' });
    expect(await Promise.all([renewIn(), renewIn()])).toEqual(['failed', 'failed']);
    expect(asked()).toBe(2);
  });

  it('do not take the tokens of another person for a renewal', async () => {
    const { renewIn, asked, signIn } = browser({ renewal: 'superseded' });
    const waiting = renewIn();
    signIn('eve');
    expect(await waiting).toBe('superseded');
    expect(asked()).toBe(1);
  });

  it('go on in a browser without locks', async () => {
    expect(await browser({ withLocks: false }).renewIn()).toBe('renewed');
  });

  it('go on without the lock of a tab that is frozen', async () => {
    const locks = { request: () => Promise.reject(new DOMException('', 'TimeoutError')) };
    const ask = () => Promise.resolve('renewed' as const);
    expect(await renewInTurn({ locks, stored: () => tokens('ana', 100), ask })).toBe('renewed');
  });
});
