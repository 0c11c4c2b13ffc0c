import { beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, PHONE, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity();
const LOGIN = 'rosa@plan.example';
let id = '';
beforeAll(async () => {
  id = await identity.addUser(LOGIN);
});

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await identity.manage(method, `/api/v1/${path}`, body);
  const text = await answer.text();
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return { status: answer.status, headers: answer.headers, body: (text === '' ? undefined : JSON.parse(text)) as any };
};
const enrolment = { factorType: 'sms', provider: 'OKTA', profile: { phoneNumber: PHONE } };

describe('Management', () => {
  it('enrols a phone with a code, and replaces it only when asked to', async () => {
    const enrolled = await call('POST', `users/${id}/factors`, enrolment);
    expect(enrolled.body).toMatchObject({ id: expect.any(String), status: 'PENDING_ACTIVATION' });
    const path = `users/${id}/factors/${enrolled.body.id as string}`;
    expect((await call('POST', `${path}/resend`)).status).toBe(429);
    expect((await call('POST', `${path}/lifecycle/activate`, { passCode: 'wrong' })).body.errorCode).toBe('E0000068');
    const passCode = await identity.sentCode();
    expect((await call('POST', `${path}/lifecycle/activate`, { passCode })).body.status).toBe('ACTIVE');
    identity.pass({ seconds: 30 });
    expect((await call('POST', `users/${id}/factors`, enrolment)).status).toBe(400);
    expect((await call('POST', `users/${id}/factors?updatePhone=true`, enrolment)).status).toBe(200);
    // The previous phone is asked for until the new one is confirmed.
    expect((await identity.browser().signIn(LOGIN, PASSWORD)).body.status).toBe('MFA_REQUIRED');
    await call('POST', `users/${id}/lifecycle/reset_factors`);
    expect((await call('GET', `users/${id}/factors`)).body).toEqual([]);
    expect((await identity.browser().signIn(LOGIN, PASSWORD)).body.status).toBe('SUCCESS');
  });

  it('lists the sessions of a person, and ends one or all of them', async () => {
    const [one, other] = [identity.browser(), identity.browser()];
    await one.signInForTokens(LOGIN, PASSWORD);
    await other.signInForTokens(LOGIN, PASSWORD);
    const { body } = await call('GET', `users/${id}/sessions`);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ userId: id, amr: ['pwd'], userAgent: 'node', expiresAt: expect.any(String) });
    expect((await call('DELETE', `sessions/${body[0].id as string}`)).status).toBe(204);
    expect((await call('DELETE', `sessions/${body[0].id as string}`)).status).toBe(404);
    expect((await call('GET', `users/${id}/sessions`)).body).toHaveLength(1);
    expect((await call('DELETE', `users/${id}/sessions`)).status).toBe(204);
    for (const browser of [one, other]) expect((await browser.authorizeSilently())['error']).toBe('login_required');
  });

  it('finds people by the beginning of a name or login, page by page', async () => {
    for (const name of ['ann', 'ben', 'cyd']) await identity.addUser(`${name}@list.example`);
    const named = (users: readonly { profile: { login: string } }[]) => users.map(({ profile }) => profile.login);
    expect(named((await call('GET', 'users?q=BEN')).body)).toEqual(['ben@list.example']);
    expect(named((await call('GET', 'users?q=%25')).body)).toEqual([]);
    const first = await call('GET', 'users?q=rosa&limit=2');
    expect(named(first.body)).toEqual(['ann@list.example', 'ben@list.example']);
    const next = /<http:\/\/portal\.test\/api\/v1\/(.+?)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(named((await call('GET', next)).body)).toContain('cyd@list.example');
  });

  it('finds people by their ids in one call, and refuses any other filter', async () => {
    const other = await identity.addUser('dee@list.example');
    const filtered = (filter: string) => call('GET', `users?${new URLSearchParams({ filter }).toString()}`);
    const { body } = await filtered(`id eq "${id}" or id eq "${other}" or id eq "nobody"`);
    expect(new Set(body.map((user: { id: string }) => user.id))).toEqual(new Set([id, other]));
    expect((await filtered('status eq "ACTIVE"')).status).toBe(400);
  });

  it('changes a profile, and takes no login that is taken', async () => {
    const changed = await call('POST', `users/${id}`, { profile: { lastName: 'Ngata-Hill' } });
    expect(changed.body.profile).toMatchObject({ firstName: 'Rosa', lastName: 'Ngata-Hill', login: LOGIN });
    const taken = await call('POST', `users/${id}`, { profile: { login: 'ANN@list.example' } });
    expect([taken.status, taken.body.errorCode]).toEqual([400, 'E0000001']);
  });

  it('writes to a person in the language of their profile', async () => {
    const spanish = await identity.stageUser('ines@plan.example');
    await call('POST', `users/${spanish}`, { profile: { locale: 'es_US' } });
    await call('POST', `users/${spanish}/lifecycle/activate?sendEmail=true`);
    await call('POST', `users/${spanish}/factors`, { ...enrolment, profile: { phoneNumber: '+15125550138' } });
    const messages = (await identity.messages()).filter(({ to }) => /^(ines@|.*0138$)/.test(to));
    expect(messages.map(({ subject }) => subject).sort()).toEqual(['Active su cuenta de Throughline', 'Text message']);
    expect(messages.find(({ kind }) => kind === 'sms')?.text).toMatch(
      /^\d{6} es su código de Throughline\..*@portal\.test #\d{6}$/s,
    );
    const active = await identity.addUser('luis@plan.example');
    await call('POST', `users/${active}`, { profile: { locale: 'es_US' } });
    const { body } = await identity.browser().signIn('luis@plan.example', PASSWORD);
    expect(body._embedded?.user.profile).toMatchObject({ locale: 'es_US' });
  });

  it('changes a life cycle only where the change applies, and ends what was open', async () => {
    const own = await identity.addUser('cycle@plan.example');
    const browser = identity.browser();
    await browser.signInForTokens('cycle@plan.example', PASSWORD);
    const lifecycle = async (verb: string) => (await call('POST', `users/${own}/lifecycle/${verb}`)).status;
    expect(await lifecycle('unsuspend')).toBe(403);
    expect(await lifecycle('suspend')).toBe(200);
    expect((await browser.authorizeSilently())['error']).toBe('login_required');
    expect(await lifecycle('expire_password')).toBe(403);
    expect(await lifecycle('unsuspend')).toBe(200);
    expect((await identity.browser().signIn('cycle@plan.example', PASSWORD)).body.status).toBe('SUCCESS');
    const { body } = await call('POST', `users/${own}/lifecycle/reset_password?sendEmail=false`);
    expect(body.resetPasswordUrl).toMatch(/^http:\/\/portal\.test\/reset-password\/[\w-]{43}$/);
    expect((await identity.browser().signIn('cycle@plan.example', PASSWORD)).status).toBe(401);
  });

  it('ends the links of before with a change of a life cycle, also when it is taken back', async () => {
    const own = await identity.addUser('links@plan.example');
    const reset = async () => {
      const { body } = await call('POST', `users/${own}/lifecycle/reset_password?sendEmail=false`);
      return (body.resetPasswordUrl as string).split('/').at(-1);
    };
    const show = async (recoveryToken?: string) =>
      (await identity.browser().request('POST', '/api/v1/authn/recovery/token', { json: { recoveryToken } })).status;
    const [first, second] = [await reset(), await reset()];
    expect([await show(first), await show(second)]).toEqual([401, 200]);
  });

  it('ends the sign-ins that are not finished with a change of a life cycle, also when it is taken back', async () => {
    const login = 'unfinished@plan.example';
    const own = await identity.addUser(login);
    const suspendAndTakeBack = async () => {
      for (const verb of ['suspend', 'unsuspend']) await call('POST', `users/${own}/lifecycle/${verb}`);
    };
    const browser = identity.browser();
    const { sessionToken } = (await browser.signIn(login, PASSWORD)).body;
    await suspendAndTakeBack();
    expect((await browser.authorizeSilently({ sessionToken: sessionToken as string }))['error']).toBe('login_required');

    const { body: factor } = await call('POST', `users/${own}/factors?activate=true`, {
      ...enrolment,
      profile: { phoneNumber: '+15125550139' },
    });
    const { status, stateToken } = (await browser.signIn(login, PASSWORD)).body;
    expect(status).toBe('MFA_REQUIRED');
    await suspendAndTakeBack();
    const path = `/api/v1/authn/factors/${factor.id as string}/verify`;
    const verified = await browser.request('POST', path, { json: { stateToken } });
    expect([verified.status, verified.body.errorCode]).toEqual([401, 'E0000011']);
  });

  it.each(['SUSPENDED', 'DEPROVISIONED'] as const)(
    '%s lets nobody choose a password, who opened a link meanwhile',
    async (status) => {
      const login = `${status.toLowerCase()}@plan.example`;
      const own = await identity.addUser(login);
      const { body } = await call('POST', `users/${own}/lifecycle/reset_password?sendEmail=false`);
      const owner = identity.browser();
      const recoveryToken = (body.resetPasswordUrl as string).split('/').at(-1);
      const shown = await owner.request('POST', '/api/v1/authn/recovery/token', { json: { recoveryToken } });
      // Simulates a change of the account's status after the link was opened.
      await identity.provider.db.updateTable('user').set({ status }).where('id', '=', own).execute();
      const json = { stateToken: shown.body.stateToken, newPassword: 'An0ther-horse!' };
      const chosen = await owner.request('POST', '/api/v1/authn/credentials/reset_password', { json });
      expect([chosen.status, chosen.body.errorCode]).toEqual([401, 'E0000011']);
      expect((await call('GET', `users/${own}`)).body.status).toBe(status);
    },
  );

  it('keeps groups with a name of their own', async () => {
    const profile = { name: 'Nurses', secondFactor: 'OPTIONAL' };
    const { body: group } = await call('POST', 'groups', { profile });
    expect((await call('POST', 'groups', { profile })).status).toBe(400);
    expect((await call('POST', 'groups', { profile: { name: 'X', secondFactor: 'SOMETIMES' } })).status).toBe(400);
    expect((await call('PUT', `groups/${group.id as string}/users/${id}`)).status).toBe(204);
    expect((await call('PUT', `groups/${group.id as string}/users/nobody`)).status).toBe(404);
    expect((await call('GET', `users/${id}/groups`)).body).toMatchObject([{ profile }]);
    expect((await call('DELETE', `groups/${group.id as string}/users/${id}`)).status).toBe(204);
    expect((await call('GET', `users/${id}/groups`)).body).toEqual([]);
  });

  it('is for the portal’s servers only', async () => {
    const browser = identity.browser();
    await browser.signInForTokens(LOGIN, PASSWORD);
    for (const [method, path] of [
      ['GET', 'users'],
      ['POST', `users/${id}`],
      ['POST', `users/${id}/factors`],
      ['POST', `users/${id}/lifecycle/suspend`],
      ['GET', `users/${id}/sessions`],
      ['DELETE', `sessions/x`],
      ['GET', 'groups'],
    ] as const) {
      const { status, body } = await browser.request(method, `/api/v1/${path}`);
      expect([path, status, body.errorCode]).toEqual([path, 401, 'E0000011']);
    }
  });
});
