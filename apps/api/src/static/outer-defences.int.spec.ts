import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LIVE_PATH } from '@throughline/contracts';
import { fileDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { Mailbox } from '@throughline/platform';
import { waitUntilProjected } from '@throughline/read-models';
import { anOrder, submitOrder } from '../testing/an-order.js';
import { startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';

/*
 * The security headers of every kind of answer of the portal, behind https. Those of the identity provider are in its attacks.int.spec.ts.
 */

const consoleFolder = await mkdtemp(join(tmpdir(), 'console-'));
await mkdir(join(consoleFolder, 'assets'));
await writeFile(join(consoleFolder, 'index.html'), '<!doctype html><head></head><div id="root"></div>');
await writeFile(join(consoleFolder, 'pdf-frame.html'), '<script src="/pdf-frame.js" defer></script>');
await writeFile(join(consoleFolder, 'pdf-frame.js'), 'start()');
await writeFile(join(consoleFolder, 'assets/main-1a2b.js'), 'start()');

const publicOrigin = 'https://portal.example';
const api = await startApi({ consoleFolder, publicOrigin });
afterAll(async () => {
  await api.close();
  await rm(consoleFolder, { recursive: true });
});

const mailbox = await Mailbox.open(api.engines.database.pool, api.engines.config.mailFrom);
await mailbox.send({ to: 'ana@plan.example', subject: 'Referral', text: 'Follow it.', messageId: 'a@localhost' });
const mails = (await (await fetch(`${api.origin}/dev/mailbox.json`)).json()) as { id: number }[];

const PAGE = { accept: 'text/html', 'sec-fetch-dest': 'document' };
const STAFF = { authorization: `Bearer ${api.tokens.staff}` };
const foreign = { origin: 'https://evil.example' };

type Kind = readonly [kind: string, path: string, headers: Readonly<Record<string, string>>];
/** Answers that a browser may show as a document. */
const DOCUMENTS: readonly Kind[] = [
  ['a page', '/', PAGE],
  ['the page of an unknown address', '/nowhere', PAGE],
  ['the frame of the preview', '/pdf-frame.html', PAGE],
  ['the documentation', '/api/docs', PAGE],
  ['the mailbox', '/dev/mailbox', PAGE],
  ['a mail', `/dev/mailbox/${mails[0]?.id}`, PAGE],
  ['data opened as a page', '/api/companies', PAGE],
  ['a refusal opened as a page', '/api/tasks', PAGE],
  ['an unknown route opened as a page', '/api/nothing', PAGE],
  ['a PDF', await aFile(), PAGE],
  ['an export', '/api/tasks/export', { ...PAGE, ...STAFF }],
  ['a picture', '/catalogue/pictures/bag.svg', PAGE],
];
const OTHERS: readonly Kind[] = [
  ['a script', '/assets/main-1a2b.js', {}],
  ['the script of the preview', '/pdf-frame.js', {}],
  ['a script of the documentation', '/api/docs/start.js', {}],
  ['data', '/api/companies', { 'sec-fetch-dest': 'empty' }],
  ['a refusal', '/api/tasks', { 'sec-fetch-dest': 'empty' }],
  ['an unknown asset', '/assets/gone.js', {}],
];

const ask = (path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
  fetch(api.origin + path, { method, headers, redirect: 'manual' });

const directivesOf = (policy: string) =>
  new Map(
    policy.split(';').map((directive): [string, string] => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );

describe.each([...DOCUMENTS, ...OTHERS])('Of %s', (_, path, headers) => {
  it('the type is not guessed, the server not named, the connection not downgraded, and no other origin let in', async () => {
    const answer = await ask(path, { ...headers, ...foreign });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-resource-policy': path === '/pdf-frame.js' ? 'cross-origin' : 'same-origin',
    });
    expect([...answer.headers.keys()].filter((name) => /^(access-control-|server$|x-powered-by$)/.test(name))).toEqual(
      [],
    );
  });
});

it('An answer to a fetch by another site, or by who knows whom, is for this origin, and one to its own pages says nothing in vain', async () => {
  const policyFor = async (site: object) => {
    const { headers } = await ask('/api/companies', { 'sec-fetch-dest': 'empty', ...site });
    return headers.get('cross-origin-resource-policy');
  };
  for (const site of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
    expect(await policyFor(site)).toBe('same-origin');
  }
  expect(await policyFor({ 'sec-fetch-site': 'same-origin' })).toBeNull();
});

describe.each(DOCUMENTS)('Of %s', (_, path, headers) => {
  it('no inline script runs, nothing is framed by others, and no address is passed on', async () => {
    const answer = await ask(path, headers);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const directives = directivesOf(policy);
    const scripts = directives.get('script-src') ?? directives.get('default-src');
    // Only the preview's frame, which has no origin, may compile the decoders (decision 96).
    const compiled = path === '/pdf-frame.html' ? " 'wasm-unsafe-eval'" : '';
    const permitted = compiled === '' ? ["'none'", "'self'"] : [`'self'${compiled}`];
    expect([path, permitted]).toEqual([path, expect.arrayContaining([scripts])]);
    expect(policy.replace(compiled, '')).not.toMatch(/unsafe|\*/);
    expect(directives.get('default-src')).toBe("'none'");
    expect(directives.get('base-uri') ?? (directives.has('sandbox') ? "'none'" : undefined)).toBe("'none'");
    const framers = path === '/pdf-frame.html' ? ['self', 'SAMEORIGIN'] : ['none', 'DENY'];
    if (!directives.has('sandbox') || path === '/pdf-frame.html')
      expect(directives.get('frame-ancestors')).toBe(`'${framers[0]}'`);
    expect(answer.headers.get('x-frame-options')).toBe(framers[1]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
  });
});

describe('Of the identity provider', () => {
  it('an answer is never asked for without encryption again, and no other origin is let in', async () => {
    const { headers } = await ask('/oauth2/default/v1/keys', foreign);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('Personal data', () => {
  it.each([
    ['/api/referrals', { authorization: `Bearer ${api.tokens.referrer}` }],
    ['/api/tasks/export', STAFF],
    ['/api/tasks', {}],
    ['/dev/mailbox', PAGE],
    ['/dev/mailbox.json', {}],
    ['/', PAGE],
  ])('is kept by no cache: %s', async (path, headers) => {
    expect((await ask(path, headers)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('Another origin', () => {
  it.each([
    '/api/companies',
    '/api/referrals/create',
    '/',
    `${LIVE_PATH}/?EIO=4&transport=polling`,
    '/dev/mailbox.json',
  ])('is not allowed to call %s, with credentials or without', async (path) => {
    for (const origin of ['https://evil.example', 'null', `${publicOrigin}.evil.example`]) {
      const asked = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      };
      const { headers } = await ask(path, asked, 'OPTIONS');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('A live connection by polling', () => {
  const path = `${LIVE_PATH}/?EIO=4&transport=polling`;

  it('is not answered to a script or to another site', async () => {
    const script = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    expect((await ask(path, script)).status).toBe(403);
    for (const j of ['&j=0', '&j', '&%6a=0']) expect((await ask(path + j, {})).status).toBe(403);
  });

  it('is answered to its own pages, of a type that is not guessed', async () => {
    const answer = await ask(path, { 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('The mailbox', () => {
  const statusFor = (host: string) =>
    answersTo(`GET /dev/mailbox.json HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);

  it("is served under the portal's own names alone, so that no foreign name that leads here can read it", async () => {
    for (const host of [
      'evil.example',
      'portal.example.evil.example',
      'localhost.evil.example:3000',
      '127.0.0.1.nip.example',
      '@',
    ])
      expect(await statusFor(host)).toMatch(/^HTTP\/1\.1 421 /);
    for (const host of ['portal.example', 'PORTAL.example', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect(await statusFor(host)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('A method that no route has', () => {
  it.each(['PUT', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY'])('is refused at every address: %s', async (method) => {
    for (const [path, allowed] of [
      ['/api/companies', 'GET, HEAD'],
      ['/api/referrals/create', 'POST'],
      ['/', null],
      ['/assets/main-1a2b.js', null],
      ['/dev/mailbox', null],
    ] as const) {
      const answer = await ask(path, { accept: 'text/html' }, method);
      const code = allowed === null ? 'request/unknown-route' : 'request/method-not-allowed';
      expect([path, answer.status, answer.headers.get('allow'), await answer.json()]).toEqual([
        path,
        allowed === null ? 404 : 405,
        allowed,
        expect.objectContaining({ success: false, code }),
      ]);
    }
  });

  it('is not smuggled in by a header or a field', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
    expect((await ask('/api/companies', headers)).status).toBe(200);
    expect((await ask('/api/companies?_method=DELETE', headers)).status).toBe(400);
  });
});

describe('The cookie of a submitter', () => {
  it('cannot be read by scripts, sent by other sites, or sent or set without encryption', async () => {
    const { headers } = await post(api, '/referrals/create', anOrder());
    const cookies = headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Strict/);
      expect(cookie).toMatch(/; Secure/);
      expect(cookie).not.toMatch(/; Domain=/i);
      expect(cookie).toMatch(/^__Host-[^;]+; Path=\/;/);
    }
  });

  it('is the only one', async () => {
    for (const [, path, headers] of [...DOCUMENTS, ...OTHERS]) {
      expect([path, (await ask(path, headers)).headers.getSetCookie()]).toEqual([path, []]);
    }
  });
});

/** Everything that the server answers to these bytes until it closes the connection. */
async function answersTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(api.origin);
  const socket = connect(Number(port), hostname);
  socket.write(bytes, 'latin1');
  return text(socket);
}

/** If a server read this body with another length, it would serve the second request. */
const SECOND = 'GET /api/companies HTTP/1.1\r\nhost: portal.example\r\nconnection: close\r\n\r\n';
const smuggling = (lines: readonly string[], body: string) =>
  `POST /api/items HTTP/1.1\r\nhost: portal.example\r\ncontent-type: application/json\r\n${lines.join('\r\n')}\r\n\r\n${body}`;

describe('A second request', () => {
  it.each([
    ['two kinds of length', ['content-length: 6', 'transfer-encoding: chunked'], `0\r\n\r\n${SECOND}`],
    ['two lengths', ['content-length: 2', 'content-length: 40'], `{}${SECOND}`],
    ['a list of lengths', ['content-length: 2, 40'], `{}${SECOND}`],
    ['a length that is no number', ['content-length: +2'], `{}${SECOND}`],
    ['an unknown encoding', ['transfer-encoding: xchunked'], `0\r\n\r\n${SECOND}`],
    ['chunks that are not the last encoding', ['transfer-encoding: chunked, identity'], `0\r\n\r\n${SECOND}`],
    ['a space before the colon', ['transfer-encoding : chunked'], `0\r\n\r\n${SECOND}`],
    ['a folded header', ['x: a', ' transfer-encoding: chunked', 'content-length: 0'], SECOND],
    ['a line that ends without CR', ['x: a\ntransfer-encoding: chunked', 'content-length: 0'], SECOND],
    ['a chunk of a length that is no number', ['transfer-encoding: chunked'], `0x2\r\n{}\r\n0\r\n\r\n${SECOND}`],
    ['a chunk that is longer than it says', ['transfer-encoding: chunked'], `2\r\n{} \r\n0\r\n\r\n${SECOND}`],
    ['NUL in a header', ['x: a\0', 'content-length: 0'], SECOND],
  ])('is not smuggled in behind %s', async (_, lines, body) => {
    const answered = await answersTo(smuggling(lines, body));
    expect(answered.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(answered).toContain('"code":"request/malformed"');
  });
});

async function aFile(): Promise<string> {
  const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
  const at = new Date().toISOString();
  const stored = await api.engines.files.put(Buffer.from('%PDF-1.7'));
  const { position } = await handleCommand(api.engines.store, {
    decider: fileDecider,
    id: body.data,
    command: {
      type: 'RecordSubmissionPdf',
      data: { referralId: body.data, fileName: 'r.pdf', generatedAt: at, ...stored },
    },
    context: { commandId: randomUUID(), actor: SYSTEM_ACTOR, at, correlationId: randomUUID(), causationId: null },
  });
  await waitUntilProjected(api.engines.database.db, position ?? 0);
  return (await get<string>(api, `/pdf/referral/${body.data}/file/1`, { as: 'referrer' })).body.data;
}
