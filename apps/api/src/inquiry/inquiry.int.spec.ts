import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InquiryAnswer, InquiryList } from '@throughline/contracts';
import { waitUntilProjected } from '@throughline/read-models';
import { REQUESTS_PER_MINUTE } from '../rate-limit/rate-limits.js';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const ANA = { lastName: 'Ruiz', firstName: 'Ana', email: 'ana@plan.example' };
const ask = (description: string, more: object = {}) =>
  post(api, '/help/create', { type: 'Assistance', ...ANA, subject: '', description, ...more });
const list = async (show: 'open' | 'done' = 'open') => {
  await waitUntilProjected(api.engines.database.db, await api.engines.store.head());
  return (await get<InquiryList>(api, `/messages?show=${show}&pageSize=100`, { as: 'staff' })).body.data;
};
const find = async (text: string, show: 'open' | 'done' = 'open') =>
  (await list(show)).rows.find((row) => row.text === text);
const idOf = async (text: string) => (await find(text))?.inquiryId ?? '';

describe('A message to the provider', () => {
  beforeEach(() => api.engines.database.pool.query('delete from rate_limit'));

  it('is kept until staff answer it, and is then behind a secret link', async () => {
    expect((await ask('Where is it?', { language: 'es' })).status).toBe(201);
    const message = { ...ANA, subject: 'Fax', message: 'Which number?' };
    expect((await post(api, '/contact/create', message)).status).toBe(201);
    expect((await post(api, '/contact/create', { ...message, email: 'not an email' })).body.errors).toEqual({
      email: 'Email is not valid.',
    });
    const asked = { source: 'help', type: 'Assistance', subject: null, language: 'es', ...ANA };
    expect(await find('Where is it?')).toMatchObject(asked);
    expect(await find('Which number?')).toMatchObject({ source: 'contact', type: 'Contact Us', subject: 'Fax' });

    const id = await idOf('Where is it?');
    const answer = (text: string) => post(api, `/messages/${id}/answer`, { text }, { as: 'staff' });
    expect((await answer('On the way.')).status).toBe(200);
    expect((await answer('Twice.')).body.code).toBe('inquiry/not-open');
    expect(await find('Where is it?')).toBeUndefined();
    expect(await find('Where is it?', 'done')).toMatchObject({ status: 'answered', answer: { text: 'On the way.' } });

    const { rows } = await api.engines.database.pool.query<{ answer_token: string }>(
      'select answer_token from inquiry where inquiry_id = $1',
      [id],
    );
    const answerAt = (token: string) => get<InquiryAnswer>(api, `/messages/answer/${token}`);
    const { body } = await answerAt(rows[0]!.answer_token);
    expect(Object.keys(body.data).sort()).toEqual(['answeredAt', 'text']);
    expect((await answerAt('x'.repeat(43))).status).toBe(404);
  });

  it('has one of the known types, by either form', async () => {
    const contact = (type: unknown) =>
      post(api, '/contact/create', { ...ANA, type, subject: 'Fax', message: `As ${String(type)}` });
    for (const type of ['Contact Us', 'Assistance Needed', 'Suggestion', 'Other']) {
      expect((await contact(type)).status).toBe(201);
      expect(await find(`As ${type}`)).toMatchObject({ source: 'contact', type });
    }
    for (const type of ['Nonsense', '', 'contact us', 7, null, 'x'.repeat(5_000)]) {
      const fault = type === '' || type === null ? 'is required.' : 'is not valid.';
      const { status, body } = await contact(type);
      expect([status, body.errors]).toEqual([400, { type: `Request Type ${fault}` }]);
      expect((await ask('D', { type })).body.errors).toEqual({ type: `Request Type ${fault}` });
    }
  });

  it('is closed and opened again by staff', async () => {
    await ask('No address', { email: 'by phone please' });
    const id = await idOf('No address');
    expect((await post(api, `/messages/${id}/answer`, { text: 'A' }, { as: 'staff' })).body.code).toBe(
      'inquiry/no-address',
    );
    await post(api, `/messages/${id}/close`, { reason: 'Called' }, { as: 'staff' });
    expect(await find('No address', 'done')).toMatchObject({ closed: { text: 'Called', by: 'Dee Park' } });
    const { closed } = (await find('No address', 'done'))!;
    await post(api, `/messages/${id}/reopen`, { seen: { settledAt: closed?.at } }, { as: 'staff2' });
    expect(await find('No address')).toMatchObject({ status: 'open', closed: null });
  });

  it('is counted for the navigation without being read', async () => {
    await ask('Counted');
    const { rowCount } = await list();
    const reads = async () =>
      (await api.engines.database.pool.query("select 1 from access_log where screen = 'Messages'")).rowCount;
    const before = await reads();
    const counted = await get<InquiryList>(api, '/messages?pageSize=0', { as: 'ops' });
    expect(counted.body.data).toMatchObject({ rows: [], rowCount });
    expect(await reads()).toBe(before);
  });

  it('needs what the form requires, in the form’s words', async () => {
    const { status, body } = await post(api, '/help/create', { description: ' ' });
    expect([status, body.errors]).toEqual([
      400,
      {
        type: 'Request Type is required.',
        lastName: 'Last Name is required.',
        firstName: 'First Name is required.',
        email: 'Email is required.',
        description: 'Description is required.',
      },
    ]);
    const long = 'x'.repeat(8_001);
    expect((await ask(long)).body.errors).toEqual({ description: 'Description is limited to 8000 characters.' });
    expect((await ask('Many', { email: 'x'.repeat(51) })).body.errors).toEqual({
      email: 'Email is limited to 50 characters.',
    });
  });

  it('can be sent so often from one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: REQUESTS_PER_MINUTE.messageByAddress + 3 }, () => ask('Again')),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('is shown only with a record of who read it', async () => {
    await list();
    const { rows } = await api.engines.database.pool.query<{ user_id: string }>(
      `select user_id from access_log where screen = 'Messages'`,
    );
    expect(rows.map(({ user_id }) => user_id)).toContain('u-staff');
  });
});
