import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { consolePages } from './console-pages.js';

const folder = await mkdtemp(join(tmpdir(), 'console-'));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'assets/main-1a2b.js'), 'start()');
await writeFile(join(folder, 'index.html'), '<meta property="csp-nonce" content="__CSP_NONCE__"><div id="root"></div>');

const origins = { publicOrigin: 'https://portal.example', identityOrigin: 'https://tenant.example' };
const pages = request(express().use(consolePages(folder, origins)));

describe('The console', () => {
  it('is the answer to every address that a browser asks for as a page', async () => {
    for (const path of ['/', '/referrals', '/referral/263251948821043?tab=files']) {
      const { status, text } = await pages.get(path).set('accept', 'text/html');
      expect({ status, root: text.includes('id="root"') }).toEqual({ status: 200, root: true });
    }
  });

  it('gets a nonce of its own with each answer, the same in page and policy', async () => {
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

  it('runs scripts from files alone, talks to itself and its identity provider, and is framed by nobody', async () => {
    const { headers } = await pages.get('/').set('accept', 'text/html');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' wss://portal.example https://tenant.example;");
    expect(policy).toContain("frame-src 'self' https://tenant.example;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('is kept for ever where the name says what is in it, and never where not', async () => {
    const asset = await pages.get('/assets/main-1a2b.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const page = await pages.get('/').set('accept', 'text/html');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('is no answer to who asks for something else', async () => {
    expect((await pages.get('/assets/gone.js').set('accept', '*/*')).status).toBe(404);
    expect((await pages.get('/referrals').set('accept', 'application/json')).status).toBe(404);
  });
});
