import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { consolePages } from './console-pages.js';
import { headersOfEveryAnswer, securityHeaders } from './security-headers.js';

const SCRIPT = `start(); // ${'all that a page needs '.repeat(100)}`;
const COMPRESSED = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT) };

const folder = await mkdtemp(join(tmpdir(), 'console-'));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'assets'));
await mkdir(join(folder, '.vite'));
const MANIFEST = {
  'index.html': { file: 'assets/main-1a2b.js', isEntry: true, imports: ['_start.js'] },
  '_start.js': { file: 'assets/start-5e6f.js' },
  '_table.js': { file: 'assets/table-7a8b.js', imports: ['_start.js'] },
  'src/routes/home.tsx': { file: 'assets/home-5c6d.js', imports: ['index.html'] },
  'src/routes/with-queries.tsx': { file: 'assets/with-queries-9c0d.js', imports: ['index.html', '_start.js'] },
  'src/routes/referral.tsx': { file: 'assets/referral-1e2f.js', imports: ['index.html', '_table.js'] },
  'src/routes/create-referral.tsx': { file: 'assets/create-referral-3a4b.js', imports: ['index.html'] },
};
await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(MANIFEST));
await writeFile(join(folder, 'assets/main-1a2b.js'), SCRIPT);
await writeFile(join(folder, 'assets/main-1a2b.js.br'), COMPRESSED.br);
await writeFile(join(folder, 'assets/main-1a2b.js.gz'), COMPRESSED.gzip);
await writeFile(join(folder, 'assets/small-3c4d.js'), 'start()');
await writeFile(join(folder, 'pdf-frame.html'), '<script src="/pdf-frame.js" defer></script>');
await writeFile(join(folder, 'pdf-frame.js'), SCRIPT);
await writeFile(join(folder, 'pdf-frame.js.br'), COMPRESSED.br);
await writeFile(
  join(folder, 'index.html'),
  '<head><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="console-config" content="__CONSOLE_CONFIG__"></head><div id="root"></div>',
);

const config = {
  issuer: 'https://tenant.example/oauth2/default',
  clientId: 'console"&amp;$&',
  redirectUri: 'https://portal.example/login/callback',
  contactEmail: 'referrals@throughline.example',
  contact: {
    phone: '(512) 555-0140',
    fax: '(512) 555-0141',
    emails: { patients: 'care@t.example', caseManagers: 'cm@t.example', clinicalStaff: 'rn@t.example' },
  },
  operatorEmailDomain: 'throughline.example',
  operatorCompanyId: 1,
  authenticatorApps: false,
  passkeys: false,
  version: 'v1.0.0',
};
const origins = { publicOrigin: 'https://portal.example', identityOrigin: 'https://tenant.example' };
const pages = request(express().use(consolePages(folder, config, origins)));

