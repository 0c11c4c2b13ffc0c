import { afterAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { freePort } from '@throughline/platform/testing';
import { openEventStore } from '../../open-event-store.js';
import { DoubleCluster } from '../../testing/eventstoredb-double/double-cluster.js';
import type { DoubleNode } from '../../testing/eventstoredb-double/double-node.js';
import { EventStoreDbDouble } from '../../testing/eventstoredb-double/eventstoredb-double.js';
import { reachEventStoreDb } from './reach-eventstoredb.js';

const double = await new EventStoreDbDouble().start();
const stranger = createServer((socket) =>
  socket
    .on('error', () => undefined)
    .resume()
    .end('HTTP/1.1 400 Bad Request\r\n\r\n'),
);
await once(stranger.listen(0, '127.0.0.1'), 'listening');
const nothing = await freePort();
afterAll(() => {
  stranger.close();
  double.kill();
});

describe('EventStoreDB', () => {
  it('is reached', async () => {
    await expect(reachEventStoreDb(`esdb://127.0.0.1:${double.port}?tls=false`)).resolves.toBeUndefined();
  });

  it.concurrent.each([
    [`esdb://127.0.0.1:${nothing}?tls=false`, 'nothing listens at its address'],
    ['esdb://nowhere.invalid:2113?tls=false', 'its host name is unknown'],
    [`esdb://admin:hush@127.0.0.1:${double.port}`, 'it speaks no TLS there (tls=false if that is meant)'],
    [`esdb://127.0.0.1:${double.port}`, 'it must name a user (esdb://user:password@host), or say tls=false'],
    [`esdb://127.0.0.1:${(stranger.address() as AddressInfo).port}?tls=false`, 'it does not answer'],
  ])('that cannot be used is refused in plain words without its address: %s', async (url, why) => {
    expect(await refusalOf(url)).toMatchObject({ name: 'Unreachable', message: why });
  });

  it('that refuses its user or the password is refused in these words', async () => {
    const refusing = await new EventStoreDbDouble().start();
    refusing.faults.refusingSignIn = true;
    expect(await refusalOf(`esdb://127.0.0.1:${refusing.port}?tls=false`)).toMatchObject({
      name: 'Unreachable',
      message: 'its user or its password is wrong',
    });
    refusing.kill();
  });

  const refusalOf = (url: string) => reachEventStoreDb(url).catch((reason: unknown) => reason);
  const at = (port: number) => `127.0.0.1:${port}`;

  it('is reached by a list of hosts of which the first is away, with esdb+discover as well', async () => {
    const list = `${at(nothing)},${at(double.port)}`;
    for (const scheme of ['esdb', 'esdb+discover'])
      await expect(reachEventStoreDb(`${scheme}://${list}?tls=false`)).resolves.toBeUndefined();
  });

  it.concurrent('of which no host can be used says why of each, without the password', async () => {
    const away = `${at(nothing)}: nothing listens at its address`;
    const unknown = 'nowhere.invalid:2113: its host name is unknown';
    const other = (stranger.address() as AddressInfo).port;
    const list = `${at(nothing)},nowhere.invalid,${at(other)}`;
    const urls = [`admin:hush@${list}?tls=false`, `admin:hush@${at(nothing)},${at(double.port)}`];
    expect(await Promise.all(urls.map((url) => refusalOf(`esdb://${url}`)))).toMatchObject([
      {
        name: 'Unreachable',
        message: `no node leads (${away}; ${unknown}; ${at(other)}: it does not answer)`,
      },
      { message: `no node leads (${away}; ${at(double.port)}: it speaks no TLS there (tls=false if that is meant))` },
    ]);
  });

  it.concurrent('of which no node leads says what each of them answers, also to a call that gives up', async () => {
    await using cluster = await DoubleCluster.start();
    const [dead, frozen, follower] = cluster.nodes as [DoubleNode, DoubleNode, DoubleNode];
    const store = await openEventStore(cluster.url, { timeoutMs: 2_000 });
    await cluster.kill(dead);
    cluster.freeze(frozen);
    const others = `${at(dead.port)}: nothing listens at its address; ${at(frozen.port)}: it does not answer`;
    const illusion = `no node leads (${others}; ${at(follower.port)}: it says that ${at(dead.port)} leads)`;
    const failures = await Promise.all([refusalOf(cluster.url), store.head().catch((error: unknown) => error)]);
    expect(failures).toMatchObject([
      { name: 'Unreachable', message: illusion },
      { name: 'StoreUnavailable', cause: { message: illusion } },
    ]);
    cluster.loseLeader();
    expect(await refusalOf(cluster.url)).toMatchObject({
      message: `no node leads (${others}; ${at(follower.port)}: it knows no leader)`,
    });
    await store.close();
  });
});
