import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import { failureOf } from '../failure-of.js';
import { HttpError } from '../http-error.js';
import { takeUpload } from './take-upload.js';

const LIMITS = { maxBytes: 1_000, tooLarge: () => new HttpError(413, 'file/too-big', 'Too big.'), stallTimeoutMs: 200 };
type Take = (body: Readable) => Promise<unknown>;

const readAll: Take = async (body) => Buffer.concat(await body.toArray()).length;
/** Behaves like a store that first creates its folder: the body has failed before it is read. */
const readAfterFailure: Take = async (body) => {
  while (!body.destroyed) await nextTurn();
  return readAll(body);
};

let take: Take = readAll;
let checks: (() => Promise<unknown>)[] = [];
const outcomes: string[] = [];
const app = express();
app.post('/', (request: Request, response) => {
  request.permissionChecks = checks.splice(0);
  takeUpload(request, LIMITS, take).then(
    (taken) => response.json({ taken }),
    (error: unknown) => {
      const { status, body } = failureOf(error, '');
      outcomes.push(body.code);
      response.status(status).json(body);
    },
  );
});
const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());

function open(length: number, taking: Take, header = ''): Socket {
  take = taking;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n${header}\r\n`);
  return socket;
}
const responseOn = async (socket: Socket) => Buffer.concat(await socket.toArray()).toString();
const nextOutcomes = async (count: number) => {
  while (outcomes.length < count) await nextTurn();
  return outcomes.splice(0);
};

describe('The body of an upload', () => {
  it('reaches its taker whole', async () => {
    const socket = open(5, readAll);
    socket.end('12345');
    expect(await responseOn(socket)).toContain('{"taken":5}');
  });

  it.each([
    ['reads it', readAll],
    ['reads it late', readAfterFailure],
  ])('whose sender stalls fails, and its connection is closed, when the taker %s', async (_, taking) => {
    const socket = open(100, taking);
    socket.write('half');
    expect(await responseOn(socket)).toMatch(/^HTTP\/1\.1 408 .*connection: close.*request\/timeout/is);
    expect(await nextOutcomes(1)).toEqual(['request/timeout']);
  });

  it.each([
    ['reads it', readAll],
    ['reads it late', readAfterFailure],
  ])('whose sender disconnects fails its taker and nothing else, when the taker %s', async (_, taking) => {
    const socket = open(100, taking);
    await new Promise((written) => socket.write('half', written));
    socket.resetAndDestroy();
    expect(await nextOutcomes(1)).toEqual(['file/cut-off']);
  });

  it('whose taker fails before it reads is discarded, so that the client reads the response', async () => {
    const socket = open(900, () => Promise.reject(new HttpError(503, 'file/no-space', 'No space.')));
    socket.write('x'.repeat(900));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503/);
    socket.destroy();
    expect(await nextOutcomes(1)).toEqual(['file/no-space']);
  });

  it.each(['gzip', 'br', 'identity, gzip'])('that is compressed is not read at all: %s', async (encoding) => {
    const socket = open(10, () => Promise.reject(new Error('It was read.')), `content-encoding: ${encoding}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 415/);
    socket.destroy();
    expect(await nextOutcomes(1)).toEqual(['file/compressed']);
  });

  it('that announces too many bytes is not read at all', async () => {
    const socket = open(1_001, () => Promise.reject(new Error('It was read.')));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413/);
    socket.destroy();
    expect(await nextOutcomes(1)).toEqual(['file/too-big']);
  });

  it.each([
    ['reads it', readAll],
    [
      'makes an error of its own of every error',
      async (body: Readable) => readAll(body).catch(() => Promise.reject(new Error())),
    ],
  ])('of a caller that is refused when it has arrived fails with the refusal, when the taker %s', async (_, taking) => {
    const asked: string[] = [];
    const refusal = new HttpError(403, 'identity/deactivated', 'Deactivated.');
    checks = [async () => asked.push('account'), () => Promise.reject(refusal), async () => asked.push('referral')];
    const socket = open(5, taking);
    socket.write('1234');
    await once(server, 'request');
    expect(asked).toEqual([]);
    socket.end('5');
    expect(await responseOn(socket)).toMatch(/^HTTP\/1\.1 403 .*identity\/deactivated/s);
    expect([asked, await nextOutcomes(1)]).toEqual([['account'], ['identity/deactivated']]);
  });
});
