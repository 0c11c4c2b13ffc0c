import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStoreDBClient } from '@eventstore/db-client';
import { readConnectionUrl } from './eventstoredb/connection/connection-url.js';
import { openEventStore } from './open-event-store.js';

describe('Opening an event store', () => {
  /** The client prints the whole URL, including the password, if it rejects it. */
  let printed: ReturnType<typeof jest.spyOn>[];
  beforeEach(() => {
    printed = (['log', 'info', 'warn', 'error'] as const).map((way) =>
      jest.spyOn(console, way).mockImplementation(() => undefined),
    );
  });
  afterEach(() => {
    const calls = printed.flatMap(({ mock }) => mock.calls);
    jest.restoreAllMocks();
    expect(calls).toEqual([]);
  });

  it.each(['mysql://localhost', 'kurrentdb://localhost:2113'])(
    'reports in one line that there is no engine for %s',
    async (url) => {
      await expect(openEventStore(url)).rejects.toThrow(
        /^EVENT_STORE_URL asks for "\S+:\/\/", but the engines are .*$/,
      );
    },
  );

  it.each([
    ['esdb://host:port?tls=false', 'has a port that is none'],
    ['esdb://host?tls=false&nodePreference=nearest', 'is not a connection string'],
    ['esdb://host?tls=maybe', 'must name a user'],
    ['esdb://host', 'must name a user'],
    ['esdb://user:secret@host?throwOnAppendFailure=false', 'must not set throwOnAppendFailure'],
    ['esdb://user:secret@?', 'is not of the form'],
    ['esdb://user:secret@host?tlsVerify=false', 'has an option that does not exist: tlsVerify$'],
    ['esdb://user:secret@host?tls=true&Connection-Name=a&dnsDiscover=true', 'has an option .*: dnsDiscover$'],
    ['esdb://user:secret@host?tls', 'has an option without a value: tls'],
    ['esdb://user:secret@host?tls=true&', 'has an option without a name'],
    ['esdb://user:secret@host?tlsVerifyCert=false', 'must not set tlsVerifyCert=false'],
    ['esdb://user:secret@host?tls_verify_cert=false&tls=true', 'must not set tlsVerifyCert=false'],
    ['esdb://host?tls=false&tls=true', 'names the option tls twice'],
    ['esdb://user:secret@host?tlsCAFile=/nowhere/ca.pem', 'names a file that does not exist'],
    ['esdb://user:secret@host?userCertFile=/nowhere/user.pem', 'must name both userCertFile and userKeyFile'],
    ['esdb://user:secret@host:70000', 'has a port that is none'],
    ['esdb://user:secret@host:21x3', 'has a port that is none'],
    // Passwords with characters that have a meaning in a URL.
    ['esdb://user:se/?secret=secret@host?tls=false', 'is not of the form'],
    ['esdb://user:se/x@secret?tls=false', 'is not of the form'],
    ['esdb://user:%secret@host', 'has a user or a password that is not valid'],
  ])('refuses %s in one line without the password', async (url, reason) => {
    await expect(openEventStore(url)).rejects.toBeInstanceOf(TypeError);
    await expect(openEventStore(url)).rejects.toThrow(new RegExp(`^EVENT_STORE_URL ${reason}(?!.*secret).*$`));
  });

  it.each([
    'esdb://user:secret@host?tls=true&tlsVerifyCert=true&throwOnAppendFailure=true',
    'esdb://user:secret@host?connectionName=portal&keepAliveInterval=10000&keep_alive_timeout=10000&defaultDeadline=1000',
    'esdb+discover://user:secret@a,b:2114?nodePreference=leader&maxDiscoverAttempts=3&discoveryInterval=10&gossipTimeout=5',
  ])('takes every option that the client knows: %s', (url) => {
    expect(readConnectionUrl(url).credentials).toEqual({ username: 'user', password: 'secret' });
    // The client of a node does not print anything either.
    EventStoreDBClient.connectionString(readConnectionUrl(url).of({ host: 'host', port: 2113 }));
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
