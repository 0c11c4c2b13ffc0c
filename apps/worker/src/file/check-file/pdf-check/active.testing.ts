import { expect } from '@jest/globals';

/** A fault of a document that runs, sends, carries or opens something. */
export const ACTIVE: unknown = expect.objectContaining({
  reason: expect.stringMatching(/^(active-content|script|program|other-files|sends-data|media|starts-by-itself|link)$/),
});
