import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import type { CatalogueVersions, EligibleMembers, ErrorBody } from '@throughline/contracts';
import { CurrentAccounts } from '../../identity/current-accounts.js';
import { actOnAccount } from '../../testing/act-on-account.js';
import { anOrder, submitOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../../testing/api-under-test.js';
import { call, get } from '../../testing/call.js';
import { until } from '../../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const identified = jest.spyOn(CurrentAccounts.prototype, 'find');

const act = async (who: Name, what: 'role' | 'company' | 'deactivate', change: object) => {
  expect((await actOnAccount(api, who, what, change)).status).toBe(200);
};
const makeAdmin = async (who: Name) => {
  await act(who, 'role', { admin: true, siteAdmin: false });
  await until(async () => (await get(api, '/catalogue/versions', { as: who })).status === 200);
};

/** Sends the head and all of the body except its last bytes, and waits until the caller is identified. */
async function begin(who: Name, path: string, type: string, body: string) {
  identified.mockClear();
  const headers = { authorization: `Bearer ${api.tokens[who]}`, 'content-type': type, 'idempotency-key': randomUUID() };
  const sent = request(`${api.origin}/api${path}`, { method: 'POST', headers });
  const answer = new Promise<[number | undefined, string]>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      text(response).then((all) => resolve([response.statusCode, (JSON.parse(all) as ErrorBody).code]), reject);
    });
  });
  sent.write(body.slice(0, -2));
  await until(() => identified.mock.calls.some(([userId]) => userId === PEOPLE[who].userId));
  return () => {
    sent.end(body.slice(-2));
    return answer;
  };
}

const aForm = (pdf: string) =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n${pdf}\r\n--b--\r\n`;
const FORM = 'multipart/form-data; boundary=b';
const upload = (referralId: string) => `/pdf/referral/${referralId}/upload/fileName/a.pdf?fileType=Other`;

/* A request whose body arrives slowly is not executed if the person loses the right meanwhile. */
describe('An upload that began before', () => {
  it('an account was deactivated activates no catalogue', async () => {
    await makeAdmin('staff2');
    const csv = await (
      await fetch(`${api.origin}/api/catalogue/export`, { headers: { authorization: `Bearer ${api.tokens.admin}` } })
    ).text();
    const end = await begin('staff2', '/catalogue/versions?fileName=a.csv&reason=Slow', 'text/csv', csv);
    await act('staff2', 'deactivate', {});
    await until(async () => (await get(api, '/referrals', { as: 'staff2' })).status === 403);
    expect(await end()).toEqual([403, 'identity/deactivated']);
    const listed = await get<CatalogueVersions>(api, '/catalogue/versions', { as: 'admin' });
    expect(listed.body.data.versions).toEqual([]);
  });

  it('a role was taken away imports no members', async () => {
    await makeAdmin('staff');
    const path = '/eligible-patients/imports?fileName=m.csv&programme=diaper&reason=Slow';
    const end = await begin('staff', path, 'text/csv', 'medicaid_id,date_of_birth\nVA1,1996-05-04\n');
    await act('staff', 'role', { admin: false, siteAdmin: false });
    await until(async () => (await get(api, '/catalogue/versions', { as: 'staff' })).status === 403);
    expect(await end()).toEqual([403, 'identity/not-allowed']);
    const listed = await get<EligibleMembers>(api, '/eligible-patients/imports', { as: 'admin' });
    expect(listed.body.data.imports).toEqual([]);
  });

  it('a person changed to another company attaches nothing to a referral of the first', async () => {
    const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
    const end = await begin('colleague', upload(body.data), FORM, aForm('%PDF-1.4 slow'));
    await act('colleague', 'company', { companyId: 26 });
    const again = { as: 'colleague', headers: { 'content-type': FORM }, body: aForm('%PDF-1.4') } as const;
    await until(async () => (await call(api, 'POST', upload(body.data), again)).status === 404);
    expect(await end()).toEqual([404, 'referral/not-found']);
  });

  it('nothing changed is carried out', async () => {
    const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
    const end = await begin('referrer', upload(body.data), FORM, aForm('%PDF-1.4 slow'));
    expect((await end())[0]).toBe(201);
  });
});

describe('A JSON body that arrives slowly', () => {
  it('is read before its caller is identified', async () => {
    identified.mockClear();
    const body = JSON.stringify({ updateId: randomUUID() });
    const headers = { authorization: `Bearer ${api.tokens.ops}`, 'content-type': 'application/json' };
    const sent = request(`${api.origin}/api/users/user/dismissed-update`, { method: 'POST', headers });
    const answered = new Promise((resolve) => sent.once('response', ({ statusCode }) => resolve(statusCode)));
    sent.write(body.slice(0, -2));
    expect((await get(api, '/companies', { as: 'admin' })).status).toBe(200);
    expect(identified.mock.calls.map(([userId]) => userId)).not.toContain(PEOPLE.ops.userId);
    await act('ops', 'deactivate', {});
    await until(async () => (await get(api, '/referrals', { as: 'ops' })).status === 403);
    sent.end(body.slice(-2));
    expect(await answered).toBe(403);
  });
});
