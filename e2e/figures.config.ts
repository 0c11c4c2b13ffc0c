import { defineConfig } from '@playwright/test';
import specs from './playwright.config.js';

const { projects: _, ...config } = specs;

/** What `npm run bench` measures in a browser, of a running product: each `*.figures.ts` writes what it found for the bench. */
export default defineConfig(config, {
  testMatch: '**/*.figures.ts',
  timeout: 600_000,
  reporter: [['line']],
  use: { screenshot: 'off', trace: 'off' },
});
