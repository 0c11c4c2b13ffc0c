import { defineConfig } from '@playwright/test';
import { browserOptions } from './browser.js';

/** One product for all specs, so they run one after the other; each makes its own referrals. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.spec.ts',
  globalSetup: './start-product.ts',
  outputDir: '../node_modules/.cache/e2e',
  workers: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: await browserOptions(),
    viewport: { width: 1280, height: 900 },
    timezoneId: 'America/Chicago',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
