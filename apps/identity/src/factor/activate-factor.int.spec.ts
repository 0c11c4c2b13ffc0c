import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { API_TOKEN, PASSWORD, RunningIdentity, runIdentity } from '../testing/running-identity.js';

/* Concurrent activations of a factor, in two processes of the provider. */

const METHODS = { signInMethods: ['sms', 'totp'] } as const;
const identity = runIdentity(METHODS);
const second = new RunningIdentity(METHODS);
beforeAll(() => second.start(identity));
afterAll(() => second.close());

const ROUNDS = 8;
const NOTICE = 'Your second factor was changed';
const APP = { factorType: 'token:software:totp', provider: 'GOOGLE' };

let people = 0;
/** Adds a person who has no factor, with a phone number of their own. */
async function addPerson() {
  const n = ++people;
  const login = `person-${n}@plan.example`;
  const id = await identity.addUser(login);
  const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: `+1602555${1000 + n}` } };
  const notices = async () =>
    (await identity.messages()).filter(({ to, subject }) => to === login && subject === NOTICE).length;
  const active = async () => {
    const factors = (await (await identity.manage('GET', `/api/v1/users/${id}/factors`)).json()) as Factor[];
    return factors.filter(({ status }) => status === 'ACTIVE').map((factor) => factor.id);
  };
  return { id, login, phone, notices, active };
}
interface Factor {
  readonly id: string;
  readonly status: string;
  readonly _embedded: { readonly activation: { readonly sharedSecret: string } };
}

/** Both processes activate the factor at the same time. Resolves with the statuses of the answers in ascending order. */
async function race(path: string, bodies: readonly [object, object], authorization = `SSWS ${API_TOKEN}`) {
  const answers = await Promise.all(
    [identity, second].map((each, n) =>
      each.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(bodies[n]),
      }),
    ),
  );
  return answers.map(({ status }) => status).sort();
}

const codeOf = ({ _embedded }: Factor, seconds = 0) =>
  new TOTP({ secret: _embedded.activation.sharedSecret }).generate({ timestamp: identity.now + seconds * 1000 });

const enroll = async (userId: string, factor: object) =>
  (await (await identity.manage('POST', `/api/v1/users/${userId}/factors`, factor)).json()) as Factor;

describe('Two activations of a factor at once', () => {
  it('with the code that a phone was sent: one is taken, and the code is used up', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, phone, notices, active } = await addPerson();
      const factor = await enroll(id, phone);
      const code = { passCode: await identity.sentCode() };
      const path = `/api/v1/users/${id}/factors/${factor.id}/lifecycle/activate`;
      expect(await race(path, [code, code])).toEqual([200, 403]);
      expect((await identity.manage('POST', path, code)).status).toBe(403);
      expect([await active(), await notices()]).toEqual([[factor.id], 1]);
    }
  });

  it('with one code of an app: one is taken, and the code cannot be replayed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, notices, active } = await addPerson();
      const factor = await enroll(id, APP);
      const code = { passCode: codeOf(factor) };
      const path = `/api/v1/users/${id}/factors/${factor.id}/lifecycle/activate`;
      expect(await race(path, [code, code])).toEqual([200, 403]);
      expect((await identity.manage('POST', path, code)).status).toBe(403);
      expect([await active(), await notices()]).toEqual([[factor.id], 1]);
    }
  });

  it('with two right codes of an app: it is activated once, and its owner gets one notice', async () => {
    const { id, notices, active } = await addPerson();
    const factor = await enroll(id, APP);
    const path = `/api/v1/users/${id}/factors/${factor.id}/lifecycle/activate`;
    expect((await identity.manage('POST', path, { passCode: codeOf(factor, -30) })).status).toBe(200);
    expect((await second.manage('POST', path, { passCode: codeOf(factor) })).status).toBe(404);
    expect([await active(), await notices()]).toEqual([[factor.id], 1]);
  });

  it('by its signed-in owner: one is taken', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { login, notices, active } = await addPerson();
      const browser = identity.browser();
      const { access_token } = await browser.signInForTokens(login, PASSWORD);
      const headers = { authorization: `Bearer ${access_token}` };
      const own = '/api/v1/users/me/factors';
      const { body } = await browser.request('POST', own, { headers, json: { ...APP, password: PASSWORD } });
      const factor = body as Factor;
      const codes = [{ passCode: codeOf(factor, -30) }, { passCode: codeOf(factor) }] as const;
      const path = `${own}/${factor.id}/lifecycle/activate`;
      const [first, other] = await race(path, codes, headers.authorization);
      expect([first, other! >= 400]).toEqual([200, true]);
      expect([await active(), await notices()]).toEqual([[factor.id], 1]);
    }
  });

  it('by two sign-ins that enroll a phone and an app: one goes on, and the other factor is not added', async () => {
    const profile = { name: 'Second factor', secondFactor: 'REQUIRED' };
    const group = (await (await identity.manage('POST', '/api/v1/groups', { profile })).json()) as { id: string };
    for (let round = 0; round < ROUNDS; round++) {
      const { id, login, phone, notices, active } = await addPerson();
      await identity.manage('PUT', `/api/v1/groups/${group.id}/users/${id}`);
      const enrolling = async (factor: object) => {
        const browser = identity.browser();
        const { stateToken } = (await browser.signIn(login, PASSWORD)).body;
        const { body } = await browser.request('POST', '/api/v1/authn/factors', { json: { stateToken, ...factor } });
        return { stateToken, factor: body._embedded.factor as Factor };
      };
      const [byPhone, byApp] = [await enrolling(phone), await enrolling(APP)];
      const code = { [byPhone.factor.id]: await identity.sentCode(), [byApp.factor.id]: codeOf(byApp.factor) };
      const activate = ({ stateToken, factor }: typeof byPhone, by: RunningIdentity) =>
        by.browser().request('POST', `/api/v1/authn/factors/${factor.id}/lifecycle/activate`, {
          json: { stateToken, passCode: code[factor.id] },
        });
      const answers = await Promise.all([activate(byPhone, identity), activate(byApp, second)]);
      const taken = answers.filter(({ status }) => status === 200);
      expect(taken.map(({ body }) => body.status)).toEqual(['SUCCESS']);
      expect([(await active()).length, await notices()]).toEqual([1, 1]);
    }
  });
});

describe('A code for a phone that was sent one a moment ago', () => {
  it('is refused, and costs the person nothing: they have one when it was said', async () => {
    const [first, other] = [await addPerson(), await addPerson()];
    await enroll(first.id, first.phone);
    identity.pass({ seconds: 20 });
    const refused = await identity.manage('POST', `/api/v1/users/${other.id}/factors`, first.phone);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    identity.pass({ seconds: 9 });
    expect((await identity.manage('POST', `/api/v1/users/${other.id}/factors`, first.phone)).status).toBe(429);
    identity.pass({ seconds: 1 });
    expect((await identity.manage('POST', `/api/v1/users/${other.id}/factors`, first.phone)).status).toBe(200);
  });
});
