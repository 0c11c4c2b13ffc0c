import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { failureOf } from '../failure-of.js';
import { isSafeBody, jsonBody, MAX_BODY_DEPTH } from './json-body.js';
import { BODY_TIMEOUT_MS, UnreadBodies } from './unread-bodies.js';

const nested = (depth: number): unknown => JSON.parse('[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2));

describe('A JSON body', () => {
  it('is accepted down to twice the depth of any contract', () => {
    expect(isSafeBody(undefined)).toBe(true);
    expect(isSafeBody({ items: [{ option: { id: '1' } }, null, 'toString'] })).toBe(true);
    expect(isSafeBody(nested(MAX_BODY_DEPTH))).toBe(true);
  });

  it.each([MAX_BODY_DEPTH + 2, 100_000])('is refused with %i levels', (depth) => {
    expect(isSafeBody(nested(depth))).toBe(false);
  });

  it('is refused with an object that cannot be converted to text', () => {
    const given: unknown = JSON.parse('{"items":{"length":{"toString":1}}}');
    expect(isSafeBody(given)).toBe(false);
  });
});

describe('A JSON body that arrives', () => {
  const answerFailure: ErrorRequestHandler = (error, _request, response, _next) => {
    const { status, body } = failureOf(error, '');
    response.status(status).json(body);
  };
  const answerBody: RequestHandler = ({ body }, response) => void response.json(body);
  const echo = (timeoutMs = BODY_TIMEOUT_MS) =>
    createServer(
      express().use(...jsonBody(() => 'an address', new UnreadBodies({ timeoutMs })), answerBody, answerFailure),
    );
  const server = echo();
  const impatient = echo(50);
  beforeAll(async () => {
    for (const one of [server, impatient]) await once(one.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => void server.close());
  afterAll(() => void impatient.close());
  const send = async (body: Buffer, charset = ''): Promise<Response> =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      headers: { 'content-type': `application/json${charset}` },
      body: new Uint8Array(body),
    });

  it('is read as UTF-8', async () => {
    expect(await (await send(Buffer.from('{"name":"Muñoz 👩‍👧"}'))).json()).toEqual({ name: 'Muñoz 👩‍👧' });
  });

  it.each(['{"name":"Mu\xf1oz"}', '{"\xff":1}', '{"name":"\xed\xa0\x80"}'])(
    'with bytes that are no UTF-8 is refused',
    async (bytes) => {
      const response = await send(Buffer.from(bytes, 'latin1'));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ success: false, data: null, code: 'request/malformed' });
    },
  );

  it.each([
    ['{"reason":"a","reason":"b"}', 'reason'],
    ['{"reason":"a", "reas\\u006fn" : "a"}', 'reason'],
    ['{"a":[{},{"b":1,"c":{"b":1},"b":null}]}', 'a.1.b'],
    ['[{"a":1},{"a":1,"a":1}]', '1.a'],
    ['{"__proto__":1,"x":{},"__proto__":1}', '__proto__'],
    ['{"":1,"":2}', ''],
    [`{${'"a":{'.repeat(20_000)}"b":1,"b":1${'}'.repeat(20_001)}`, 'a.a.a'],
  ])('with a name twice is refused, and the name said: case %#', async (json, path) => {
    const response = await send(Buffer.from(json));
    const { code, message } = (await response.json()) as { code: string; message: string };
    expect({ status: response.status, code }).toEqual({ status: 400, code: 'request/invalid' });
    expect(message).toMatch(/ is in the request twice\. Send it once\.$/);
    expect(message.startsWith(path)).toBe(true);
  });

  it.each([
    '{"a":"\\"b\\":1,\\"b\\"","b":"a","c":["b","b"],"d":{"a":1},"e":[{"a":1},{"a":1}]}',
    '{"a":"}","b":"{","c":"\\\\","d":","}',
    '["a","a"]',
  ])('with a name once in each object is taken as it is: %s', async (json) => {
    expect(await (await send(Buffer.from(json))).json()).toEqual(JSON.parse(json));
  });

  it.each(['{"a":1,"a', '{"a', '"a":1,"a":', ']]}', '{"\\', `"${'\\"'.repeat(120_000)}`])(
    'that is no JSON is refused as such: case %#',
    async (text) => {
      expect(await (await send(Buffer.from(text))).json()).toMatchObject({ code: 'request/malformed' });
    },
  );

  it.each(['utf-7', 'utf-16le', 'utf-32', 'iso-8859-1'])('in the charset %s is refused', async (charset) => {
    const response = await send(Buffer.from('{"name":"+//8-"}'), `; charset=${charset}`);
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ success: false, data: null, code: 'request/unsupported-type' });
    expect((await send(Buffer.from('{}'), '; charset=UTF-8')).status).toBe(200);
  });

  it('in part alone is refused in the end, and its connection closed', async () => {
    const socket = connect((impatient.address() as AddressInfo).port, '127.0.0.1');
    const head = ['POST / HTTP/1.1', 'host: a', 'content-type: application/json', 'content-length: 9'];
    socket.write(`${head.join('\r\n')}\r\n\r\n{"a"`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 .*connection: close.*request\/timeout/is);
  });
});
