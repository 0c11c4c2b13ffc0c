import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { POSITION_HEADER, WITHDRAW_HEADER } from '@throughline/contracts';
import { sql } from 'kysely';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const api = await startApi();
afterAll(() => api.close());

const as = { as: 'referrer' } as const;

const submissions = async () => {
  let count = 0;
  for await (const { type } of api.engines.store.readAll({ after: 0 })) if (type === 'ReferralSubmitted') count++;
  return count;
};

describe('An Idempotency-Key', () => {
  it('that is sent twice gets the same answer, and nothing happens twice', async () => {
    const key = randomUUID();
    const before = await submissions();
    const first = await post(api, '/referrals/create', anOrder(), { ...as, key });
    const second = await post(api, '/referrals/create', anOrder(), { ...as, key });
    expect(second.body).toEqual(first.body);
    expect(second.status).toBe(first.status);
    expect(second.headers.get(POSITION_HEADER)).toBe(first.headers.get(POSITION_HEADER));
    expect(await submissions()).toBe(before + 1);
  });

  it('that is sent many times at once gets the same answer, and nothing happens twice', async () => {
    const key = randomUUID();
    const before = await submissions();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(api, '/referrals/create', anOrder(), { ...as, key })),
    );
    expect(new Set(answers.map(({ body }) => body.data)).size).toBe(1);
    expect(await submissions()).toBe(before + 1);
  });

  it('by which a request is withdrawn gives its answer, if it had arrived', async () => {
    const key = randomUUID();
    const first = await post(api, '/referrals/create', anOrder(), { ...as, key });
    const before = await submissions();
    const asked = await post(api, '/referrals/create', anOrder(), {
      ...as,
      key,
      headers: { [WITHDRAW_HEADER]: 'yes' },
    });
    expect(asked.body).toEqual(first.body);
    expect(await submissions()).toBe(before);
  });

  it('by which a request was withdrawn carries out nothing, if the request arrives after that', async () => {
    const key = randomUUID();
    const before = await submissions();
    const withdrawn = { status: 409, body: { code: 'request/withdrawn' } };
    const headers = { [WITHDRAW_HEADER]: 'yes' };
    expect(await post(api, '/referrals/create', anOrder(), { ...as, key, headers })).toMatchObject(withdrawn);
    for (const again of [{}, headers, {}])
      expect(await post(api, '/referrals/create', anOrder(), { ...as, key, headers: again })).toMatchObject(withdrawn);
    expect(await submissions()).toBe(before);
  });

  it('decides once where a request and its withdrawal arrive together', async () => {
    for (let round = 0; round < 10; round++) {
      const key = randomUUID();
      const before = await submissions();
      const [sent, withdrawn] = await Promise.all([
        post(api, '/referrals/create', anOrder(), { ...as, key }),
        post(api, '/referrals/create', anOrder(), { ...as, key, headers: { [WITHDRAW_HEADER]: 'yes' } }),
      ]);
      expect(withdrawn.body).toEqual(sent.body);
      expect(await submissions()).toBe(before + (sent.status === 201 ? 1 : 0));
    }
  });

  it('by which a request is withdrawn that was broken off carries out nothing, then or later', async () => {
    const { data: referralId } = (await submitOrder(api, anOrder(), as)).body;
    await until(async () => (await get(api, `/tasks/${referralId}-1`, { as: 'staff' })).status === 200);
    const act = (verb: string, key = randomUUID(), headers = {}) =>
      post(api, `/tasks/${referralId}-1/${verb}`, {}, { as: 'staff', key, headers });
    const [claimed, key] = [randomUUID(), randomUUID()];
    for (const done of [await act('claim', claimed), await act('release')]) expect(done.status).toBe(200);
    // As the same claim under another key leaves it if the log is away when it is decided.
    const { db } = api.engines.database;
    await db.updateTable('idempotency_key').set({ key, answer: null }).where('key', '=', claimed).execute();
    for (const headers of [{ [WITHDRAW_HEADER]: 'yes' }, {}])
      expect(await act('claim', key, headers)).toMatchObject({ status: 409, body: { code: 'request/withdrawn' } });
    const types: string[] = [];
    for await (const { type } of api.engines.store.readStream(`itemTask-${referralId}`)) types.push(type);
    expect(types.filter((type) => type === 'TaskClaimed')).toHaveLength(1);
  });

  it('is needed to withdraw a request', async () => {
    const headers = { [WITHDRAW_HEADER]: 'yes', 'idempotency-key': '' };
    expect((await post(api, '/referrals/create', anOrder(), { ...as, headers })).status).toBe(400);
  });

  it('that is sent again after a crash between append and answer finds its own event', async () => {
    const key = randomUUID();
    const first = await post(api, '/referrals/create', anOrder(), { ...as, key });
    await api.engines.database.db.updateTable('idempotency_key').set({ answer: null }).where('key', '=', key).execute();
    const before = await submissions();
    const second = await post(api, '/referrals/create', anOrder(), { ...as, key });
    expect(second.body).toEqual(first.body);
    expect(await submissions()).toBe(before);
  });

  it('that is sent again after such a crash, and refused for now, finds its own event later', async () => {
    const { db } = api.engines.database;
    const key = randomUUID();
    const first = await post(api, '/referrals/create', anOrder(), { key });
    await db.updateTable('idempotency_key').set({ answer: null }).where('key', '=', key).execute();
    const before = await submissions();
    await sql`update rate_limit set points = 1000 where key like 'orderByAddress%'`.execute(db);
    expect((await post(api, '/referrals/create', anOrder(), { key })).status).toBe(429);
    await sql`delete from rate_limit`.execute(db);
    const third = await post(api, '/referrals/create', anOrder(), { key });
    expect(third.body).toEqual(first.body);
    expect(await submissions()).toBe(before);
  });

  it('has an outcome that outlives a crash of the database, unless the stream knows it', async () => {
    const { db } = api.engines.database;
    await sql`create table stored_with (key uuid, synchronous_commit text)`.execute(db);
    await sql`create function note_commit() returns trigger language plpgsql as
      $$ begin insert into stored_with values (new.key, current_setting('synchronous_commit')); return null; end $$`.execute(
      db,
    );
    await sql`create trigger note_commit after update on idempotency_key for each row execute function note_commit()`.execute(
      db,
    );
    const storedWith = async (path: string, body: unknown) => {
      const key = randomUUID();
      expect((await post(api, path, body, { as: 'staff', key })).status).toBeLessThan(500);
      const { rows } = await sql<{ synchronous_commit: string }>`
        select synchronous_commit from stored_with where key = ${key}::uuid`.execute(db);
      return rows.map(({ synchronous_commit }) => synchronous_commit);
    };
    const { data: referralId } = (await submitOrder(api, anOrder(), as)).body;
    const claim = `/tasks/${referralId}-1/claim`;
    await until(async () => (await get(api, `/tasks/${referralId}-1`, { as: 'staff' })).status === 200);
    expect({
      written: await storedWith(claim, {}),
      nothingToDo: await storedWith(claim, {}),
      rejected: await storedWith(`/tasks/${referralId}-9/claim`, {}),
    }).toEqual({ written: ['off'], nothingToDo: ['on'], rejected: ['on'] });
    await sql`drop function note_commit cascade`.execute(db);
  });

  it('that a hanging node has locked is answered with 503, and other keys are not affected', async () => {
    const key = randomUUID();
    const first = await post(api, '/referrals/create', anOrder(), { ...as, key });
    const frozen = await api.engines.database.pool.connect();
    await frozen.query('select pg_advisory_lock(hashtextextended($1, 0))', [`idempotency key ${key}`]);
    const again = [key, key.toUpperCase()].map((same) =>
      post(api, '/referrals/create', anOrder(), { ...as, key: same }),
    );
    try {
      expect((await post(api, '/referrals/create', anOrder(), as)).status).toBe(201);
      for (const waiting of again)
        expect(await waiting).toMatchObject({ status: 503, body: { code: 'service/unavailable' } });
    } finally {
      frozen.release(true);
    }
    expect((await post(api, '/referrals/create', anOrder(), { ...as, key })).body).toEqual(first.body);
  });

  it('that was rejected is rejected again, although the command would succeed now', async () => {
    const submitted = await post<string>(api, '/referrals/create', anOrder(), as);
    const taskId = `${submitted.body.data}-2`;
    const key = randomUUID();
    const first = await post(api, `/tasks/${taskId}/claim`, {}, { as: 'staff', key });
    expect(first).toMatchObject({ status: 409, body: { code: 'item-task/unknown-task' } });
    const path = `/tasks/${submitted.body.data}-1`;
    await until(async () => (await get(api, path, { as: 'staff' })).status === 200);
    await post(api, `${path}/outcome`, { outcome: 'created' }, { as: 'staff' });
    expect((await post(api, `/tasks/${taskId}/claim`, {}, { as: 'staff', key })).body).toEqual(first.body);
    expect((await post(api, `/tasks/${taskId}/claim`, {}, { as: 'staff' })).status).toBe(200);
  });

  it('that was refused because of a colleague is refused again, without their name, although they have given way', async () => {
    const submitted = await post<string>(api, '/referrals/create', anOrder(), as);
    const path = `/tasks/${submitted.body.data}-1`;
    await until(async () => (await get(api, path, { as: 'staff' })).status === 200);
    expect((await post(api, `${path}/claim`, {}, { as: 'staff2' })).status).toBe(200);
    const key = randomUUID();
    const first = await post(api, `${path}/claim`, {}, { as: 'staff', key });
    expect(first).toMatchObject({ status: 409, body: { code: 'item-task/claimed-by-another', message: /Vance/ } });
    await post(api, `${path}/release`, {}, { as: 'staff2' });
    const again = await post(api, `${path}/claim`, {}, { as: 'staff', key });
    expect(again).toMatchObject({ status: 409, body: { code: 'item-task/claimed-by-another' } });
    const kept = await api.engines.database.db
      .selectFrom('idempotency_key')
      .select('answer')
      .where('key', '=', key)
      .execute();
    expect(JSON.stringify(kept)).toContain('claimed-by-another');
    expect(JSON.stringify(kept)).not.toContain('Vance');
    expect((await post(api, `${path}/claim`, {}, { as: 'staff' })).status).toBe(200);
  });

  it('of a malformed request can be used again', async () => {
    const key = randomUUID();
    expect((await post(api, '/referrals/create', anOrder({ items: [] }), { ...as, key })).status).toBe(400);
    expect((await post(api, '/referrals/create', anOrder(), { ...as, key })).status).toBe(201);
  });

  it.each([
    ['another body', () => anOrder({ lastName: 'Other' }), as],
    ['another caller', () => anOrder(), { as: 'colleague' } as const],
  ])('with %s is refused', async (_, order, options) => {
    const key = randomUUID();
    await post(api, '/referrals/create', anOrder(), { ...as, key });
    const { status, body } = await post(api, '/referrals/create', order(), { ...options, key });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'request/idempotency-key-reused' });
  });

  it('with the same parameters and body of another call is refused', async () => {
    const { data: referralId } = (await submitOrder(api, anOrder(), as)).body;
    const task = `/tasks/${referralId}-1`;
    await until(async () => (await get(api, task, { as: 'staff' })).status === 200);
    const key = randomUUID();
    expect((await post(api, `${task}/claim`, {}, { as: 'staff', key })).status).toBe(200);
    const { status, body } = await post(api, `${task}/release`, {}, { as: 'staff', key });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'request/idempotency-key-reused' });
    expect((await post(api, `${task}/release`, {}, { as: 'staff' })).headers.get(POSITION_HEADER)).not.toBeNull();
  });

  it('is remembered for seven days', async () => {
    const { db } = api.engines.database;
    const keys = ['6 days 23 hours', '7 days 1 minute'].map((age) => ({ age, key: randomUUID() }));
    for (const { age, key } of keys) {
      await post(api, '/referrals/create', anOrder(), { ...as, key });
      await sql`update idempotency_key set created_at = now() - ${age}::interval where key = ${key}::uuid`.execute(db);
    }
    await api.app.get(IdempotencyKeys, { strict: false }).purge();
    const { rows } = await sql<{
      key: string;
    }>`select key from idempotency_key where created_at < now() - interval '6 days'`.execute(db);
    expect(rows.map(({ key }) => key)).toEqual([keys[0]?.key]);
  });

  it('with the fields in another order, and a default that is named, is the same command', async () => {
    const { db } = api.engines.database;
    const key = randomUUID();
    const { referralInfo, memberInfo, ...order } = anOrder();
    const first = await post(api, '/referrals/create', anOrder(), { ...as, key });
    const said = { ...order, form: 'general', memberInfo: Object.fromEntries(Object.entries(memberInfo).reverse()) };
    const again = { ...said, referralInfo: { ...referralInfo, sendNotificationsFlag: true, phone: ' 5125550100 ' } };
    expect((await post(api, '/referrals/create/', again, { ...as, key })).body).toEqual(first.body);
    // An earlier release has stored only the hash of the exact bytes.
    await db.updateTable('idempotency_key').set({ parsed_hash: null }).where('key', '=', key).execute();
    expect((await post(api, '/referrals/create', anOrder(), { ...as, key })).body).toEqual(first.body);
    expect((await post(api, '/referrals/create/', again, { ...as, key })).status).toBe(409);
  });

  it('must be a UUID', async () => {
    const { status, body } = await post(api, '/referrals/create', anOrder(), { ...as, key: 'again' });
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'Idempotency-Key must be a UUID.' });
  });
});
