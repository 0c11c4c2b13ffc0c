import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { referralListProjection } from '../referral-list/referral-list.projection.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { Story } from '../testing/story.js';
import { listParked } from '../consumer/parked-stream.js';
import { tableOf } from './projection.js';
import { retryParked } from './retry-parked.js';

const SICK = '263251234500001';
const WELL = '263251234500002';

/** Throws when a task of this referral is claimed. */
const broken: typeof referralListProjection = {
  ...referralListProjection,
  evolve: (state, event) => {
    if (event.type === 'TaskClaimed' && event.stream.endsWith(SICK)) throw new Error('a fault in the projection');
    return referralListProjection.evolve(state, event);
  },
};

describe('A stream that a projection cannot take further', () => {
  let engines: Engines;
  const story = new Story().submit(SICK).submit(WELL).claim(`${SICK}-1`).claim(`${WELL}-1`);
  story.move(`${SICK}-1`, [1, 2], 'Shipped').move(`${WELL}-1`, [1, 2], 'Shipped');
  beforeAll(async () => {
    engines = await openEngines([broken]);
    await append(engines.store, story.events);
    await projectAll(engines, [broken]);
  });
  afterAll(() => engines.close());

  const statuses = async () => {
    const rows = await engines.db.selectFrom('referral_list').select(['referral_id', 'status']).execute();
    return Object.fromEntries(rows.map((row) => [row.referral_id, row.status]));
  };

  it('is parked with its error while the others go on', async () => {
    expect(await listParked(engines.db)).toMatchObject([
      { consumer: tableOf(broken), stream: `itemTask-${SICK}`, error: expect.stringContaining('a fault') },
    ]);
    expect(await statuses()).toEqual({ [SICK]: 'Pending Patient Creation', [WELL]: 'Shipped' });
  });

  it('stays parked when it fails again', async () => {
    expect(await retryParked(engines.db, engines.store, broken, `itemTask-${SICK}`)).toBe(false);
    expect(await listParked(engines.db)).toHaveLength(1);
  });

  it('is resumed from the log when the projection was fixed', async () => {
    expect(await retryParked(engines.db, engines.store, referralListProjection, `itemTask-${SICK}`)).toBe(true);
    expect(await listParked(engines.db)).toEqual([]);
    expect(await statuses()).toEqual({ [SICK]: 'Shipped', [WELL]: 'Shipped' });
    const tally = await engines.db.selectFrom('referral_list_tally').where('units', '!=', 0).selectAll().execute();
    expect(tally).toEqual([
      { scope: 'all', label: 'Shipped', units: 2 },
      { scope: 'company:40', label: 'Shipped', units: 2 },
    ]);
  });
});

describe('An event whose row the database refuses', () => {
  it('is found in its batch and parked, again when it is retried, and all others continue', async () => {
    const quiet = { ...referralListProjection, feed: () => [] };
    const engines = await openEngines([quiet]);
    const story = new Story();
    for (let n = 0; n < 9; n++) story.submit(`26325000000000${n}`);
    const events = story.events.map((event) => {
      if (event.stream !== 'referral-263250000000004') return event;
      return { ...event, data: { ...(event.data as object), submittedAt: 'some day' } };
    });
    await append(engines.store, events);
    await projectAll(engines, [quiet]);
    expect(await listParked(engines.db)).toMatchObject([
      { stream: 'referral-263250000000004', error: expect.stringContaining('invalid input syntax') },
    ]);
    expect(await retryParked(engines.db, engines.store, quiet, 'referral-263250000000004')).toBe(false);
    expect(await listParked(engines.db)).toMatchObject([
      { stream: 'referral-263250000000004', error: expect.stringContaining('invalid input syntax') },
    ]);
    const rows = await engines.db.selectFrom('referral_list').select('status').execute();
    expect(rows).toEqual(Array(8).fill({ status: 'Pending Patient Creation' }));
    await engines.close();
  });
});
