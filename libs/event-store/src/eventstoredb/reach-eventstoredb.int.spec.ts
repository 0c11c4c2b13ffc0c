import { afterAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { freePort } from '@throughline/platform/testing';
import { EventStoreDbDouble } from '../testing/eventstoredb-double/eventstoredb-double.js';
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
    const error = await reachEventStoreDb(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'Unreachable', message: why });
  });

  const at = (port: number) => `127.0.0.1:${port}`;

  it('is reached by a list of hosts of which the first is away, with esdb+discover as well', async () => {
    const list = `${at(nothing)},${at(double.port)}`;
    for (const scheme of ['esdb', 'esdb+discover'])
      await expect(reachEventStoreDb(`${scheme}://${list}?tls=false`)).resolves.toBeUndefined();
  });
});
