import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type EventStore, openEventStore } from '@throughline/event-store';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import { newestOfEach, prepareReadModels, projections, type ReadModelSchema } from '@throughline/read-models';
import { append, projectAll, Story } from '@throughline/read-models/testing';
import { rebuild } from './rebuild.js';

/* `throughline.mjs` prints the error of a command on standard error and exits with code 1. */
describe('rebuild status', () => {
  const [DATABASE, LOG, OTHER_LOG] = ['readModels', 'log', 'otherLog'] as const;
  let urls: Record<typeof DATABASE | typeof LOG | typeof OTHER_LOG, string>;
  let database: Database<ReadModelSchema>;
  let logs: Record<typeof LOG | typeof OTHER_LOG, EventStore>;
  let printed: string;

  beforeEach(async () => {
    urls = { [DATABASE]: await testDatabase(), [LOG]: await testDatabase(), [OTHER_LOG]: await testDatabase() };
    database = openDatabase<ReadModelSchema>(urls[DATABASE]);
    logs = { [LOG]: await openEventStore(urls[LOG]), [OTHER_LOG]: await openEventStore(urls[OTHER_LOG]) };
    await prepareReadModels(database.db, newestOfEach(projections), 0);
    printed = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.close();
    for (const log of Object.values(logs)) await log.close();
  });

  const orders = (from: number, count: number) => {
    const story = new Story();
    for (let n = from; n < from + count; n++) story.submit(String(263_250_000_000_000 + n));
    return story.events;
  };
  const project = async (events = orders(1, 5)) => {
    await append(logs.log, events);
    await projectAll({ db: database.db, store: logs.log });
  };
  const status = (log: typeof LOG | typeof OTHER_LOG) =>
    rebuild({ action: 'status' }, { env: { DATABASE_URL: urls.readModels, EVENT_STORE_URL: urls[log] } });
  const positions = () => {
    const { head, models } = JSON.parse(printed) as { head: number; models: readonly { position: number }[] };
    return { head, reached: new Set(models.map(({ position }) => position)) };
  };

  it('succeeds on the log of the read models: before its first event, while they are behind, and when they have caught up', async () => {
    await status('log');
    await project();
    await append(logs.log, orders(6, 3));
    printed = '';
    await status('log');
    await projectAll({ db: database.db, store: logs.log });
    printed = '';
    await status('log');
    const { head, reached } = positions();
    expect([...reached]).toEqual([head]);
  });

  it('fails with words when the log ends before the read models, and prints the status all the same, twice', async () => {
    await project();
    await append(logs.otherLog, orders(1, 2));
    for (const _ of ['first', 'second']) {
      printed = '';
      await expect(status('otherLog')).rejects.toThrow(
        /^These read models were built from another log, or from a later state of this one: \w+ is at position \d+, and the log ends at \d+\. .*new database/,
      );
      expect(positions().head).toBeLessThan(Math.min(...positions().reached));
    }
  });

  it('fails with words when the log was replaced by an empty one', async () => {
    await project();
    await expect(status('otherLog')).rejects.toThrow(/and the log ends at 0\./);
  });

  it.each([
    ['has other streams', orders(100, 20)],
    ['has the same streams at other positions', [...orders(50, 1), ...orders(1, 20)]],
  ])('fails with words when a log that goes further %s', async (_, others) => {
    await project();
    await append(logs.otherLog, others);
    await expect(status('otherLog')).rejects.toThrow(
      /: the log lacks event 0 of itemTask-263250000000005, which was projected from position \d+\. /,
    );
  });
});
