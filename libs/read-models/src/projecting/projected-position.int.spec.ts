import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import type { Notification } from 'pg';
import type { ReadModelSchema } from '../read-model-schema.js';
import { notifyProjected, PROJECTED_CHANNEL, parseProjectedNotification } from './projected-position.js';

describe('A hint', () => {
  let database: Database<ReadModelSchema>;
  beforeAll(async () => {
    database = openDatabase<ReadModelSchema>(await testDatabase());
  });
  afterAll(() => database.close());

  it('tells its listeners the position of the read models, and how much the feed has grown', async () => {
    const client = await database.pool.connect();
    await client.query(`listen ${PROJECTED_CHANNEL}`);
    const notification = once(client, 'notification') as Promise<[Notification]>;
    await notifyProjected(database.db, { position: 1_234, changes: 5 });
    const [{ payload }] = await notification;
    expect(parseProjectedNotification(payload)).toEqual({ position: 1_234, changes: 5 });
    client.release(true);
  });

  it.each([undefined, '', '7', 'x 1'])('of another release (%p) is ignored', (payload) => {
    expect(parseProjectedNotification(payload)).toBeNull();
  });
});
