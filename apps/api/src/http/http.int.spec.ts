import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@throughline/platform/testing';
import type { Request } from 'express';
import { sql } from 'kysely';
import { defer, switchMap } from 'rxjs';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { emailOf, PEOPLE, startApi } from '../testing/api-under-test.js';
import { call, get, post } from '../testing/call.js';
import { MAX_OPEN_REQUESTS } from './limits/concurrent-requests.js';
import { FairShare } from './limits/fair-share.js';

const api = await startApi();
afterAll(() => api.close());

const as = { as: 'referrer' } as const;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('An answer', () => {
  it.each([
    ['an unknown route', () => get(api, '/nothing', as), 404],
    ['no JSON', () => call(api, 'POST', '/items', { body: '{"state":' }), 400],
    ['an address that is no UTF-8', () => get(api, '/referrals?search=Mu%F1oz', as), 400],
    ['a body that is too large', () => call(api, 'POST', '/items', { body: JSON.stringify('x'.repeat(300_000)) }), 413],
    ['a form', () => call(api, 'POST', '/items', { headers: FORM, body: 'state=TX' }), 415],
    ['a field that is wrong', () => post(api, '/items', {}), 400],
    ['a parameter that is misspelt', () => get(api, '/referrals?pagesize=1', as), 400],
    ['a value that no list has', () => get(api, '/referrals?status=nonsense', as), 400],
    ['a page that is no number', () => get(api, '/referrals?page=first', as), 400],
    ['nobody signed in', () => get(api, '/referrals'), 401],
    ['a role that may not', () => get(api, '/tasks', as), 403],
    ['an id that nobody has', () => get(api, '/referrals/referral/1', as), 404],
    ['a broken rule', () => post(api, '/tasks/1-1/claim', {}, { as: 'staff' }), 409],
  ])('to %s is a failure in the envelope', async (_, ask, expected) => {
    const { status, body, headers } = await ask();
    expect(status).toBe(expected);
    expect(body).toMatchObject({ success: false, data: null, code: expect.stringMatching(/^[a-z-]+\/[a-z-]+$/) });
    expect(body.message).not.toBe('');
    expect(headers.get('x-correlation-id')).toBeTruthy();
  });

  it.each([
    ['a referral', '/referrals/referral/', 'referral/not-found'],
    ['a limited referral', '/referrals/referral/', 'referral/not-found', '/limited'],
    ['a task', '/tasks/', 'task/not-found', '-1'],
  ])('to an id of %s is the same however many digits it has', async (_, path, code, end = '') => {
    for (const digits of [3, 60, 5_000]) {
      const { status, body } = await get(api, path + '7'.repeat(digits) + end, { as: 'staff' });
      expect({ digits, status, code: body.code }).toEqual({ digits, status: 404, code });
    }
  });

  it('to malformed input is in plain words that name the field', async () => {
    const { body } = await post(api, '/tasks/1-1/move', { itemIds: 'all' }, { as: 'staff' });
    expect(body).toMatchObject({
      message: 'itemIds must be a list.',
      errors: { itemIds: 'itemIds must be a list.', task: 'task is required.' },
    });
  });

  it('to a misspelt parameter, field or value names it, however deep it is', async () => {
    const ofQuery = await get(api, '/referrals?pagesize=1', as);
    expect(ofQuery.body.errors).toEqual({ pagesize: 'pagesize is not a parameter of this request.' });
    expect(ofQuery.body.message).toMatch(/^pagesize is not .* It has page, pageSize, search, /);
    const { memberInfo, items, ...order } = anOrder();
    const ofBody = await post(api, '/referrals/create', {
      ...order,
      memberInfo: { ...memberInfo, adress2: 'Apt 2' },
      items: items.map((item) => ({ ...item, quantity: 2 })),
    });
    expect({ status: ofBody.status, errors: ofBody.body.errors }).toEqual({
      status: 400,
      errors: {
        'memberInfo.adress2': 'memberInfo.adress2 is not a field of this request.',
        'items.0.quantity': 'items.0.quantity is not a field of this request.',
      },
    });
    const asStaff = { as: 'staff' } as const;
    for (const address of ['/referrals?status=Stopped,nonsense', '/tasks?step=nonsense', '/tasks/summary?age=nonsense'])
      expect((await get(api, address, asStaff)).body.message).toMatch(
        /^(status|step|age) has a value that does not exist\.$/,
      );
  });

  it.each([
    ['/tasks?tab=open&assignee=nobody-such', 'assignee', 'staff'],
    ['/tasks?assignee=nobody,u-staff,nobody-such', 'assignee', 'staff'],
    ['/tasks/export?assignee=nobody-such', 'assignee', 'staff'],
    ['/tasks/summary?assignee=nobody-such', 'assignee', 'staff'],
    ['/tasks/suggestions?search=Diaz&assignee=nobody-such', 'assignee', 'staff'],
    ['/recertifications?renews=-1', 'renews', 'staff'],
    ['/recertifications?renews=263254123071844', 'renews', 'staff'],
    ['/acts?person=nobody', 'person', 'ops'],
  ] as const)('to a list under what does not exist, %s, names it', async (address, name, asked) => {
    const message = `${name} has a value that does not exist.`;
    expect(await get(api, address, { as: asked })).toMatchObject({
      status: 400,
      body: { code: 'request/invalid', message, errors: { [name]: message } },
    });
  });

  it('to a list under somebody or something without rows is empty', async () => {
    const { body } = await submitOrder(api, anOrder(), as);
    // A read under a referral that is not projected yet is refused.
    await until(
      'the order is projected',
      async () => (await get(api, `/recertifications?renews=${body.data}`, { as: 'staff' })).status === 200,
    );
    for (const [address, asked] of [
      ['/tasks?assignee=nobody&category=Supplies', 'staff'],
      ['/tasks?assignee=u-staff2,u-referrer', 'staff'],
      [`/recertifications?renews=${body.data}`, 'staff'],
      ['/acts?person=u-staff2&search=no-such-act', 'ops'],
    ] as const)
      expect(await get(api, address, { as: asked })).toMatchObject({ status: 200, body: { data: { rows: [] } } });
  });

  it.each([
    ['/items', { state: 'AZ' }, {}],
    ['/ordering-groups', { withheld: ['Supplies'], seen: { withheld: [] }, reason: 'Stock' }, { as: 'admin' }],
  ] as const)('to %s for a group that does not exist names it', async (path, body, caller) => {
    const message = 'groupId has a value that does not exist.';
    for (const groupId of [99_999, 1])
      expect(await post(api, path, { ...body, groupId }, caller)).toMatchObject({
        status: 400,
        body: { message, errors: { groupId: message } },
      });
    expect((await post(api, '/items', { state: 'AZ', groupId: 7 })).status).toBe(200);
  });

  it.each([
    ['without a token', {}, 'Bearer realm="throughline"'],
    ['with one that is none', { authorization: 'Bearer abc' }, 'Bearer realm="throughline", error="invalid_token"'],
  ])('to nobody signed in, %s, says what it asks for', async (_, headers, challenge) => {
    const answer = await get(api, '/referrals', { headers: headers as Record<string, string> });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge]);
  });

  it('outside of /api is in the envelope too, unless it is a page', async () => {
    const response = await fetch(`${api.origin}/nothing`, { headers: { accept: 'application/json' } });
    expect(await response.json()).toMatchObject({ success: false, code: 'request/unknown-route' });
  });

  it('carries the correlation id of the request if that is a UUID', async () => {
    const id = 'b3c7a2d0-0000-4000-8000-000000000001';
    const { headers } = await get(api, '/companies', { headers: { 'x-correlation-id': id } });
    expect(headers.get('x-correlation-id')).toBe(id);
    const other = await get(api, '/companies', { headers: { 'x-correlation-id': 'jane@example.org' } });
    expect(other.headers.get('x-correlation-id')).not.toBe('jane@example.org');
  });

  it('keeps its connection open for longer than a proxy does', async () => {
    const { headers } = await get(api, '/companies');
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
  });

  it.each([
    ['without a host', [], '400 Bad Request', 'request/malformed', 'The request could not be read.'],
    [
      'with two hosts',
      ['host: a', 'host: b'],
      '400 Bad Request',
      'request/malformed',
      'The request could not be read.',
    ],
    ...['evil.example', 'localhost.evil.example:3000'].map(
      (host) =>
        [
          `for ${host}`,
          [`host: ${host}`],
          '421 Misdirected Request',
          'request/misdirected',
          'The portal is not at this address.',
        ] as const,
    ),
  ])('to a request %s is a failure in the envelope', async (_, hosts, status, code, message) => {
    const { hostname, port } = new URL(api.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`${['GET /api/companies HTTP/1.1', ...hosts, 'connection: close'].join('\r\n')}\r\n\r\n`);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1))).toEqual({
      success: false,
      data: null,
      code,
      message,
    });
  });

  it('to a body that names a field twice says which', async () => {
    const response = await fetch(`${api.origin}/api/items`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"state":"TX","state":"AZ"}',
    });
    const message = 'state is in the request twice. Send it once.';
    expect([response.status, await response.json()]).toEqual([
      400,
      { success: false, message, data: null, code: 'request/invalid', errors: { state: message } },
    ]);
  });

  it('is the same with a slash at the end', async () => {
    expect(await post(api, '/items/', { state: 'TX' })).toMatchObject({ status: 200, body: { success: true } });
  });

  it('is whole for a client that asks whether its copy is still current: it may have none', async () => {
    const { status, body } = await get(api, '/companies', { headers: { 'if-none-match': '*' } });
    expect({ status, success: body.success }).toEqual({ status: 200, success: true });
  });

  it('says that items cannot be listed without a state', async () => {
    expect((await post(api, '/items', { userId: null })).body.message).toBe('Member state required');
  });
});