describe('The console', () => {
  it('is served for every path that a browser requests as a page, with 404 where it has none', async () => {
    const known = ['/', '/referrals', '/Referrals/', '/referral/263251948821043?tab=files', '/login/callback?code=1'];
    for (const [paths, expected] of [
      [known, 200],
      [['/nope', '/referral', '/index.html', '//%69ndex.html'], 404],
    ] as const) {
      for (const path of paths) {
        const { status, text } = await pages.get(path).set('accept', 'text/html');
        const isWritten = !text.includes('__CSP_NONCE__');
        expect({ path, status, root: text.includes('id="root"'), isWritten }).toEqual({
          path,
          status: expected,
          root: true,
          isWritten: true,
        });
      }
    }
  });

  it('recovers when a build has finished that was writing its manifest', async () => {
    const building = await mkdtemp(join(tmpdir(), 'console-'));
    await mkdir(join(building, '.vite'));
    await writeFile(join(building, 'index.html'), '<head></head>');
    await writeFile(join(building, '.vite/manifest.json'), JSON.stringify(MANIFEST).slice(0, 40));
    const app = request(express().use(consolePages(building, config, origins)));
    const read = () => app.get('/referral/1').set('accept', 'text/html');
    expect((await read()).status).toBe(500);
    await writeFile(join(building, '.vite/manifest.json'), JSON.stringify(MANIFEST));
    expect((await read()).text).toContain('/assets/referral-1e2f.js');
    await rm(building, { recursive: true });
  });

  it('passes a path that cannot be decoded on to the next handler', async () => {
    const app = express()
      .use(consolePages(folder, config, origins))
      .use((_request, response) => void response.status(404).json({}));
    for (const path of ['/assets/%', '/%E0%A4%A', '/%00%'])
      expect((await request(app).get(path).set('accept', 'text/html')).status).toBe(404);
  });

  it('has a new nonce in each response, the same in page and policy', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { text, headers } = await pages.get('/').set('accept', 'text/html');
        const [, nonce = ''] = /content="([^"]+)"/.exec(text) ?? [];
        expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  it('has its configuration in the page, with any characters', async () => {
    const { text } = await pages.get('/').set('accept', 'text/html');
    const [, written = ''] = /console-config" content="([^"]+)"/.exec(text) ?? [];
    expect(JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual(config);
  });

  it('may run scripts from files only, connect to itself and its identity provider, and not be framed', async () => {
    const { headers } = await pages.get('/').set('accept', 'text/html');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' wss://portal.example https://tenant.example;");
    expect(policy).toContain("frame-src 'self' https://tenant.example;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it.each([
    ['/referral/263251948821043?tab=files', ['with-queries-9c0d', 'referral-1e2f', 'table-7a8b']],
    ['/create-referral/magnolia', ['with-queries-9c0d', 'create-referral-3a4b']],
    ['/', ['home-5c6d']],
    ['/nowhere', []],
    ['/referral/1/2', []],
  ])('preloads the scripts of the page at %s', async (path, scripts) => {
    const { text } = await pages.get(path).set('accept', 'text/html');
    const [head = ''] = text.split('</head>');
    expect(
      [...head.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, href]) => href),
    ).toEqual(scripts.map((script) => `/assets/${script}.js`));
  });

  it('preloads the scripts of the latest build', async () => {
    const other = await mkdtemp(join(tmpdir(), 'console-'));
    await mkdir(join(other, '.vite'));
    const app = request(express().use(consolePages(other, config, origins)));
    const build = async (hash: string) => {
      const manifest = { 'src/routes/queue.tsx': { file: `assets/queue-${hash}.js` } };
      await writeFile(join(other, '.vite/manifest.json'), JSON.stringify(manifest));
      await writeFile(join(other, 'index.html'), `<head><script src="/assets/main-${hash}.js"></script></head>`);
    };
    for (const hash of ['1a2b', '3c4d']) {
      await build(hash);
      expect((await app.get('/queue').set('accept', 'text/html')).text).toContain(`href="/assets/queue-${hash}.js"`);
    }
    await rm(other, { recursive: true });
  });

  it('is cached for ever under hashed names, and never otherwise', async () => {
    const asset = await pages.get('/assets/main-1a2b.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const page = await pages.get('/').set('accept', 'text/html');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('is not served for other requests', async () => {
    for (const path of [
      '/assets/gone.js',
      '//assets/gone.js',
      '/assets',
      '/catalogue/pictures/gone.png',
      '//api/companies',
      '/api%5ccompanies',
      '/API/companies',
      '/OAUTH2/default/v1/keys',
      '/Dev/mailbox',
      '/ASSETS/gone.js',
      '/%61ssets/gone.js',
      '/x/..%2fassets/gone.js',
    ]) {
      const { status, text } = await pages.get(path).set('accept', '*/*');
      expect([path, status, text.includes('id="root"')]).toEqual([path, 404, false]);
    }
    expect((await pages.get('/referrals').set('accept', 'application/json')).status).toBe(404);
    expect((await pages.get('/.vite/manifest.json').set('accept', 'application/json')).status).toBe(404);
    expect((await pages.get('/assets/%2e%2e/%2e%2e/etc/passwd').set('accept', '*/*')).status).toBe(404);
  });
});

describe('The frame of the preview', () => {
  const app = request(
    express().use(headersOfEveryAnswer({ https: true }), securityHeaders, consolePages(folder, config, origins)),
  );

  it('has no origin, and may run its own script, connect to nothing, and be framed by the console alone', async () => {
    const { headers } = await app.get('/pdf-frame.html').set('accept', 'text/html');
    expect(headers['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval'",
      'worker-src blob:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ]);
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'public, max-age=0' });
  });

  it('finds no page in place of a part of pdf.js that is not there', async () => {
    const { status } = await app.get('/pdf-parts/cmaps/none.bcmap').set('accept', '*/*');
    expect(status).toBe(404);
  });

  it.each(['identity', 'br'])('loads its script without an origin, in the encoding %s', async (encoding) => {
    const { headers } = await app.get('/pdf-frame.js').set('accept-encoding', encoding);
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-type': expect.stringMatching(/^text\/javascript/),
    });
  });
});

