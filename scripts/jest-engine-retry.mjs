import { jest } from '@jest/globals';

/* A failed spec is run once more. If it passes, `npm test` counts it as flaky and names it (`scripts/suites/run-suites.mjs`). */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
