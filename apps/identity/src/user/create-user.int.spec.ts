import { describe, expect, it } from '@jest/globals';
import { newUser, PASSWORD, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity({ realHash: true });

const create = async (body: unknown, query = '?activate=true') => {
  const response = await identity.manage('POST', `/api/v1/users${query}`, body);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const signInStatus = async (login: string) => (await identity.browser().signIn(login, PASSWORD)).status;

describe('Creating a user', () => {
  it('needs the API token', async () => {
    const { status, body } = await identity
      .browser()
      .request('POST', '/api/v1/users', { json: newUser('x@plan.example') });
    expect([status, body.errorCode, body.errorSummary]).toEqual([401, 'E0000011', 'Invalid token provided']);
  });

  it('creates an active user who can sign in, and is found by id and by login in any case', async () => {
    const { status, body } = await create(newUser('Rosa@plan.example'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'ACTIVE', profile: { firstName: 'Rosa', primaryPhone: '2105550143' } });
    expect(await signInStatus('rosa@PLAN.example')).toBe(200);
    for (const key of [body['id'] as string, 'ROSA@plan.example']) {
      const found = await identity.manage('GET', `/api/v1/users/${encodeURIComponent(key)}`);
      expect(await found.json()).toMatchObject({ id: body['id'] });
    }
  });

  it.each(['r&d@plan.example', 'José@bücher.example', 'анна@почта.рф'])(
    'accepts the login %s, in any case',
    async (login) => {
      expect((await create(newUser(login))).status).toBe(200);
      expect(await signInStatus(login.toUpperCase())).toBe(200);
    },
  );

  it('gives a mailbox one account, however its domain is spelt', async () => {
    const spelt = 'Sp3lt@ＰＬＡＮ。bücher．example';
    const { body } = await create(newUser(spelt));
    expect(body['profile']).toMatchObject({ login: 'Sp3lt@plan.bücher.example', email: 'Sp3lt@plan.bücher.example' });
    for (const other of ['sp3lt@plan.bücher.example', 'ｓｐ３ｌｔ@plan.xn--bcher-kva.example', spelt]) {
      expect((await create(newUser(other))).body['errorSummary']).toBe('Api validation failed: login');
      expect(await signInStatus(other)).toBe(200);
    }
    expect(await signInStatus('sp3lt+other@plan.bücher.example')).toBe(401);
  });

  it('finds an account from before spellings were folded, by the key that it was stored under first', async () => {
    const stored = async (login: string, login_key: string) => {
      const { body } = await create(newUser(login));
      await identity.provider.db
        .updateTable('user')
        .set({ login_key })
        .where('id', '=', body['id'] as string)
        .execute();
      return body['id'];
    };
    const found = async (login: string) =>
      ((await (await identity.manage('GET', `/api/v1/users/${encodeURIComponent(login)}`)).json()) as { id: string })
        .id;
    const ascii = await stored('old@bücher.example', 'old@xn--bcher-kva.example');
    for (const login of ['Old@XN--bcher-kva.example', 'old@bücher.example', 'old@bücher．example']) {
      expect(await found(login)).toBe(ascii);
      expect(await signInStatus(login)).toBe(200);
      expect((await create(newUser(login))).status).toBe(400);
    }

    const second = await stored('two@plan.example', 'ｔｗｏ@plan.example');
    const { body: first } = await create(newUser('two@plan.example'));
    const changed = await identity.manage('POST', `/api/v1/users/${second as string}`, {
      profile: { firstName: 'Tu' },
    });
    expect(changed.status).toBe(200);
    expect([await found('Two@plan.example'), await found('ｔｗｏ@plan.example')]).toEqual([first['id'], second]);
  });

  it('never shows or stores the password', async () => {
    const { body } = await create(newUser('hidden@plan.example'));
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
    const { password_hash } = await identity.provider.db
      .selectFrom('user')
      .select('password_hash')
      .where('id', '=', body['id'] as string)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('leaves a user who is not activated, or has no password, unable to sign in', async () => {
    expect((await create(newUser('staged@plan.example'), '?activate=false')).body['status']).toBe('STAGED');
    expect(await signInStatus('staged@plan.example')).toBe(401);
    const { profile } = newUser('waiting@plan.example');
    expect((await create({ profile })).body['status']).toBe('PROVISIONED');
    expect(await signInStatus('waiting@plan.example')).toBe(401);
  });

  it.each(['nonsense', '', 'True', '1', 'false&activate=true'])(
    'refuses an activation that is neither true nor false: %j',
    async (activate) => {
      const { status, body } = await create(newUser('doubtful@plan.example'), `?activate=${activate}`);
      expect([status, body['errorCode'], body['errorSummary']]).toEqual([
        400,
        'E0000001',
        'Api validation failed: activate',
      ]);
      expect(JSON.stringify(body)).toContain("The 'activate' parameter must be true or false.");
      const users = identity.provider.db.selectFrom('user').where('login_key', '=', 'doubtful@plan.example');
      expect(await users.selectAll().execute()).toEqual([]);
    },
  );

  it('refuses a login that is taken, and leaves its owner unchanged', async () => {
    await create(newUser('taken@plan.example'));
    const { status, body } = await create(newUser('TAKEN@plan.example', 'An0ther-one!'));
    expect([status, body['errorCode']]).toEqual([400, 'E0000001']);
    expect(body['errorCauses']).toEqual([
      { errorSummary: 'login: An object with this field already exists in the current organization' },
    ]);
    expect(await signInStatus('taken@plan.example')).toBe(200);
  });

  it('refuses a password against the rules, saying which', async () => {
    const { status, body } = await create(newUser('weak@plan.example', 'Welcome1!'));
    expect([status, body['errorSummary']]).toEqual([400, 'Api validation failed: password']);
    expect(body['errorCauses']).toEqual([{ errorSummary: 'New password is too easy to guess' }]);
  });

  it('accepts a passphrase of 64 characters and more', async () => {
    const password = `Aa1!${'long '.repeat(20)}`;
    const { body } = await create(newUser('patient.poet@plan.example', password));
    expect(body['status']).toBe('ACTIVE');
    expect((await identity.browser().signIn('patient.poet@plan.example', password)).status).toBe(200);
  });

  it('refuses a profile without a name or with a login that is no e-mail address', async () => {
    const body = newUser('no-address');
    const refused = await create({ ...body, profile: { ...body.profile, firstName: ' ' } });
    expect(refused.status).toBe(400);
    expect(refused.body['errorCode']).toBe('E0000001');
    expect(refused.body['errorCauses']).toHaveLength(3);
  });
});

describe('Looking up a user', () => {
  it('answers E0000007 for an unknown user', async () => {
    const response = await identity.manage('GET', '/api/v1/users/nobody@plan.example');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ errorCode: 'E0000007' });
  });
});
