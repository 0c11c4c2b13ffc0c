import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { anyLoses, type Sockets } from './fan-out.js';

/** As large as a change of the Referrals list. */
const MESSAGE = { topic: 'referral-list', changes: [{ key: '263251234512345', row: { text: 'x'.repeat(350) } }] };

/** Only socket.io: one room, one emit. */
export async function openBareSockets(count: number): Promise<Sockets> {
  const http = createServer();
  const server = new Server(http, { transports: ['websocket'] });
  server.on('connection', (socket) => void socket.join('list'));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const clients = Array.from({ length: count }, () => io(url, { transports: ['websocket'], forceNew: true }));
  await Promise.all(clients.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))));
  const lost = anyLoses(clients);
  return {
    async send(onReceived) {
      const received = clients.map(
        (socket) =>
          new Promise<void>((resolve) =>
            socket.once('changes', () => {
              onReceived();
              resolve();
            }),
          ),
      );
      const emitted = performance.now();
      server.to('list').emit('changes', MESSAGE);
      await Promise.race([Promise.all(received), lost]);
      return emitted;
    },
    async close() {
      for (const socket of clients) socket.close();
      await server.close();
    },
  };
}
