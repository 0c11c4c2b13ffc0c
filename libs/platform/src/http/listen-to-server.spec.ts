import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logger/logger.js';
import { listenToServer } from './listen-to-server.js';

const lines: string[] = [];
const upgraded: Socket[] = [];
const server = createServer((_request, response) => response.end('served'));
listenToServer(server, createLogger('spec', { logLevel: 'info' }, { write: (line) => void lines.push(line) }));
// Like a handler that takes over some of the connections, and is slow with this one.
server.on('upgrade', (_request, socket) => void upgraded.push(socket as Socket));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  for (const socket of upgraded) socket.destroy();
  server.close();
});

describe('A server', () => {
  it('outlives a connection that breaks once it has asked to be upgraded', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    await once(server, 'upgrade');
    const ended = new Promise((closed) => upgraded[0]!.once('close', closed));
    upgraded[0]!.destroy(new Error('reset'));
    await ended;
    socket.destroy();
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('served');
  });

  it('logs a connection that it cannot accept', () => {
    server.emit('error', Object.assign(new Error('accept'), { code: 'ENOBUFS' }));
    expect(lines.join()).toContain('ENOBUFS');
  });
});
