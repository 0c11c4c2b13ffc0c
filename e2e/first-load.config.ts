import { defineConfig } from '@playwright/test';
import specs from './playwright.config.js';

const { projects: _, ...config } = specs;

/** `npm run bench -- --only first-load`: measures the first screens of a running product, and writes what it found for the bench. */
export default defineConfig(config, {
  testMatch: '**/first-load.figures.ts',
  timeout: 600_000,
  reporter: [['line']],
  use: { screenshot: 'off', trace: 'off' },
});