describe('A caller', () => {
  /** Requests whose bodies never arrive. */
  const unfinished = (path: string, type: string, credentials: string) =>
    Array.from({ length: 2 * MAX_OPEN_REQUESTS }, () => {
      const { hostname, port } = new URL(api.origin);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      const head = [`POST /api${path} HTTP/1.1`, 'host: localhost', `content-type: ${type}`, 'content-length: 9'];
      socket.write(`${[...head, credentials].join('\r\n')}\r\n\r\n{"a"`);
      return socket;
    });

  it('that leaves its bodies half-sent keeps nobody out, and has the oldest of them given up', async () => {
    const sockets = unfinished('/items', 'application/json', 'authorization: nobody');
    expect(await text(sockets[0]!)).toMatch(/^HTTP\/1\.1 408 /);
    expect((await get(api, '/companies')).status).toBe(200);
    expect((await post(api, '/items', { state: 'TX' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('that leaves uploads half-sent after an anonymous order keeps nobody out, and has all of them given up', async () => {
    const order = await post<string>(api, '/referrals/create', anOrder());
    const pass = order.headers.get('set-cookie')?.split(';')[0];
    const upload = `/pdf/referral/${order.body.data}/upload/fileName/a.pdf?fileType=Other`;
    const answers = unfinished(upload, 'multipart/form-data; boundary=b', `cookie: ${pass}`).map((one) => text(one));
    expect((await get(api, '/companies')).status).toBe(200);
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4 whole'], { type: 'application/pdf' }), 'a.pdf');
    const whole = await fetch(`${api.origin}/api${upload}`, { method: 'POST', headers: { cookie: pass! }, body: form });
    expect(whole.status).toBe(201);
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 408 .*connection: close/is);
  });

  it('with too many open requests is refused, and no other is', async () => {
    const admin = { as: 'admin' } as const;
    const { intercept } = FairShare.prototype;
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let held = 0;
    const hold = jest.spyOn(FairShare.prototype, 'intercept').mockImplementation(function (this: FairShare, ...args) {
      // Others are what is left of requests that have been cut off.
      if (args[0].switchToHttp().getRequest<Request>().caller.actor.userId === PEOPLE.admin.userId) held += 1;
      return defer(() => released).pipe(switchMap(() => intercept.apply(this, args)));
    });
    const open = Array.from({ length: MAX_OPEN_REQUESTS }, () => get(api, '/companies', admin));
    await until('all are open', () => held === MAX_OPEN_REQUESTS);
    hold.mockRestore();
    const { body, headers } = await get(api, '/companies', admin);
    expect(body).toMatchObject({ success: false, data: null, code: 'request/too-many' });
    expect(headers.get('retry-after')).toBe('1');
    expect((await get(api, '/companies', as)).status).toBe(200);
    expect((await get(api, '/companies')).status).toBe(200);
    expect((await get(api, '/health/live')).status).toBe(200);
    release();
    expect(new Set((await Promise.all(open)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await get(api, '/companies', admin)).status).toBe(200);
  });

  const profile = (email: string) => `/users/user/email/${email}`;

  it('is known from the token alone', async () => {
    const own = await get(api, profile(emailOf(PEOPLE.referrer)), as);
    expect(own.body.data).toMatchObject({
      id: 'u-referrer',
      role: 'referrer',
      company: { name: 'Saguaro Health Plan' },
    });
  });

  it('may not query data of other users, unless they are staff', async () => {
    expect((await get(api, profile(emailOf(PEOPLE.colleague)), as)).status).toBe(404);
    expect((await get(api, profile(emailOf(PEOPLE.colleague)), { as: 'staff' })).status).toBe(200);
  });

  it.each([
    ['is expired', { seconds: -60 }],
    ['is for another audience', { audience: 'api://other' }],
  ])('is refused when the token %s, on open routes too', async (_, options) => {
    const token = await api.identity.token('u-referrer', options);
    const { status, body } = await get(api, '/companies', { headers: { authorization: `Bearer ${token}` } });
    expect({ status, code: body.code }).toMatchObject({
      status: 401,
      code: expect.stringMatching(/^identity\/token-/),
    });
  });

  it('is refused when the token is no token, or is not said to be one, on open routes too', async () => {
    const token = api.tokens.referrer;
    for (const authorization of ['Bearer abc', 'Bearer', token, `Token ${token}`, `DPoP ${token}`, `Bearer,${token}`])
      expect([authorization, (await get(api, '/companies', { headers: { authorization } })).status]).toEqual([
        authorization,
        401,
      ]);
    expect((await get(api, '/companies', { headers: { authorization: 'Basic YTpi' } })).status).toBe(200);
  });

  it('without an account in the portal is refused', async () => {
    const token = await api.identity.token('u-unheard-of');
    const { status, body } = await get(api, '/companies', { headers: { authorization: `Bearer ${token}` } });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'identity/no-account' });
  });

  it.each([
    ['a user-id header', () => get(api, '/referrals', { ...as, headers: { 'user-id': 'u-stranger' } })],
    ['a userId field', () => post(api, '/items', { userId: 'u-stranger', state: 'TX' }, as)],
    ['the id of a user', () => post(api, '/referrals/create', { ...anOrder(), user: { id: 'u-stranger' } }, as)],
    ['a userId of the query', () => get(api, '/referrals?userId=u-stranger', as)],
    ['a user-id header of nobody signed in', () => get(api, '/companies', { headers: { 'user-id': 'u-referrer' } })],
  ])('is refused and recorded when %s names somebody else', async (_, ask) => {
    const refused = () =>
      api.engines.database.db
        .selectFrom('access_log')
        .where('outcome', '=', 'refused')
        .select(sql<number>`count(*)`.as('n'));
    const before = await refused().executeTakeFirstOrThrow();
    const { status, body } = await ask();
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'identity/mismatch' });
    expect((await refused().executeTakeFirstOrThrow()).n).toBe(before.n + 1);
  });

  it('may name their own user id', async () => {
    expect((await get(api, '/referrals', { ...as, headers: { 'user-id': 'u-referrer' } })).status).toBe(200);
  });
});

describe('The access log', () => {
  it('records who viewed a referral, and cannot be changed', async () => {
    const { body, headers } = await submitOrder(api, anOrder(), as);
    const path = `/referrals/referral/${body.data}`;
    await get(api, `${path}?minPosition=${headers.get('x-throughline-position')}`, as);
    const history = await get<{ accesses: unknown[] }>(api, `${path}/history`, { as: 'ops' });
    expect(history.body.data.accesses).toMatchObject([
      { screen: 'Referral', role: 'referrer', email: emailOf(PEOPLE.referrer) },
    ]);
    await expect(api.engines.database.db.deleteFrom('access_log').execute()).rejects.toThrow('append-only');
  });
});

describe('Every answer', () => {
  it('denies its page and every frame in it the features for which a browser asks permission', async () => {
    for (const path of ['/', '/api/catalogue/items', '/api/nowhere', '/oauth2/default/v1/authorize', '/dev/mailbox']) {
      const policy = (await fetch(api.origin + path)).headers.get('permissions-policy');
      expect([path, policy]).toEqual([path, expect.stringMatching(/\bcamera=\(\).*\bgeolocation=\(\)/)]);
    }
  });

  it('to a fetch of a page, which is no document, leaves out what concerns documents alone', async () => {
    const { headers } = await fetch(`${api.origin}/api/nowhere`, { headers: { 'sec-fetch-dest': 'empty' } });
    expect([headers.get('permissions-policy'), headers.get('content-security-policy')]).toEqual([null, null]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe("The identity provider's calls", () => {
  it('are proxied unchanged, with the address of the client and the origin', async () => {
    const response = await fetch(`${api.origin}/api/v1/authn?x=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '9.9.9.9' },
      body: '{"username":',
    });
    expect(await response.json()).toMatchObject({
      method: 'POST',
      url: '/api/v1/authn?x=1',
      body: '{"username":',
      headers: { 'x-forwarded-host': 'localhost:3000', 'x-forwarded-proto': 'http', 'x-forwarded-for': '127.0.0.1' },
    });
  });
});
