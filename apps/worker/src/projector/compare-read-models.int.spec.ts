import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openTreeFolder } from '@throughline/event-store';
import { createLogger } from '@throughline/platform';
import { until } from '@throughline/platform/testing';
import {
  buildRegistered,
  newestOfEach,
  projections,
  readAlteredModels,
  tableOf,
  takeOverReadModels,
} from '@throughline/read-models';
import { append, type Engines, openEngines, projectAll, Story } from '@throughline/read-models/testing';
import { compareReadModels, type ComparesReadModels } from './compare-read-models.js';

const active = newestOfEach(projections);
const rebuilt = active.map((projection) => ({ ...projection, version: projection.version + 1 }));
const all = [...active, ...rebuilt];
const FORGED = '263251234500003';

describe('Read models, compared steadily with the log', () => {
  let engines: Engines;
  let path: string;
  let logged: string[];
  const config = () => ({ tlogUrl: pathToFileURL(path).href });
  const altered = () => readAlteredModels(openTreeFolder(config().tlogUrl));

  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'compare-read-models-'));
    engines = await openEngines();
    logged = [];
    const story = new Story();
    for (let n = 1; n <= 9; n++) story.submit(`26325123450000${n}`);
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterEach(async () => {
    await engines.close();
    await rm(path, { recursive: true });
  });

  /** Compares as the leading worker does, until the work is done. */
  async function comparing(
    work: () => Promise<void>,
    store: ComparesReadModels['store'] = engines.store,
  ): Promise<void> {
    const stop = new AbortController();
    const write = (line: string) => logged.push(line);
    const running = compareReadModels({
      db: engines.db,
      store,
      projections: all,
      config: config(),
      now: () => new Date('2026-03-03T09:00:00Z'),
      log: createLogger('worker', { logLevel: 'info' }, { write }),
      signal: stop.signal,
      minPauseMs: 0,
      pausePerStep: 0,
    });
    try {
      await work();
    } finally {
      stop.abort();
      await running;
    }
  }

  const [list] = active.filter(({ name }) => name === 'referral-list').map(tableOf);
  const forge = () => engines.pool.query(`update ${list!} set company = 'Forged' where referral_id = $1`, [FORGED]);
  const found = () => until('a forged row is found', async () => (await altered()) !== undefined);

  it('warn of a forged and an invented row, by read model, until they are built anew', async () => {
    await forge();
    await engines.pool.query(
      `update ${list!} set referral_id = 'invented' where referral_id = (select min(referral_id) from ${list!})`,
    );
    await comparing(async () => {
      await until('all three are found', async () => (await altered())?.words.includes('3 rows') === true);
      expect(await altered()).toEqual({
        since: '2026-03-03T09:00:00.000Z',
        words: 'Not as the log makes them: 3 rows of referral-list.',
      });
      expect(logged.join('')).toMatch(/"altered":"Not as .*read models were altered.*Read models in doubt/);
      expect(logged.join('')).not.toContain('Forged');
      await takeOverReadModels(engines.db, all);
      await buildRegistered(engines.db, engines.store, all, { signal: new AbortController().signal });
      await until('the warning is gone', async () => (await altered()) === undefined);
    });
    expect(logged.join('')).toContain('are as the log makes them again');
  });

  it('keep the warning over a restart, and lose it once the row is as it was', async () => {
    await forge();
    await comparing(found);
    const before = await altered();
    await comparing(async () => {
      await until('it has compared again', async () => logged.filter((line) => line.includes('altered')).length > 1);
      expect(await altered()).toEqual(before);
      const other = `(select company from ${list!} where referral_id <> $1 limit 1)`;
      await engines.pool.query(`update ${list!} set company = ${other} where referral_id = $1`, [FORGED]);
      await until('the warning is gone', async () => (await altered()) === undefined);
    });
  });

  it('are compared again after the log could not be read', async () => {
    await forge();
    let isBroken = true;
    const { store } = engines;
    const broken: ComparesReadModels['store'] = {
      readStream: (...of) => store.readStream(...of),
      readStored: (options) => {
        if (isBroken) throw new Error('The log is away.');
        return store.readStored(options);
      },
    };
    await comparing(async () => {
      await until('it has failed', () => logged.some((line) => line.includes('tried again')));
      isBroken = false;
      await found();
    }, broken);
  });
});
