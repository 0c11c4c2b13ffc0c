import { afterAll, describe, expect, it } from '@jest/globals';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const submit = async () => (await submitOrder(api, anOrder(), { as: 'referrer' })).body.data;

async function exported(query: string) {
  const response = await fetch(`${api.origin}/api/tasks/export${query}`, {
    headers: { authorization: `Bearer ${api.tokens.ops}` },
  });
  const [, ...lines] = (await response.text()).trimEnd().split('\r\n');
  return { response, lines };
}

describe('Exporting the queue', () => {
  it('gives all tasks under the filters as a file, and records whose they are', async () => {
    const ids = [await submit(), await submit()];
    for (const id of ids) await until(async () => (await get(api, `/tasks/${id}-1`, { as: 'staff' })).status === 200);
    await post(api, `/tasks/${ids[1]}-1/claim`, {}, { as: 'staff' });
    await until(async () => (await exported('')).lines.length === 1);

    const { response, lines } = await exported('?tab=unassigned&department=Demos');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    const inGroups = String(ids[0]).replaceAll(/\d{5}(?=\d)/g, '$& ');
    expect(lines).toEqual([expect.stringContaining(`"${inGroups}"`)]);
    expect((await exported('?department=Intake')).lines).toEqual([]);

    const recorded = await api.engines.database.db
      .selectFrom('access_log')
      .where('screen', '=', 'Queue export')
      .orderBy('id', 'desc')
      .select(['role', 'referral_ids'])
      .executeTakeFirst();
    expect(recorded).toEqual({ role: 'ops', referral_ids: [ids[0]] });
  });
});
