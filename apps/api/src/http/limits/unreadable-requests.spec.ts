import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_PATH } from '@throughline/contracts';
import { answerUnreadableRequests } from './unreadable-requests.js';

const server = createServer(({ url }, response) => response.end(`served ${url}`));
answerUnreadableRequests(server, 'http://a');
// Answers upgrades like the live gateway, which answers those that it accepts.
server.on('upgrade', ({ url }, socket) => url?.startsWith(LIVE_PATH) && socket.end('HTTP/1.1 101 Live\r\n\r\n'));
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

/** Everything that the server sends until it closes the connection. */
async function answerTo(...lines: readonly string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

describe('A request', () => {
  it.each([
    ['is not HTTP', ['HELO there'], '400 Bad Request', 'request/malformed'],
    [
      'has a header that is too large',
      ['GET / HTTP/1.1', `x: ${'y'.repeat(70_000)}`],
      '431 Request Header Fields Too Large',
      'request/header-too-large',
    ],
    [
      'has an unknown expectation',
      ['GET / HTTP/1.1', 'host: a', 'expect: foo'],
      '417 Expectation Failed',
      'request/unknown-expectation',
    ],
    [
      'asks for another protocol',
      ['GET / HTTP/1.1', 'host: a', 'connection: upgrade', 'upgrade: h2c'],
      '400 Bad Request',
      'request/no-upgrade',
    ],
    [
      'asks for a live connection and names two hosts',
      [`GET ${LIVE_PATH}/ HTTP/1.1`, 'host: a', 'Host: b', 'connection: upgrade', 'upgrade: websocket'],
      '400 Bad Request',
      'request/malformed',
    ],
    [
      'asks for a live connection at a host that is not the portal’s',
      [`GET ${LIVE_PATH}/ HTTP/1.1`, 'host: evil.example', 'connection: upgrade', 'upgrade: websocket'],
      '421 Misdirected Request',
      'request/misdirected',
    ],
  ])('that %s is answered in the envelope, and its connection closed', async (_, lines, status, code) => {
    const [head = '', body = ''] = (await answerTo(...lines)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n`));
    expect(head.toLowerCase()).toContain('connection: close');
    expect(JSON.parse(body)).toMatchObject({ success: false, data: null, code });
  });

  it('with Expect: 100-continue receives 100 Continue', async () => {
    const lines = ['POST / HTTP/1.1', 'host: a', 'connection: close', 'expect: 100-continue', 'content-length: 0'];
    expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK[^]*served \/$/);
  });

  it('whose address cannot be parsed is served as one for an unknown address', async () => {
    expect(await answerTo('GET http://[ HTTP/1.1', 'host: a', 'connection: close')).toMatch(
      /served \/api\/no-address$/,
    );
  });

  it.each([[[]], [['host: a', 'Host: b']], [['host: b']], [['host: a:81']], [['host: b@a']]])(
    'for %j as its host is served as one for an unknown address',
    async (hosts) => {
      expect(await answerTo(`GET ${LIVE_PATH}/ HTTP/1.1`, ...hosts, 'connection: close')).toMatch(
        /served \/api\/no-address$/,
      );
    },
  );

  it.each(['a', 'A', 'a:80', 'localhost:3000', '127.0.0.1:8080', '[::1]:3000'])(
    'for the portal or this machine is served: %s',
    async (host) => {
      expect(await answerTo('GET /page HTTP/1.1', `host: ${host}`, 'connection: close')).toMatch(/served \/page$/);
    },
  );

  it('for the health of a node is served by whatever name a proxy knows it', async () => {
    const lines = ['GET /api/health/live HTTP/1.1', 'host: api-1:3000', 'connection: close'];
    expect(await answerTo(...lines)).toMatch(/served \/api\/health\/live$/);
  });

  it('for a live connection is left to the live gateway', async () => {
    const lines = [`GET ${LIVE_PATH}/ HTTP/1.1`, 'host: a', 'connection: upgrade', 'upgrade: websocket'];
    expect(await answerTo(...lines)).toBe('HTTP/1.1 101 Live\r\n\r\n');
  });
});
