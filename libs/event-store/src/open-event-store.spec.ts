import { describe, expect, it } from '@jest/globals';
import { openEventStore } from './open-event-store.js';

describe('Opening an event store', () => {
  it.each(['mysql://localhost', 'kurrentdb://localhost:2113'])(
    'reports in one line that there is no engine for %s',
    async (url) => {
      await expect(openEventStore(url)).rejects.toThrow(
        /^EVENT_STORE_URL asks for "\S+:\/\/", but the engines are .*$/,
      );
    },
  );

  it.each([
    ['esdb://host:port?tls=false', 'is not a connection string'],
    ['esdb://host?tls=maybe', 'must name a user'],
    ['esdb://host', 'must name a user'],
    ['esdb://user:secret@host?throwOnAppendFailure=false', 'must not set throwOnAppendFailure'],
    ['esdb://user:secret@?', 'is not of the form'],
  ])('refuses %s in one line without the password', async (url, reason) => {
    await expect(openEventStore(url)).rejects.toBeInstanceOf(TypeError);
    await expect(openEventStore(url)).rejects.toThrow(new RegExp(`^EVENT_STORE_URL ${reason}(?!.*secret).*$`));
  });

  it('reports that a value is not a URL', async () => {
    await expect(openEventStore('localhost')).rejects.toThrow(/^EVENT_STORE_URL is not a URL/);
  });

  it.each(['Event', 'a-b', 'a; drop table b', ''])('refuses the schema name %p', async (schema) => {
    await expect(openEventStore('postgres://127.0.0.1:1/none', { schema })).rejects.toBeInstanceOf(TypeError);
  });

  it.each(['postgres://127.0.0.1:1/none', 'esdb://127.0.0.1:1?tls=false'])(
    'gives up in time when nobody answers at %s',
    async (url) => {
      await expect(openEventStore(url, { timeoutMs: 100 })).rejects.toMatchObject({
        name: 'StoreUnavailable',
        outcome: 'not-written',
      });
    },
  );
});
