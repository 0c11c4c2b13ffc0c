import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CatalogueVersions,
  type CheckedCatalogue,
  type ItemsByCategory,
  MAX_CATALOGUE_FILE_BYTES,
  POSITION_HEADER,
} from '@throughline/contracts';
import { readCatalogue } from '../engines/read-catalogue.js';
import { anOrder } from '../testing/an-order.js';
import { startAnotherNode, startApi } from '../testing/api-under-test.js';
import { type Answer, call, get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
afterAll(() => api.close());

const items = (query: object) => post<ItemsByCategory>(api, '/items/', query);
const idsOf = (answer: ItemsByCategory) => Object.values(answer).flatMap((found) => found.map(({ id }) => id));

describe('Items', () => {
  it('are returned to anyone, by category, in the order of the categories', async () => {
    const { status, body } = await items({ state: 'AZ' });
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual([
      'Breast Pump',
      'Pregnancy Rewards',
      'Sensory Kits',
      'Incontinence',
      'Supplies',
      'Equipment',
    ]);
    expect(body.data['Supplies']?.[0]).toMatchObject({ id: 'gloves', itemCategory: 'Supplies', hcpcs: 'A4927' });
  });

  it.each([{}, { state: '' }, { state: null }])('are not returned without a state: %j', async (query) => {
    const { status, body } = await items(query);
    expect({ status, state: body.errors?.['state'] }).toEqual({ status: 400, state: 'Member state required' });
  });

  it.each([
    [{ state: 'ZZ' }, 'Member state is not valid.'],
    [{ state: 5 }, 'Member state must be text'],
  ])('are not returned for a state that does not exist, which is not called missing: %j', async (query, message) => {
    const { status, body } = await items(query);
    expect({ status, state: body.errors?.['state'] }).toEqual({ status: 400, state: message });
  });

  it('are told from those that no state offers to the group', async () => {
    const offered = async (question: object) =>
      (
        await post<string[]>(api, '/items/offered', {
          catalogueIds: ['gloves', 'reward-diaper-case', 'gone'],
          ...question,
        })
      ).body.data;
    expect((await offered({})).toSorted()).toEqual(['gloves']);
    expect((await offered({ groupId: 7 })).toSorted()).toEqual(['gloves', 'reward-diaper-case']);
    expect((await post(api, '/items/offered', { catalogueIds: [] })).status).toBe(400);
  });

  it('are those of the state and of the group', async () => {
    const diapers = { itemCategory: 'Baby Diaper Rewards' };
    expect(idsOf((await items({ state: 'VA', groupId: 7, ...diapers })).body.data)).toContain('reward-diaper-case');
    expect((await items({ state: 'VA', ...diapers })).body.data).toEqual({});
    expect((await items({ state: 'AZ', groupId: 7, ...diapers })).body.data).toEqual({});
    expect(idsOf((await items({ state: 'VA' })).body.data)).not.toContain('breast-pump-wearable');
  });

  it('each have a picture, which is served with its description', async () => {
    const { body } = await items({ state: 'AZ', groupId: 7 });
    const found = Object.values(body.data).flat();
    expect(found.length).toBeGreaterThan(50);
    for (const { image, imageAlt } of found) {
      const picture = await fetch(`${api.origin}${image}`);
      expect(picture.headers.get('content-type')).toContain('image/svg+xml');
      expect(await picture.text()).toContain(`<title>${imageAlt}</title>`);
    }
  });

  it('serve no file except their pictures', async () => {
    for (const path of ['/catalogue/pictures/', '/catalogue/pictures/none.svg', '/catalogue/pictures/..%2fREADME.md'])
      expect((await fetch(`${api.origin}${path}`)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('A version of the catalogue', () => {
  const HEADER = 'id,category,item,description,hcpcs,image,states,groups,option id,option name,option hcpcs';
  const GLOVES = 'gloves,Supplies,Nitrile gloves,Each.,A4927,gloves.svg,,,,,';
  const admin = { as: 'admin' } as const;
  const upload = <Data>(path: string, body: string, { type = 'text/csv', node = api } = {}) =>
    call<Data>(node, 'POST', path, { ...admin, body, headers: { 'content-type': type } });
  const csv = (...lines: string[]) => [HEADER, ...lines].join('\n');
  const check = async (body: string) => (await upload<CheckedCatalogue>('/catalogue/check', body)).body.data;
  const plan = (body: string, query: Record<string, string> = {}, node = api) => {
    const search = new URLSearchParams({ fileName: 'winter.csv', reason: 'Winter', ...query });
    return upload<string>(`/catalogue/versions?${search.toString()}`, body, { node });
  };
  const download = async (query = '') => {
    const headers = { authorization: `Bearer ${api.tokens.admin}` };
    return (await fetch(`${api.origin}/api/catalogue/export${query}`, { headers })).text();
  };
  const versionsAfter = async ({ headers }: Answer<unknown>) =>
    (await get<CatalogueVersions>(api, `/catalogue/versions?minPosition=${headers.get(POSITION_HEADER)}`, admin)).body
      .data;
  const order = (item: object) =>
    post<string>(api, '/referrals/create', anOrder({ items: [{ qty: 1, ...item }] as never }));
  const nebulizer = { itemCategory: 'Equipment', catalogueId: 'nebulizer', item: 'Nebulizer with compressor' };
  const supplied = api.engines.catalogue.items.length;
  const waitsForLock = async () => {
    const { rowCount } = await api.engines.database.pool.query(
      "select from pg_locks where locktype = 'advisory' and not granted",
    );
    return rowCount !== 0;
  };

  it('is checked: all its faults, or what it would change', async () => {
    expect(await check(csv(GLOVES, GLOVES))).toMatchObject({
      faults: [{ line: 3, column: 'id', fault: 'is the id of line 2 as well.' }],
      faultCount: 1,
      difference: null,
    });
    const { difference, comparedWith } = await check(csv(GLOVES));
    expect(comparedWith).toBe(null);
    expect(difference?.changed.map(({ id }) => id)).toEqual(['gloves']);
    expect(difference?.retired).toHaveLength(supplied - 1);
  });

  it('is refused with its faults, without a reason, as another type and beyond the limit', async () => {
    expect((await plan(csv(GLOVES, GLOVES))).body.code).toBe('catalogue/faulty-file');
    expect((await plan(csv(GLOVES), { reason: ' ' })).body.errors).toEqual({ reason: 'Reason is required.' });
    expect((await upload('/catalogue/check', '{}', { type: 'application/json' })).status).toBe(415);
    expect((await upload('/catalogue/check', 'x'.repeat(MAX_CATALOGUE_FILE_BYTES + 1))).status).toBe(413);
  });

  it('is said in Spanish to anybody, as far as it has Spanish', async () => {
    const { body } = await get<Readonly<Record<string, string>>>(api, '/catalogue/words');
    const { items } = api.engines.catalogue;
    const english = items.flatMap(({ item, description, options }) => [
      item,
      description,
      ...options.map((o) => o.name),
    ]);
    expect(body.data).toMatchObject({ Cane: 'Bastón', 'Box of 50.': 'Caja de 50.', Small: 'Pequeño' });
    expect(Object.keys(body.data).sort()).toEqual([...new Set(english)].sort());
  });

  it('that is downloaded can be uploaded again, and shows no difference', async () => {
    const downloaded = await download();
    const nothing = { added: [], changed: [], retired: [], reordered: [], unchanged: supplied };
    expect((await check(downloaded)).difference).toEqual(nothing);
    expect((await plan(downloaded)).body.code).toBe('catalogue/no-change');
  });

  it('waits for its time, and can be canceled before it', async () => {
    const planned = await plan(csv(GLOVES), { activatesAt: '2099-01-04T06:00:00Z' });
    const path = `/catalogue/versions/${planned.body.data}/cancel`;
    expect((await versionsAfter(planned)).versions[0]).toMatchObject({
      versionId: planned.body.data,
      status: 'planned',
      reason: 'Winter',
      itemCount: 1,
      canceled: null,
      changes: { added: 0, changed: 1, retired: supplied - 1 },
      activatesAt: '2099-01-04T06:00:00.000Z',
    });
    expect(await download(`?version=${planned.body.data}`)).toContain('Nitrile gloves');
    expect(JSON.parse(await download(`?version=${randomUUID()}`))).toMatchObject({ code: 'catalogue/not-found' });
    const canceled = await post(api, path, { reason: 'Too early' }, admin);
    expect(await versionsAfter(canceled)).toMatchObject({
      versions: [{ status: 'canceled', canceled: { reason: 'Too early' } }],
      activeVersionId: null,
      itemCount: supplied,
    });
    expect((await plan(csv(GLOVES), { activatesAt: '2020-01-04T06:00:00Z' })).body.code).toBe('catalogue/time-over');
  });

  it('that is activated is what every node offers and accepts; an order of before keeps its items', async () => {
    await using other = await startAnotherNode(api);
    const offered = async (node: typeof api) =>
      idsOf((await post<ItemsByCategory>(node, '/items', { state: 'TX' })).body.data);
    expect((await offered(other)).length).toBeGreaterThan(20);
    const before = await order(nebulizer);
    expect(before.status).toBe(201);
    const activated = await plan(csv(GLOVES));
    expect(await versionsAfter(activated)).toMatchObject({
      versions: [{ status: 'active' }, { status: 'canceled' }],
      activeVersionId: activated.body.data,
      itemCount: 1,
    });
    for (const node of [api, other]) await until(async () => (await offered(node)).join() === 'gloves');
    expect((await order(nebulizer)).body).toMatchObject({
      code: 'order/item-not-offered',
      message: 'Nebulizer with compressor cannot be ordered here for a member in TX. Remove it and submit again.',
    });
    const gloves = { itemCategory: 'Supplies', catalogueId: 'gloves', item: 'Exam gloves, non-sterile' };
    expect((await order(gloves)).body).toMatchObject({
      code: 'order/item-named-otherwise',
      message:
        'Exam gloves, non-sterile is in the catalogue with another name: "Nitrile gloves", not "Exam gloves, non-sterile". ' +
        'Remove it, and add it again.',
    });
    expect((await order({ ...gloves, item: 'Nitrile gloves' })).status).toBe(201);
    const path = `/referrals/referral/${before.body.data}`;
    expect(JSON.stringify((await get(api, path, { as: 'staff' })).body.data)).toContain('Nebulizer');
    expect((await plan(csv(GLOVES))).body.code).toBe('catalogue/compared-with-another');
    const rival = (n: number, node: typeof api) =>
      plan(csv(GLOVES.replace('Each.', `Box ${n}.`)), { comparedWith: activated.body.data }, node);
    const { store } = api.engines;
    const append = store.append.bind(store);
    const decided = jest.spyOn(other.engines.store, 'head');
    let second: ReturnType<typeof rival> | undefined;
    jest.spyOn(store, 'append').mockImplementationOnce(async (...given) => {
      second = rival(2, other);
      await until(async () => decided.mock.calls.length > 0 || (await waitsForLock()));
      return append(...given);
    });
    const rivals = [await rival(1, api), await second!];
    expect(rivals.map(({ status }) => status)).toEqual([201, 409]);
    expect(rivals[1]?.body.code).toBe('catalogue/compared-with-another');
  });
});

describe('A custom catalogue', () => {
  const item = { id: 'gloves', itemCategory: 'Supplies', item: 'Gloves', description: 'Each.', image: 'gloves.svg' };

  async function reading(item: object, picture: string | null) {
    const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
    const catalogueFile = join(folder, 'items.json');
    await writeFile(catalogueFile, JSON.stringify({ items: [item] }));
    await mkdir(join(folder, 'pictures'));
    if (picture !== null) await writeFile(join(folder, 'pictures/gloves.svg'), picture);
    try {
      return await readCatalogue({ catalogueFile });
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it('is read with the descriptions of its pictures', async () => {
    const { items, titles } = await reading(item, '<svg><title> Two gloves </title></svg>');
    expect(items.map(({ id }) => id)).toEqual(['gloves']);
    expect(titles.get('gloves.svg')).toBe('Two gloves');
  });

  it('is refused if a picture is missing or has no description', async () => {
    await expect(reading(item, null)).rejects.toThrow(/^CATALOGUE_FILE .*: item "gloves", field image: there is no/);
    await expect(reading(item, '<svg/>')).rejects.toThrow(/item "gloves", field image: .* has no <title>/);
  });

  it('is refused with one line that names the variable, the item and the field', async () => {
    await expect(reading({ ...item, hcpcs: '?' }, null)).rejects.toThrow(
      /^CATALOGUE_FILE \S+items.json: item "gloves", field hcpcs: must be/,
    );
    await expect(readCatalogue({ catalogueFile: '/nowhere.json' })).rejects.toThrow(
      'CATALOGUE_FILE /nowhere.json: is not there.',
    );
  });
});
