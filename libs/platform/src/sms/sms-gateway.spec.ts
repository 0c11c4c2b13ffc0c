import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { openSmsGateway, SmsNotSent } from './sms-gateway.js';

interface Received {
  readonly request: IncomingMessage;
  readonly body: unknown;
}

const received: Received[] = [];

const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse) {
  received.push({ request, body: await json(request) });
  switch (request.url) {
    case '/accepts':
      return response.writeHead(202).end();
    case '/never-stops': {
      response.writeHead(200);
      const chunk = Buffer.alloc(2 ** 16);
      const more = () => {
        while (response.write(chunk));
      };
      response.on('drain', more);
      return more();
    }
    case '/redirects':
      return response.writeHead(307, { location: '/accepts' }).end();
    case '/closes':
      return request.socket.destroy();
    case '/breaks-off':
      return request.socket.end('HTTP/1.1 200');
    case '/says-nothing':
      return;
    default:
      return response.writeHead(Number(request.url?.slice(1))).end('not now');
  }
}
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

/** Never connects: messages go to the gateway. */
const pool = new Pool();
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await pool.end();
});

const SMS = { to: '+15125550137', text: '123456 is your code', id: 'sms1.hash' };
const mailFrom = 'portal@portal.test';
const to = (smsUrl: string | undefined, timeoutMs?: number) =>
  openSmsGateway({ smsUrl, smtpUrl: 'smtp://mail.test', mailFrom }, pool, timeoutMs);
const at = (path: string, credentials = '') => `http://${credentials}127.0.0.1:${port}${path}`;
const refusal = async (smsUrl: string | undefined, timeoutMs?: number) =>
  (await to(smsUrl, timeoutMs)).send(SMS).then(
    () => 'accepted',
    (error: unknown) => {
      expect(error).toBeInstanceOf(SmsNotSent);
      return (error as Error).message;
    },
  );

describe('The SMS gateway', () => {
  beforeEach(() => void received.splice(0));

  it('is called as the operating manual documents it', async () => {
    await (await to(at('/accepts', 'portal:p%40ss%3Aword@'))).send(SMS);
    const [{ request, body }] = received as [Received];
    expect([request.method, request.url, body]).toEqual(['POST', '/accepts', { to: SMS.to, text: SMS.text }]);
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': SMS.id,
      authorization: `Basic ${Buffer.from('portal:p@ss:word').toString('base64')}`,
    });
  });

  it('is sent no credentials if its address has none', async () => {
    await (await to(at('/accepts'))).send(SMS);
    expect(received[0]?.request.headers.authorization).toBeUndefined();
  });

  it('has accepted a message with the status of its answer, however long the answer is', async () => {
    expect(await refusal(at('/never-stops'))).toBe('accepted');
  });

  it.each([
    ['fails', at('/500'), '500'],
    ['refuses', at('/401'), '401'],
    ['asks to wait', at('/429'), '429'],
    ['redirects', at('/redirects'), 'no answer'],
    ['closes the connection', at('/closes'), 'no answer'],
    ['breaks off its answer', at('/breaks-off'), 'no answer'],
    ['does not listen', 'http://127.0.0.1:1/messages', 'no answer'],
  ])('that %s has not accepted it, and the reason names neither number nor text', async (_what, address, reason) => {
    expect(await refusal(address)).toBe(`The SMS gateway did not take a message: ${reason}.`);
  });

  it('that redirects is not followed: another host would learn the code', async () => {
    await refusal(at('/redirects'));
    expect(received.map(({ request }) => request.url)).toEqual(['/redirects']);
  });

  it('that does not answer is not waited for', async () => {
    expect(await refusal(at('/says-nothing'), 50)).toMatch(/no answer/);
  });

  it('is missed where mail is really sent: a code must not be captured', async () => {
    expect(await refusal(undefined)).toMatch(/SMS_URL is not set/);
  });
});
