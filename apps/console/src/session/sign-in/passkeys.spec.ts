import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getDefaultStore } from 'jotai';
import { credentialsAtom } from '../../api/credentials.js';
import { listPasskeys } from './passkeys.js';

const refusal = (status: number, errorCauses: readonly string[] = []) =>
  Response.json(
    { errorSummary: 'No.', errorCauses: errorCauses.map((errorSummary) => ({ errorSummary })) },
    { status },
  );

/** The provider gives these answers, one after the other. Returns the tokens in its requests. */
function provider(...answers: readonly Response[]): readonly (string | null)[] {
  const tokens: (string | null)[] = [];
  const left = [...answers];
  jest.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => {
    tokens.push(new Headers(init?.headers).get('authorization'));
    const answer = left.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'));
  });
  return tokens;
}

function signIn({ renewed }: { readonly renewed: boolean }): void {
  let token = 'old';
  const renew = () => {
    token = 'new';
    return Promise.resolve(renewed);
  };
  getDefaultStore().set(credentialsAtom, { accessToken: () => token, userId: () => null, renew });
}

describe('A call about passkeys', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('is sent once more, with a new token, when the token has expired', async () => {
    const tokens = provider(refusal(401), Response.json([]));
    signIn({ renewed: true });
    expect(await listPasskeys()).toEqual([]);
    expect(tokens).toEqual(['Bearer old', 'Bearer new']);
  });

  it('is refused when the session is over', async () => {
    provider(refusal(401), Response.json([]));
    signIn({ renewed: false });
    await expect(listPasskeys()).rejects.toThrow('No.');
  });

  it.each([
    ['the cause of a refusal', [refusal(403, ['Password is not correct'])], 'Password is not correct'],
    ['that the provider fails', [refusal(503)], 'Sign-in is briefly unavailable. Please try again.'],
    ['that it was not reached', [], 'The sign-in cannot be reached. Check the connection and try again.'],
  ])('says %s', async (_, answers, words) => {
    signIn({ renewed: true });
    provider(...answers);
    await expect(listPasskeys()).rejects.toThrow(words);
  });
});
