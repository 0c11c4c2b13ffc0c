import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: fromHere('.'),
  resolve: {
    alias: {
      '@throughline/domain': fromHere('../../libs/domain/src/index.ts'),
      '@throughline/contracts': fromHere('../../libs/contracts/src/index.ts'),
    },
  },
  // The API serves this folder, under a policy that allows no inline script and no data: image.
  build: {
    outDir: fromHere('../../dist/apps/console'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // 'use client' is for servers that render; there is none.
      onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
    },
  },
});
