import { defineConfig } from '@playwright/test';
import { isLongRun } from '../scripts/suites/long-run.mjs';
import { browserOptions } from './product/browser.js';

/** They measure bytes and times: nothing else runs beside them. */
const ALONE = ['**/first-load.e2e.spec.ts', '**/nodes.e2e.spec.ts'];

/**
 * Each worker has a product of its own, and each spec makes its own referrals. `npm test` runs the first project with three workers, and then the
 * second. No spec is about how quick a screen is, so each may take its time.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.spec.ts',
  // The short run tries one of a kind and leaves the others out. TEST_LONG=yes tries them all, also for one file.
  ...(!isLongRun() && { grepInvert: /@long/ }),
  projects: [
    // Test by test, so that no worker ends with the long files while the other waits.
    { name: 'side by side', testIgnore: ALONE, fullyParallel: true },
    { name: 'alone', testMatch: ALONE, workers: 1 },
  ],
  globalSetup: './product/start-product.ts',
  outputDir: '../node_modules/.cache/e2e',
  workers: 1,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    // Twice as long as an expectation. Without it, a click on what is not there takes the time of its whole test, twice.
    actionTimeout: 120_000,
    browserName: 'chromium',
    launchOptions: await browserOptions(),
    viewport: { width: 1280, height: 900 },
    timezoneId: 'America/Chicago',
    // Transitions took a seventh of the browser’s processor time in a trial.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Without a film, which would be taken of every test, also of those that pass.
    trace: { mode: 'on-first-retry', screenshots: false },
  },
});
