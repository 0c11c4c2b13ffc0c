import { expect } from '@jest/globals';

/** Matches a fault of a document that runs, sends, contains or opens something. */
export const ACTIVE: unknown = expect.objectContaining({
  reason: expect.stringMatching(/^(active-content|script|program|other-files|sends-data|media|starts-by-itself|link)$/),
});
