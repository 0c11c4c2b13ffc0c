import { readFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { ROOT } from '../product/product.js';

const PAGE =
  '<!doctype html><html lang="en"><head><title>Bare</title></head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>';

/** A heading, a text, a card and a button: the least that Vite, React and MUI show. */
const SCRIPT = `
import { Button, Card, CardContent, Container, CssBaseline, Typography } from '@mui/material';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')).render(
  h(Container, null, h(CssBaseline), h(Typography, { variant: 'h1' }, 'Welcome'),
    h(Card, { variant: 'outlined' }, h(CardContent, null,
      h(Typography, null, 'Order supplies for a member. No account is needed; keep the referral ID to follow its progress.'),
      h(Button, { variant: 'contained' }, 'Submit New Referral')))));
`;

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds the page that the console is compared with, and serves it in brotli as the API serves the console. */
export async function startBarePage(): Promise<{ readonly origin: string; readonly stop: () => Promise<void> }> {
  const cache = join(ROOT, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'bare-page-'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'main.js'), SCRIPT);
  const plugins = [compression({ algorithms: ['brotliCompress'], logLevel: 'silent' })];
  await build({ root: folder, configFile: false, logLevel: 'error', plugins });
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    readFile(join(folder, 'dist', `${path}.br`)).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(path)],
            'content-encoding': 'br',
            'content-length': body.length,
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return {
    origin: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
