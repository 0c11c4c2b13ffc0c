import { beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@throughline/platform/testing';
import { openEventStore } from '@throughline/event-store';
import { openDatabase } from '@throughline/platform';
import { newestOfEach, prepareReadModels, projections, type ReadModelSchema } from '@throughline/read-models';
import { rebuild } from '../../apps/worker/src/projector/rebuild.js';
import { jobs } from '../../apps/worker/src/queue/jobs-command.js';

/* A command that throws prints its message on standard error, and exits with code 1 (`throughline.mjs`). */
describe('A command that names what does not exist', () => {
  let url: string;
  beforeAll(async () => {
    url = await testDatabase();
    await (await openEventStore(url)).close();
    const { db, close } = openDatabase<ReadModelSchema>(url);
    await prepareReadModels(db, newestOfEach(projections), 0);
    await close();
  });
  const env = () => ({ DATABASE_URL: url });

  it.each([
    [{ action: 'cancel', table: 'nosuch' }, 'nosuch is not being built.'],
    [{ action: 'resume', table: 'nosuch' }, 'nosuch was not cancelled.'],
    [{ action: 'retry', consumer: 'nosuch', stream: 'mail-3' }, 'mail-3 is not parked by nosuch; see status.'],
    [
      { action: 'retry', consumer: 'sent_mail_v1', stream: 'mail-3' },
      'mail-3 is not parked by sent_mail_v1; see status.',
    ],
  ] as const)('fails: rebuild %j', async (command, words) => {
    await expect(rebuild(command, { env: env() })).rejects.toThrow(words);
  });

  it('fails: jobs retry', async () => {
    await expect(jobs({ action: 'retry', id: 'nosuch' }, { env: env() })).rejects.toThrow('nosuch is no failed job.');
  });
});
