import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import type { HttpError } from '../http-error.js';
import { MIN_BYTES_PER_SECOND, readInTime, UnreadBodies } from './unread-bodies.js';

const LIMITS = { timeoutMs: 60_000, hurriedMs: 50, many: 3, max: 1_000 };

/** Bodies from one address that have arrived only in part. */
describe('Bodies that do not arrive', () => {
  const app = express();
  let halfRead = 0;
  const counted: express.RequestHandler = (request, response, next) => {
    const read = express.json();
    if (request.headers['content-length'] === '9') halfRead += 1;
    void read(request, response, next);
  };
  const placeOf = ({ headers }: express.Request) => String(headers['place']);
  app.use('/hurried', readInTime(counted, placeOf, new UnreadBodies(LIMITS)));
  app.use('/few', readInTime(counted, placeOf, new UnreadBodies({ ...LIMITS, many: 1_000, max: 3 })));
  app.use((_request, response) => void response.json({ status: 200 }));
  const answerRefusal: ErrorRequestHandler = ({ status, code }: HttpError, _request, response, _next) => {
    if (!response.destroyed) response.status(status).json({ code });
  };
  app.use(answerRefusal);
  const server = createServer(app);
  beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')));
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /**
   * Sends half of a body, and waits until it is being read. `answer` is everything that the server sends until the connection is closed.
   */
  async function sendHalf(path: string, place: string): Promise<{ readonly answer: Promise<string> }> {
    const before = halfRead;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    const head = [`POST ${path} HTTP/1.1`, 'host: a', `place: ${place}`, 'content-type: application/json'];
    socket.write(`${[...head, 'content-length: 9'].join('\r\n')}\r\n\r\n{"a"`);
    while (halfRead === before) await once(server, 'request');
    return { answer: text(socket) };
  }
  const sendWhole = async (path: string, place: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const headers = { place, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: '{"whole":true}' })).status;
  };

  it('have a short time while many of their address wait, and whole ones are served', async () => {
    const waiting = [];
    for (let n = 0; n < 4; n++) waiting.push(await sendHalf('/hurried', 'a'));
    expect(await sendWhole('/hurried', 'a')).toBe(200);
    for (const { answer } of waiting) expect(await answer).toMatch(/^HTTP\/1\.1 408 .*connection: close/is);
  });

  it('make way for a new one when there are too many of their address: the oldest first', async () => {
    const waiting = [];
    for (let n = 0; n < 4; n++) waiting.push(await sendHalf('/few', 'a'));
    const others = await sendHalf('/few', 'b');
    expect(await waiting[0]?.answer).toMatch(/^HTTP\/1\.1 408 /);
    // The others go on waiting, until this end closes their connections.
    for (const socket of sockets) socket.end();
    for (const { answer } of [...waiting.slice(1), others]) expect(await answer).not.toMatch(/408/);
    expect(await sendWhole('/few', 'a')).toBe(200);
  });
});

/* An upload sends a part of its bytes now and then, and is given up by its rate. */
describe('A body that arrives in parts', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Begins to wait for a body. `givenUp` is false until the body is given up. */
  function wait(unread: UnreadBodies, { received = 0, isHeldUp = false, place = 'a' } = {}) {
    const body = { received, isHeldUp, givenUp: false, end: () => {} };
    body.end = unread.wait(place, {
      giveUp: () => (body.givenUp = true),
      received: () => body.received,
      isHeldUp: () => body.isHeldUp,
    });
    return body;
  }

  it('has as much more time as its bytes take at the slowest rate', () => {
    const body = wait(new UnreadBodies({ timeoutMs: 1_000 }));
    for (let second = 0; second < 600; second += 1) {
      body.received += MIN_BYTES_PER_SECOND;
      jest.advanceTimersByTime(1_000);
    }
    expect(body.givenUp).toBe(false);
    body.received += 10;
    jest.advanceTimersByTime(3_000);
    expect(body.givenUp).toBe(true);
  });

  it('is not given up while its sender has to wait for this server, and is afterwards', () => {
    const body = wait(new UnreadBodies({ timeoutMs: 1_000 }), { isHeldUp: true });
    jest.advanceTimersByTime(60_000);
    expect(body.givenUp).toBe(false);
    body.isHeldUp = false;
    jest.advanceTimersByTime(60_000);
    expect(body.givenUp).toBe(true);
  });

  it('is not given up among many that do not', () => {
    const unread = new UnreadBodies({ timeoutMs: 60_000, hurriedMs: 1_000, many: 10, max: 20 });
    const arriving = wait(unread, { received: 10 * MIN_BYTES_PER_SECOND });
    const halfSent = Array.from({ length: 200 }, () => wait(unread));
    expect(halfSent.filter(({ givenUp }) => givenUp)).toHaveLength(181);
    expect(halfSent.at(-1)?.givenUp).toBe(false);
    jest.advanceTimersByTime(5_000);
    expect(halfSent.filter(({ givenUp }) => givenUp)).toHaveLength(200);
    expect(arriving.givenUp).toBe(false);
  });

  it('is not given up once it has arrived, nor for those of another address', () => {
    const unread = new UnreadBodies({ timeoutMs: 1_000, max: 1 });
    const other = wait(unread, { place: 'b' });
    const arrived = wait(unread);
    arrived.end();
    wait(unread);
    wait(unread);
    expect(other.givenUp).toBe(false);
    jest.advanceTimersByTime(60_000);
    expect([arrived.givenUp, other.givenUp]).toEqual([false, true]);
  });
});
