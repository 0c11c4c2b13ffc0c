import { beforeAll, describe, expect, it } from '@jest/globals';
import { API_TOKEN, newUser, PASSWORD, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
const OAUTH = '/oauth2/default/v1';

/** Invalid values for a text. In a query or a form, a list is sent as several parameters of one name. */
const BAD_TEXTS: readonly (readonly string[])[] = [
  ['\0'],
  ['a\0b'],
  ['\ufffd', 'b'],
  ['a', 'b'],
  [''],
  ['x'.repeat(6_000)],
  ['__proto__'],
  ['\u202e\u2066'],
  ['%00'],
  ['1e999'],
  ["' or 1=1 --"],
];
/** In JSON, a text may be replaced by any value. */
const BAD_VALUES: readonly unknown[] = [
  ...BAD_TEXTS.map(([text]) => text),
  '\ud800',
  'a\udc00',
  null,
  7,
  1e300,
  true,
  [],
  ['a'],
  {},
  { toString: 1 },
  [[[[]]]],
  'é'.repeat(3_000),
];
/** Percent-encodings that no text has. */
const BAD_QUERIES = ['%ff', '%', '%c0%80', '%ed%a0%80', '[a]=b', '&&==&', '=%00'];

const authorization = {
  client_id: 'throughline-console',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  nonce: 'a-nonce',
  redirect_uri: 'http://portal.test/login/callback',
  response_type: 'code',
  response_mode: 'query',
  state: 'a-state',
  scope: 'openid',
  max_age: '36000',
};
const GETS: readonly (readonly [path: string, given: Readonly<Record<string, string>>])[] = [
  [`${OAUTH}/authorize`, authorization],
  [`${OAUTH}/authorize`, { ...authorization, prompt: 'none', sessionToken: 'a-token' }],
  [`${OAUTH}/logout`, { id_token_hint: 'x', post_logout_redirect_uri: 'http://portal.test/', state: 'x' }],
  [`${OAUTH}/keys`, { client_id: 'x' }],
  ['/oauth2/default/.well-known/openid-configuration', { client_id: 'x' }],
];
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${OAUTH}/token`]: {
    client_id: 'throughline-console',
    grant_type: 'authorization_code',
    code: 'x',
    code_verifier: 'x'.repeat(43),
    redirect_uri: authorization.redirect_uri,
  },
  [`${OAUTH}/revoke`]: { client_id: 'throughline-console', token: 'x', token_type_hint: 'access_token' },
  [`${OAUTH}/introspect`]: { client_id: 'throughline-console', token: 'x' },
};
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/v1/authn': { username: LOGIN, password: 'Wr0ng-password!', stateToken: 'x', token: 'x', options: {} },
  '/api/v1/authn/recovery/token': { recoveryToken: 'x' },
  '/api/v1/authn/credentials/reset_password': { stateToken: 'x', newPassword: PASSWORD },
  '/api/v1/authn/credentials/change_password': { stateToken: 'x', oldPassword: 'x', newPassword: PASSWORD },
  '/api/v1/authn/recovery/password': { username: LOGIN, factorType: 'EMAIL', relayState: 'x' },
  '/api/v1/authn/factors': { stateToken: 'x', factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: '1' } },
  '/api/v1/authn/factors/x/verify': { stateToken: 'x', passCode: '1' },
  '/api/v1/authn/cancel': { stateToken: 'x' },
};

/** Every request, once for each part that is made invalid. `cookie` belongs to a browser with a session. */
function* requests(cookie: string): Generator<readonly [what: string, path: string, init: RequestInit]> {
  for (const [path, given] of GETS) {
    for (const [name] of Object.entries(given)) {
      for (const bad of BAD_TEXTS)
        yield [`${path} ${name}`, `${path}?${encoded(given, name, bad)}`, { headers: { cookie } }];
      for (const bad of BAD_QUERIES)
        yield [
          `${path} ${name}`,
          `${path}?${encoded(given, name, [])}&${name}${bad.startsWith('[') ? bad : `=${bad}`}`,
          { headers: { cookie } },
        ];
    }
  }
  for (const [path, given] of Object.entries(FORMS)) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [name] of Object.entries(given)) {
      for (const bad of BAD_TEXTS)
        yield [`${path} ${name}`, path, { method: 'POST', headers, body: encoded(given, name, bad) }];
    }
    for (const type of ['text/plain', 'application/json', 'multipart/form-data']) {
      yield [`${path} as ${type}`, path, { method: 'POST', headers: { 'content-type': type }, body: '{"token":"x"' }];
    }
  }
  for (const [path, given] of Object.entries(BODIES)) yield* bodies(path, given, {});
  const ssws = { authorization: `SSWS ${API_TOKEN}` };
  const user = newUser('new@plan.example');
  yield* bodies('/api/v1/users', user, ssws);
  yield* bodies('/api/v1/groups', { profile: { name: 'x' } }, ssws);
  for (const name of ['firstName', 'lastName', 'email', 'login', 'primaryPhone', 'state']) {
    for (const bad of BAD_VALUES) {
      yield* bodies('/api/v1/users', { ...user, profile: { ...user.profile, [name]: bad } }, ssws, []);
    }
  }
  for (const bad of BAD_VALUES) {
    yield* bodies('/api/v1/users', { ...user, credentials: { password: { value: bad } } }, ssws, []);
  }
  for (const bad of ['%00', '%ff', '%', '%ed%a0%80', encodeURIComponent('\u202e'), 'x'.repeat(6_000), '..%2f..']) {
    yield ['user', `/api/v1/users/${bad}`, { headers: ssws }];
    for (const verb of ['activate', 'deactivate']) {
      yield ['user', `/api/v1/users/${bad}/lifecycle/${verb}`, { method: 'POST', headers: ssws }];
    }
    yield ['cookie', '/api/v1/sessions/me', { headers: { cookie: `sid=${bad}; DT=${bad}; ; =; sid` } }];
    yield ['cookie', '/api/v1/sessions/me', { method: 'DELETE', headers: { cookie: `sid=${bad}` } }];
    yield ['bearer', `${OAUTH}/userinfo`, { headers: { authorization: `Bearer ${bad}` } }];
    yield ['path', `/${bad}`, {}];
  }
  for (const value of ['', 'Bearer', 'Bearer ', 'Basic', 'Basic ====', 'SSWS', 'a b c', 'Basic AAAA']) {
    for (const path of [`${OAUTH}/userinfo`, '/api/v1/users/x'])
      yield ['header', path, { headers: { authorization: value } }];
    yield [
      'header',
      `${OAUTH}/revoke`,
      { method: 'POST', headers: { authorization: value }, body: new URLSearchParams({ token: 'x' }) },
    ];
  }
}

function* bodies(
  path: string,
  given: Readonly<Record<string, unknown>>,
  more: Record<string, string>,
  names = Object.keys(given),
): Generator<readonly [what: string, path: string, init: RequestInit]> {
  const headers = { 'content-type': 'application/json', ...more };
  const post = (body: string) => [path, path, { method: 'POST', headers, body }] as const;
  if (names.length === 0) return yield post(JSON.stringify(given));
  for (const name of names) for (const bad of BAD_VALUES) yield post(JSON.stringify({ ...given, [name]: bad }));
  for (const bad of [
    '',
    '{',
    'null',
    '[]',
    '7',
    '"a"',
    '{"__proto__":{"username":"x"}}',
    `{"a":"${'x'.repeat(200_000)}"}`,
  ]) {
    yield post(bad);
  }
}

const encoded = (given: Readonly<Record<string, string>>, name: string, bad: readonly string[]): string =>
  new URLSearchParams([
    ...Object.entries(given).filter(([one]) => one !== name),
    ...bad.map((value): [string, string] => [name, value]),
  ]).toString();

describe('A malformed request', () => {
  beforeAll(() => identity.addUser(LOGIN));

  it('is answered with its fault on every route, and never with 500', async () => {
    const faults: string[] = [];
    let requestCount = 0;
    const browser = identity.browser();
    await browser.signInForTokens(LOGIN, PASSWORD);
    for (const [what, path, init] of requests(`sid=${browser.session}`)) {
      requestCount++;
      const { status } = await identity.ask(path, init);
      if (status >= 500) faults.push(`${status} ${what} ${JSON.stringify(init.body ?? path).slice(0, 200)}`);
      // An attempt must not be delayed by earlier ones.
      if (path === '/api/v1/authn') identity.pass({ minutes: 15 });
    }
    expect(requestCount).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  });

  it.each([
    ['bytes that are no UTF-8', 'application/json', Buffer.from('{"username":"a","password":"\xff"}', 'latin1')],
    ['another charset', 'application/json; charset=utf-16', Buffer.from('{"username":"a","password":"b"}', 'utf16le')],
  ])('with %s is refused, because decoding would replace them', async (_, type, body) => {
    const answer = await identity.ask('/api/v1/authn', { method: 'POST', headers: { 'content-type': type }, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errorCode: 'E0000003' });
  });

  it.each([
    ['a field', '{"username":"rosa@plan.example","password":"a","password":"b"}'],
    ['a field with an escape', '{"username":"rosa@plan.example","password":"a","pass\\u0077ord":"b"}'],
    ['a field inside another', '{"username":"rosa@plan.example","password":"a","options":{"a":1,"a":2}}'],
  ])('that names %s twice is refused, because one of the values would be dropped', async (_, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await identity.ask('/api/v1/authn', { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ errorCode: 'E0000003' })]);
  });

  it.each(['0x10', '1e3', '+5', ' 5', '5.0', '-1', '９', '9'.repeat(400)])(
    'is refused where a number is written as “%s”',
    async (number) => {
      const page = await identity.ask(`/api/v1/users?limit=${encodeURIComponent(number)}`, {
        headers: { authorization: `SSWS ${API_TOKEN}` },
      });
      expect([page.status, await page.json()]).toEqual([400, expect.objectContaining({ errorCode: 'E0000001' })]);
      const browser = identity.browser();
      await browser.signInForTokens(LOGIN, PASSWORD);
      const answered = await browser.authorizeByRedirect({ max_age: number });
      expect(answered.get('error')).toBe('invalid_request');
    },
  );

  it('has no maximum age where the parameter has no value, which counts as left out (RFC 6749 §3.1)', async () => {
    const browser = identity.browser();
    await browser.signInForTokens(LOGIN, PASSWORD);
    identity.pass({ minutes: 1 });
    const answered = await browser.authorizeByRedirect({ max_age: '', prompt: 'none' });
    expect(answered.get('code')).not.toBeNull();
  });

  it('with NUL in its nonce starts no code flow, while a well-formed one does', async () => {
    const browser = identity.browser();
    await browser.signInForTokens(LOGIN, PASSWORD);
    const answered = await browser.authorizeByRedirect({ nonce: '\0' });
    expect([answered.get('error'), answered.get('state')]).toEqual(['invalid_request', 'a-state']);
    expect((await browser.authorizeByRedirect()).get('code')).not.toBeNull();
  });
});

describe('Every answer', () => {
  it('denies pages the features for which a browser asks permission', async () => {
    for (const path of ['/health/ready', `${OAUTH}/authorize`, '/nowhere']) {
      const { headers } = await identity.ask(path, {});
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
  });
});