describe('A file of the console', () => {
  const script = (encodings: string) => pages.get('/assets/main-1a2b.js').set('accept-encoding', encodings);

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
  ] as const)('is served to a client that accepts %s as the prepared %s copy', async (taken, encoding) => {
    const { headers } = await script(taken);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(COMPRESSED[encoding].length),
      'content-type': 'text/javascript; charset=UTF-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
  });

  it('is served uncompressed to a client that accepts no encoding, with Vary', async () => {
    const { headers, text } = await script('identity');
    expect([headers['content-encoding'], headers['vary'], text]).toEqual([undefined, 'Accept-Encoding', SCRIPT]);
  });

  it('has no headers for documents, but nosniff', async () => {
    const app = express().use(
      headersOfEveryAnswer({ https: true }),
      securityHeaders,
      consolePages(folder, config, origins),
    );
    const { headers } = await request(app).get('/assets/main-1a2b.js');
    expect(Object.keys(headers).filter((name) => /policy|^x-|agent/.test(name))).toEqual([
      'cross-origin-resource-policy',
      'x-content-type-options',
    ]);
    expect(headers).toHaveProperty('strict-transport-security');
    const page = await request(app).get('/').set('accept', 'text/html');
    expect(page.headers).toMatchObject({ 'x-frame-options': 'DENY', 'permissions-policy': expect.any(String) });
  });

  it('is served uncompressed without a prepared copy', async () => {
    const { headers, text } = await pages.get('/assets/small-3c4d.js').set('accept-encoding', 'br');
    expect([headers['content-encoding'], text]).toEqual([undefined, 'start()']);
  });

  it('has an ETag per encoding, and is not sent again if that matches', async () => {
    const [br, gzip, plain] = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (taken) => (await script(taken)).headers['etag']),
    );
    expect(new Set([br, gzip, plain]).size).toBe(3);
    const again = await script('br').set('if-none-match', br ?? '');
    expect([again.status, again.headers['vary']]).toEqual([304, 'Accept-Encoding']);
  });

  it('supports HEAD and Range, in the encoding that is sent', async () => {
    const head = await pages.head('/assets/main-1a2b.js').set('accept-encoding', 'br');
    expect([head.status, head.headers['content-length'], head.text]).toEqual([
      200,
      String(COMPRESSED.br.length),
      undefined,
    ]);
    const part = await script('identity').set('range', 'bytes=0-6');
    expect([part.status, part.text, part.headers['content-range']]).toEqual([
      206,
      'start()',
      `bytes 0-6/${SCRIPT.length}`,
    ]);
    const cut = await script('br')
      .set('range', 'bytes=0-3')
      .buffer(false)
      .parse((_response, done) => done(null, null));
    expect([cut.status, cut.headers['content-range']]).toEqual([206, `bytes 0-3/${COMPRESSED.br.length}`]);
  });
});
