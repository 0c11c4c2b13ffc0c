import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { POSITION_HEADER, type SavedViews } from '@throughline/contracts';
import { VIEWS_PER_SCREEN } from '@throughline/domain';
import { type Name, startApi } from '../testing/api-under-test.js';
import { type Answer, get, post } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const VIEWS = '/users/user/views';
const arizona = { screen: 'queue', name: 'My Arizona', search: 'state=AZ&task=Shipped' };
const kept = { name: 'My Arizona', search: 'state=AZ&task=Shipped' };

const views = async (as: Name, written: Answer<unknown>, screen = 'queue') => {
  const path = `${VIEWS}?screen=${screen}&minPosition=${written.headers.get(POSITION_HEADER)}`;
  return (await get<SavedViews>(api, path, { as })).body.data;
};

describe('A view', () => {
  it('is stored for the person that saved it, on its screen only', async () => {
    const saved = await post(api, VIEWS, { ...arizona, search: '?task=Shipped&page=2&state=AZ' }, { as: 'staff' });
    expect(saved).toMatchObject({ status: 200, body: { success: true, data: null } });
    expect(await views('staff', saved)).toEqual([kept]);
    expect(await views('staff', saved, 'referrals')).toEqual([]);
    expect(await views('staff2', saved)).toEqual([]);
  });

  it('is not replaced or removed by another person who uses its name', async () => {
    await post(api, VIEWS, arizona, { as: 'staff' });
    await post(api, VIEWS, { ...arizona, search: 'state=TX' }, { as: 'staff2' });
    const { screen, name } = arizona;
    const removed = await post(api, `${VIEWS}/remove`, { screen, name }, { as: 'staff2' });
    expect(removed.status).toBe(200);
    expect(await views('staff2', removed)).toEqual([]);
    expect(await views('staff', removed)).toEqual([kept]);
  });

  it('is saved once by a request that comes twice', async () => {
    const key = randomUUID();
    const save = () => post(api, VIEWS, { ...arizona, name: 'Twice' }, { as: 'ops', key });
    const first = await save();
    expect((await save()).headers.get(POSITION_HEADER)).toBe(first.headers.get(POSITION_HEADER));
    const removed = await post(api, `${VIEWS}/remove`, { screen: 'queue', name: 'Twice' }, { as: 'ops' });
    expect((await save()).body.code).toBe('request/changed-since');
    expect(await views('ops', removed)).toEqual([]);
  });

  it('is refused beyond the maximum number of views', async () => {
    const save = (name: string) => post(api, VIEWS, { ...arizona, screen: 'referrals', name }, { as: 'referrer' });
    for (let number = 1; number <= VIEWS_PER_SCREEN; number++) expect((await save(`${number}`)).status).toBe(200);
    expect(await save('One more')).toMatchObject({ status: 409, body: { code: 'account/too-many-views' } });
  });

  it('needs a name, and a screen that has views', async () => {
    const nameless = await post(api, VIEWS, { ...arizona, name: ' ' }, { as: 'staff' });
    expect(nameless).toMatchObject({ status: 400, body: { errors: { name: 'Name is required.' } } });
    expect((await post(api, VIEWS, { ...arizona, screen: 'admin' }, { as: 'staff' })).status).toBe(400);
    expect((await get(api, VIEWS, { as: 'staff' })).status).toBe(400);
  });

  it('requires a sign-in, and belongs to the caller only', async () => {
    expect((await get(api, `${VIEWS}?screen=queue`)).status).toBe(401);
    expect((await post(api, VIEWS, arizona)).status).toBe(401);
    expect((await post(api, `${VIEWS}/remove`, arizona)).status).toBe(401);
    expect((await post(api, VIEWS, { ...arizona, userId: 'u-ops' }, { as: 'staff' })).status).toBe(403);
  });
});
