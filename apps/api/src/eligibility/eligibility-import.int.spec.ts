import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type EligibleMembers, POSITION_HEADER } from '@throughline/contracts';
import { eligibilityImportDecider } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { type Name, startApi } from '../testing/api-under-test.js';
import { type Answer, call, get, post } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const CSV = 'medicaid_id,date_of_birth\nVA1,1996-05-04\n';
const upload = (
  body: string,
  {
    as = 'admin' as Name,
    query = 'fileName=members.csv&programme=diaper&reason=New',
    key = randomUUID(),
    type = 'text/csv',
  } = {},
) =>
  call<string>(api, 'POST', `/eligible-patients/imports?${query}`, {
    as,
    key,
    body,
    headers: { 'content-type': type },
  });
const list = async ({ headers }: Answer<unknown>) =>
  (
    await get<EligibleMembers>(api, `/eligible-patients/imports?minPosition=${headers.get(POSITION_HEADER)}`, {
      as: 'admin',
    })
  ).body.data;
const fileOf = async (importId: string) => {
  const { state } = await readState(api.engines.store, eligibilityImportDecider, importId);
  return state.status === 'none' ? null : state.storageName;
};

describe('A file of members', () => {
  it('is stored for the worker, and listed without its location', async () => {
    const uploaded = await upload(CSV);
    expect(uploaded.status).toBe(201);
    const { imports, programmes } = await list(uploaded);
    expect(imports[0]).toMatchObject({
      importId: uploaded.body.data,
      fileName: 'members.csv',
      programme: 'diaper',
      uploadedBy: expect.stringMatching(/\S/),
      status: 'running',
      count: { rows: 0 },
    });
    expect(programmes.map(({ programme }) => programme)).toEqual(['diaper', 'pregnancy']);
    const storageName = await fileOf(uploaded.body.data);
    expect(JSON.stringify(imports)).not.toContain(storageName);
    const kept = [];
    for await (const chunk of await api.engines.files.get(storageName ?? '')) kept.push(chunk as Buffer);
    expect(Buffer.concat(kept).toString()).toBe(CSV);
  });

  it('sent again under the same key is the same import', async () => {
    const key = randomUUID();
    const answers = [await upload(CSV, { key }), await upload(CSV, { key })];
    expect(answers.map(({ body }) => body.data)).toEqual([key, key]);
    const { imports } = await list(answers[1]!);
    expect(imports.filter(({ importId }) => importId === key)).toHaveLength(1);
  });

  it('takes along what is decided of other dates of birth and of other zeros', async () => {
    const query = 'fileName=members.csv&reason=New';
    const plain = await upload(CSV, { query });
    const decided = await upload(CSV, { query: `${query}&correctDates=true&otherZeros=distinct` });
    const states = [plain, decided].map(({ body }) =>
      readState(api.engines.store, eligibilityImportDecider, body.data),
    );
    expect((await Promise.all(states)).map(({ state }) => state)).toMatchObject([
      { correctsDates: false, otherZeros: null },
      { correctsDates: true, otherZeros: 'distinct' },
    ]);
    expect((await upload(CSV, { query: `${query}&otherZeros=maybe` })).body.errors).toEqual({
      otherZeros: 'Other zeros must be correct or distinct.',
    });
  });

  it('is refused if it is not CSV, has no name, or is for an unknown programme', async () => {
    expect((await upload('{}', { type: 'application/json' })).status).toBe(415);
    expect((await upload(CSV, { query: 'programme=diaper&reason=New' })).body.errors).toEqual({
      fileName: 'File name is required.',
    });
    expect((await upload(CSV, { query: 'fileName=a&programme=gold&reason=New' })).body.errors).toEqual({
      programme: 'Programme is not valid.',
    });
    expect((await upload(CSV, { query: 'fileName=a' })).body.errors).toEqual({ reason: 'Reason is required.' });
  });

  it('can be canceled once, and stays canceled', async () => {
    const { body } = await upload(CSV);
    const path = `/eligible-patients/imports/${body.data}/cancel`;
    const canceled = await post(api, path, { reason: 'Wrong' }, { as: 'admin' });
    expect(canceled.status).toBe(200);
    expect((await list(canceled)).imports.find(({ importId }) => importId === body.data)?.status).toBe('canceled');
    expect((await post(api, path, { reason: 'Wrong' }, { as: 'admin' })).status).toBe(200);
    const unknown = await post(
      api,
      `/eligible-patients/imports/${randomUUID()}/cancel`,
      { reason: 'Wrong' },
      { as: 'admin' },
    );
    expect(unknown.body.code).toBe('eligibility-import/not-found');
  });
});
