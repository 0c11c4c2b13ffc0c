import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ItemsByCategory } from '@throughline/contracts';
import { readCatalogue } from '../engines/read-catalogue.js';
import { startApi } from '../testing/api-under-test.js';
import { post } from '../testing/call.js';

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

  it.each([{}, { state: '' }, { state: null }, { state: 'ZZ' }])(
    'are not returned without a state: %j',
    async (query) => {
      const { status, body } = await items(query);
      expect({ status, state: body.errors?.['state'] }).toEqual({ status: 400, state: 'Member state required' });
    },
  );

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
