import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import {
  API_TOKEN,
  ISSUER,
  PASSWORD,
  runIdentity,
  RunningIdentity,
} from '../../apps/identity/src/testing/running-identity.js';
import { rotateSigningKeys } from '../../apps/worker/src/account/rotate-signing-keys.js';

const LOGIN = 'rosa@plan.example';
const identity = runIdentity();
const second = new RunningIdentity();
beforeAll(async () => {
  await second.start(identity);
  await identity.addUser(LOGIN);
});
afterAll(() => second.close());

/** Runs the command against that process, and resolves with its output. */
async function rotate({ address } = identity, token = API_TOKEN): Promise<string> {
  for (const at of [identity, second]) at.pass({ seconds: 1 });
  const print = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await rotateSigningKeys({ ...ENVIRONMENT, IDENTITY_URL: address, IDENTITY_API_TOKEN: token });
  return String(print.mock.calls[0]?.[0]);
}

const ENVIRONMENT = { DATABASE_URL: 'postgres://nowhere.test/unused', OIDC_ISSUER: ISSUER };

const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? '';
const tokenOf = async (at = identity) => (await at.browser().signInForTokens(LOGIN, PASSWORD)).access_token;
const isActive = async (token: string, at: RunningIdentity) => {
  const form = { token, client_id: 'throughline-console' };
  return (await at.browser().request('POST', '/oauth2/default/v1/introspect', { form })).body.active as boolean;
};

describe('signing-keys rotate', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('has new tokens signed with the next key, and the old ones stay valid until they expire, at every process', async () => {
    const before = await tokenOf();
    // The keys that the API has cached before the rotation, and need not read again.
    const known = createRemoteJWKSet(new URL(`${second.address}/oauth2/default/v1/keys`));
    await jwtVerify(before, known, { currentDate: identity.provider.now() });
    const printed = await rotate();
    const after = await tokenOf();
    expect(kidOf(after)).not.toBe(kidOf(before));
    expect(printed).toContain(kidOf(before));
    expect(printed).toContain(kidOf(after));
    await expect(jwtVerify(after, known, { currentDate: identity.provider.now() })).resolves.toBeDefined();
    for (const at of [identity, second]) {
      expect(await isActive(before, at)).toBe(true);
      expect(await isActive(after, at)).toBe(true);
    }
    identity.pass({ hours: 1 });
    second.pass({ hours: 1 });
    for (const at of [identity, second]) expect(await isActive(before, at)).toBe(false);
    const byTheOther = await tokenOf(second);
    expect(kidOf(byTheOther)).toBe(kidOf(after));
  });

  it('twice in a row, at two processes, signs nobody out', async () => {
    const before = await tokenOf();
    await rotate(identity);
    const between = await tokenOf();
    await rotate(second);
    const after = await tokenOf(second);
    expect(new Set([before, between, after].map(kidOf)).size).toBe(3);
    for (const at of [identity, second]) {
      for (const token of [before, between, after]) expect(await isActive(token, at)).toBe(true);
    }
  });

  it('changes nothing with a wrong token, and says why', async () => {
    const before = await identity.provider.keys.published();
    await expect(rotate(identity, 'the-token-of-another')).rejects.toThrow('The identity provider answered 401');
    expect(await identity.provider.keys.published()).toEqual(before);
  });

  it('says so when there is no token', async () => {
    await expect(rotateSigningKeys(ENVIRONMENT)).rejects.toThrow('IDENTITY_API_TOKEN is missing.');
  });
});
