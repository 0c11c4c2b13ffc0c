import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { PASSWORD, PHONE, runIdentity } from '../testing/running-identity.js';

/* A signed-in person's calls for their own factors, and attacks on them. */

const identity = runIdentity({ signInMethods: ['sms', 'totp'] });
const OWN = '/api/v1/users/me/factors';
const APP = { factorType: 'token:software:totp', provider: 'GOOGLE' };

const groups = { REQUIRED: '', OPTIONAL: '' };
beforeAll(async () => {
  for (const secondFactor of ['REQUIRED', 'OPTIONAL'] as const) {
    const answer = await identity.manage('POST', '/api/v1/groups', { profile: { name: secondFactor, secondFactor } });
    groups[secondFactor] = ((await answer.json()) as { id: string }).id;
  }
});
const join = (id: string, policy: keyof typeof groups) =>
  identity.manage('PUT', `/api/v1/groups/${groups[policy]}/users/${id}`);

let people = 0;
let login = '';
let userId = '';
beforeEach(async () => {
  login = `person-${++people}@plan.example`;
  userId = await identity.addUser(login);
});

/** A browser in which the person is signed in, with the calls that they can make. */
async function signedIn(person = login) {
  const browser = identity.browser();
  const { access_token } = await browser.signInForTokens(person, PASSWORD);
  const headers = { authorization: `Bearer ${access_token}` };
  const ask = async (method: string, path = '', json?: object) => {
    const { status, body } = await browser.request(method, OWN + path, { headers, ...(json && { json }) });
    return {
      status,
      body,
      causes: (body?.errorCauses ?? []).map((cause: { errorSummary: string }) => cause.errorSummary),
    };
  };
  const begin = async () => (await ask('POST', '', { ...APP, password: PASSWORD })).body;
  return { browser, ask, begin };
}

const appOf = (body: { _embedded: { activation: { sharedSecret: string } } }) => {
  const totp = new TOTP({ secret: body._embedded.activation.sharedSecret });
  return (seconds = 0) => totp.generate({ timestamp: identity.now + seconds * 1000 });
};

/** Adds an authenticator app. Its present code is used up by that. */
async function addApp(by?: Awaited<ReturnType<typeof signedIn>>) {
  const own = by ?? (await signedIn());
  const begun = await own.begin();
  const app = appOf(begun);
  const confirmed = await own.ask('POST', `/${begun.id}/lifecycle/activate`, { passCode: app() });
  expect(confirmed).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
  return { ...own, id: begun.id as string, app };
}

const subjects = async () => (await identity.messages()).filter(({ to }) => to === login).map(({ subject }) => subject);
const begun = async () => (await identity.browser().signIn(login, PASSWORD)).body;

describe('An authenticator app', () => {
  it('is added by its signed-in owner, asked for from then on beside the phone, and removed', async () => {
    const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: PHONE } };
    const { ask, id } = await addApp();
    await identity.manage('POST', `/api/v1/users/${userId}/factors?activate=true`, phone);
    expect((await ask('GET')).body).toMatchObject([
      { id, factorType: 'token:software:totp', status: 'ACTIVE' },
      { factorType: 'sms', profile: { phoneNumber: '+1 XXX-XXX-0137' } },
    ]);
    expect(JSON.stringify((await ask('GET')).body)).not.toContain('activation');
    const { status, _embedded } = await begun();
    expect([status, _embedded.factors.map(({ factorType }: { factorType: string }) => factorType)]).toEqual([
      'MFA_REQUIRED',
      ['token:software:totp', 'sms'],
    ]);
    expect((await ask('DELETE', `/${id}`, { password: PASSWORD })).status).toBe(204);
    expect((await ask('GET')).body).toHaveLength(1);
    expect((await ask('DELETE', `/${id}`, { password: PASSWORD })).status).toBe(404);
    expect((await begun())._embedded.factors).toHaveLength(1);
    expect((await subjects()).sort()).toEqual([
      'A second factor was removed',
      'Your second factor was changed',
      'Your second factor was changed',
    ]);
  });

  it('is neither added nor removed without the password', async () => {
    const { ask, id } = await addApp();
    for (const body of [{}, { password: 'Wr0ng-password!' }]) {
      expect(await ask('DELETE', `/${id}`, body)).toMatchObject({ status: 403, causes: ['Password is not correct'] });
    }
    expect((await ask('DELETE', `/${id}`, { password: PASSWORD })).status).toBe(204);
    for (const body of [APP, { ...APP, password: 'Wr0ng-password!' }]) {
      expect(await ask('POST', '', body)).toMatchObject({ status: 403, causes: ['Password is not correct'] });
    }
    expect((await identity.browser().request('GET', OWN)).status).toBe(401);
  });

  it('is not the second of its kind, nor a phone', async () => {
    const { ask } = await addApp();
    expect(await ask('POST', '', { ...APP, password: PASSWORD })).toMatchObject({
      status: 400,
      causes: ['A factor of this kind is set up already.'],
    });
    const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: PHONE }, password: PASSWORD };
    expect((await ask('POST', '', phone)).status).toBe(400);
  });

  it('is confirmed with a right code of its own, within a quarter of an hour, once', async () => {
    const { ask, begin } = await signedIn();
    const wrong = await begin();
    expect(await ask('POST', `/${wrong.id}/lifecycle/activate`, { passCode: appOf(wrong)(600) })).toMatchObject({
      status: 403,
      body: { errorCode: 'E0000068' },
    });
    const late = await begin();
    expect((await ask('POST', `/${wrong.id}/lifecycle/activate`, { passCode: appOf(wrong)() })).status).toBe(404);
    identity.pass({ minutes: 16 });
    expect((await ask('POST', `/${late.id}/lifecycle/activate`, { passCode: appOf(late)() })).status).toBe(404);
    const right = await begin();
    const app = appOf(right);
    const both = await Promise.all(
      [1, 2].map(() => ask('POST', `/${right.id}/lifecycle/activate`, { passCode: app() })),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await ask('GET')).body).toHaveLength(1);
    // The code that confirmed the app cannot be used to sign in.
    const { stateToken, _embedded } = await begun();
    const path = `/api/v1/authn/factors/${_embedded.factors[0].id}/verify`;
    const replayed = await identity.browser().request('POST', path, { json: { stateToken, passCode: app() } });
    expect(replayed.body.errorCode).toBe('E0000068');
  });

  it('stays while a second factor is required and there is no other', async () => {
    await join(userId, 'REQUIRED');
    const browser = identity.browser();
    const first = (await browser.signIn(login, PASSWORD)).body;
    expect(first.status).toBe('MFA_ENROLL');
    await identity.manage('DELETE', `/api/v1/groups/${groups.REQUIRED}/users/${userId}`);
    const { ask, id } = await addApp();
    await join(userId, 'REQUIRED');
    expect(await ask('DELETE', `/${id}`, { password: PASSWORD })).toMatchObject({
      status: 400,
      causes: ['A second factor is required for your account, and this is the only one.'],
    });
    expect((await begun()).status).toBe('MFA_REQUIRED');
  });

  it('that waits for its first code is removed although the phone beside it must stay', async () => {
    const { ask, begin } = await signedIn();
    const { id } = await begin();
    const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: PHONE } };
    await identity.manage('POST', `/api/v1/users/${userId}/factors?activate=true`, phone);
    await join(userId, 'REQUIRED');
    expect((await ask('DELETE', `/${id}`, { password: PASSWORD })).status).toBe(204);
  });
});

