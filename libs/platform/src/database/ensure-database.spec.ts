import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, it, jest } from '@jest/globals';
import { ensureDatabase } from './database.js';

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());

it('A server that takes the connection and says nothing is not waited for without end', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const made = ensureDatabase(`postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`, 'made');
  const [socket] = (await once(server, 'connection')) as [Socket];
  jest.advanceTimersByTime(10_000);
  await expect(made)
    .rejects.toThrow('timeout expired')
    .finally(() => jest.useRealTimers());
  socket.destroy();
});
