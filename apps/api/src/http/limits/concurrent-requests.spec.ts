import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler, type Response } from 'express';
import { concurrentRequests } from './concurrent-requests.js';
import type { HttpError } from '../http-error.js';

const open: Response[] = [];
const app = express();
const limit = concurrentRequests(({ headers }) => headers.authorization ?? 'nobody', 3);
const parsed: unknown[] = [];
const parse = express.json({ verify: (_request, _response, bytes) => void parsed.push(String(bytes)) });
app.use(limit.refuse, parse, limit.count);
app.all('/held', (_request, response) => void open.push(response));
const answerRefusal: ErrorRequestHandler = ({ status, code, more }: HttpError, _request, response, _next) => {
  response.status(status).json({ code, ...more });
};
app.use(answerRefusal);
const server = createServer(app);
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.closeAllConnections());
afterAll(() => void server.close());

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/held`;
const ask = (authorization: string) => fetch(address(), { headers: { authorization } });

async function untilOpen(count: number): Promise<void> {
  while (open.length < count) await nextTurn();
}

describe('Requests of one caller', () => {
  it('that are open at the same time are limited, and no other caller is refused for them', async () => {
    const requests = Array.from({ length: 30 }, () => ask('ana'));
    const refused = await Promise.race(requests);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ code: 'request/too-many', retryAfterSeconds: 1 });

    const other = ask('ben');
    while (open.length < 4) await once(server, 'request');
    for (const response of open.splice(0)) response.end();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);

    const next = ask('ana');
    while (open.length < 1) await once(server, 'request');
    open.pop()?.end();
    expect((await next).status).toBe(200);
  });

  it('are refused above the limit before their bodies are read, also where one is never finished', async () => {
    const held = Array.from({ length: 3 }, () => ask('cem'));
    await untilOpen(3);
    const headers = { authorization: 'cem', 'content-type': 'application/json' };
    const refused = await fetch(address(), { method: 'POST', headers, body: '{"a":1}' });
    expect(refused.status).toBe(429);
    expect(parsed).toEqual([]);

    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const head = ['POST /held HTTP/1.1', 'host: a', ...Object.entries(headers).map((pair) => pair.join(': '))];
    socket.write(`${[...head, 'content-length: 9'].join('\r\n')}\r\n\r\n{"a"`);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 429 /);
    socket.destroy();

    for (const response of open.splice(0)) response.end();
    await Promise.all(held);
    const taken = fetch(address(), { method: 'POST', headers, body: '{"a":1}' });
    await untilOpen(1);
    open.pop()?.end();
    expect((await taken).status).toBe(200);
    expect(parsed).toEqual(['{"a":1}']);
  });
});
