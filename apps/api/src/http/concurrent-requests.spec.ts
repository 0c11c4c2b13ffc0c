import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler, type Response } from 'express';
import { concurrentRequests } from './concurrent-requests.js';
import type { HttpError } from './http-error.js';

const open: Response[] = [];
const app = express();
app.use(concurrentRequests(({ headers }) => headers.authorization ?? 'nobody', 3));
app.get('/held', (_request, response) => void open.push(response));
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

const ask = (authorization: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/held`, { headers: { authorization } });

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
});
