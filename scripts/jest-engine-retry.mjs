import { jest } from '@jest/globals';

/* A spec that fails is run once more. If it passes then, `npm test` counts it as flaky and names it (`scripts/suites/run-suites.mjs`). */
jest.retryTimes(1, { logErrorsBeforeRetry: true });
