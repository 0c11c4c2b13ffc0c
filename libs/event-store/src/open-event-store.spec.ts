import { describe, expect, it } from '@jest/globals';
import { openEventStore } from './open-event-store.js';

describe('Opening an event store', () => {
  it.each(['esdb://localhost:2113', 'kurrentdb://localhost:2113', 'kurrentdb+discover://cluster'])(
    'says in one line that this build has no engine for %s',
    async (url) => {
      await expect(openEventStore(url)).rejects.toThrow(
        /^EVENT_STORE_URL asks for "\S+:\/\/", but .* PostgreSQL engine only.*$/,
      );
    },
  );

  it('says that a URL is none', async () => {
    await expect(openEventStore('localhost')).rejects.toThrow(/^EVENT_STORE_URL is not a URL/);
  });

  it.each(['Event', 'a-b', 'a; drop table b', ''])('refuses the schema name %p', async (schema) => {
    await expect(openEventStore('postgres://127.0.0.1:1/none', { schema })).rejects.toBeInstanceOf(TypeError);
  });

  it('gives up in time when nobody answers', async () => {
    await expect(openEventStore('postgres://127.0.0.1:1/none', { timeoutMs: 100 })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-written',
    });
  });
});