describe('Somebody else', () => {
  it('cannot confirm or remove the app of a person', async () => {
    const owner = await signedIn();
    const pending = await owner.begin();
    await identity.addUser(`other-${login}`);
    const other = await signedIn(`other-${login}`);
    const passCode = appOf(pending)();
    expect((await other.ask('POST', `/${pending.id}/lifecycle/activate`, { passCode })).status).toBe(404);
    expect((await other.ask('DELETE', `/${pending.id}`, { password: PASSWORD })).status).toBe(404);
    expect((await owner.ask('POST', `/${pending.id}/lifecycle/activate`, { passCode })).status).toBe(200);
    expect((await other.ask('DELETE', `/${pending.id}`, { password: PASSWORD })).status).toBe(404);
  });

  it('who has the password, and began to sign in before the app was added, can neither enrol another factor nor skip it', async () => {
    const own = await signedIn();
    await join(userId, 'OPTIONAL');
    const [forApp, forPhone, toSkip] = [await begun(), await begun(), await begun()];
    const { id } = await addApp(own);
    const thief = identity.browser();
    const authn = async (path: string, json: object) =>
      (await thief.request('POST', `/api/v1/authn${path}`, { json })).body;
    const phone = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: '+15125550199' } };
    for (const [wanted, { stateToken }] of [
      [APP, forApp],
      [phone, forPhone],
    ] as const) {
      const { factor } = (await authn('/factors', { ...wanted, stateToken }))._embedded;
      const passCode = wanted === APP ? appOf(factor)() : await identity.sentCode();
      const activated = await authn(`/factors/${factor.id}/lifecycle/activate`, { stateToken, passCode });
      expect(activated.errorCode).toBe('E0000079');
    }
    expect((await authn('/skip', { stateToken: toSkip.stateToken })).errorCode).toBe('E0000079');
    const { status, _embedded } = await begun();
    expect([status, _embedded.factors.map((factor: { id: string }) => factor.id)]).toEqual(['MFA_REQUIRED', [id]]);
  });
});

describe('The portal’s servers', () => {
  it('enrol an app in Okta’s form, of either provider, and remove it', async () => {
    for (const provider of ['GOOGLE', 'OKTA']) {
      const path = `/api/v1/users/${userId}/factors`;
      const call = async (method: string, more: string, body?: object) => {
        const answer = await identity.manage(method, path + more, body);
        return answer.status === 204 ? undefined : ((await answer.json()) as never);
      };
      const enrolled: never = (await call('POST', '', { ...APP, provider }))!;
      expect(enrolled).toMatchObject({
        status: 'PENDING_ACTIVATION',
        factorType: 'token:software:totp',
        _embedded: {
          activation: { sharedSecret: expect.any(String), _links: { qrcode: { href: expect.any(String) } } },
        },
      });
      const { id } = enrolled as { id: string };
      const passCode = appOf(enrolled)();
      expect(await call('POST', `/${id}/lifecycle/activate`, { passCode })).toMatchObject({ status: 'ACTIVE' });
      expect(await call('DELETE', `/${id}`)).toBeUndefined();
    }
    expect((await subjects()).filter((subject) => subject === 'A second factor was removed')).toHaveLength(2);
  });
});
