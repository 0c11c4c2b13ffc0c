import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTreeFolder, readVerifiedPart, treeSigner } from '@throughline/event-store';
import { newestOfEach, projections, wordsOfModelFinding } from '@throughline/read-models';
import { append, type Engines, openEngines, projectAll, Story } from '@throughline/read-models/testing';
import { verifyReadModels, wordsOfReadModels } from './verify-read-models.js';

const active = newestOfEach(projections);
const NOW = new Date('2026-03-03T09:00:00Z');

describe('The read models, in a verification', () => {
  let engines: Engines;
  let path: string;
  let printed: string[];
  const list = active.find(({ name }) => name === 'referral-list')!;
  const table = `referral_list_v${list.version}`;

  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'verify-read-models-'));
    engines = await openEngines();
    const story = new Story();
    for (let n = 1; n <= 5; n++) story.submit(`26325123450000${n}`);
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(async () => {
    await engines.close();
    await rm(path, { recursive: true });
  });

  async function verified(interruptAt = Infinity) {
    const folder = openTreeFolder(pathToFileURL(path).href);
    const signer = await treeSigner(folder, '5'.repeat(64), 'https://portal.example');
    printed = [];
    const report = await verifyReadModels({
      comparing: { ...engines, projections: active },
      kept: { folder, vkeys: [signer.vkey], signer },
      proven: { size: 1, root: 'r'.repeat(32) },
      now: () => NOW,
      print: (line) => {
        if (printed.push(line) > interruptAt) throw new Error('interrupted');
      },
      streamsAtOnce: 2,
      progressEvery: 1,
    }).catch((error: unknown) => {
      expect(error).toEqual(new Error('interrupted'));
    });
    return { report, part: await readVerifiedPart(folder, [signer.vkey], 'read-models') };
  }

  it('are as the log makes them, and it says how fast that was found out', async () => {
    const { report, part } = await verified();
    expect(part).toBeUndefined();
    expect(report!.findings).toEqual([]);
    expect(printed).toContainEqual(expect.stringMatching(/^compared with the log: \d+ entities .*, \d+ a second$/));
    expect(wordsOfReadModels(report!)).toMatch(
      /^Read models as the log makes them: \d+ entities, \d+ a second, and \d+ rows were compared\.$/,
    );
  });

  it('are named where they are not, without what is in them, and with what to do', async () => {
    await engines.pool.query(`update ${table} set company = 'Forged' where referral_id = '263251234500003'`);
    const { report } = await verified();
    expect(report!.findings.map(wordsOfModelFinding)).toEqual([
      `Row 263251234500003 of the read model referral-list (${table}) is not as the log makes it: company.`,
    ]);
    expect(wordsOfReadModels(report!)).toMatch(
      /^Read models are not as the log makes them at 1 place; .* build the read models anew \(“Read models in doubt”/,
    );
  });

  it('are not reported as whole while a stream is parked, because a forger can park any stream', async () => {
    const { pool } = engines;
    await pool.query(`update ${table} set company = null where referral_id = '263251234500003'`);
    const stream = 'itemTask-263251234500004';
    await pool.query(`insert into parked_stream values ('${table}', '${stream}', 1, 'x', now())`);
    const { report } = await verified();
    expect(report!.findings.map(wordsOfModelFinding)).toContain(
      `Stream ${stream} of the read model referral-list (${table}) is parked: its later events were not compared. Retry it, or find out who parked it.`,
    );
    await pool.query('delete from parked_stream');
  });

  it('are compared from where a run was interrupted, if that had found nothing', async () => {
    const whole = (await verified()).report!.entities;
    expect((await verified(1)).part).toMatchObject({ checkpoint: { at: NOW } });
    const { report, part } = await verified();
    expect(printed[0]).toMatch(/^Read models up to position \d+ were compared by 2026-03-03 09:00:00 UTC, in a run/);
    expect(report!.entities).toBeLessThan(whole);
    expect(report!.findings).toHaveLength(1);
    expect(part).toBeUndefined();
  });
});
