/**
 * Announces the long run (`npm test -- --long`) to the processes that run specs: more random requests, every list and dialog instead of one
 * of each kind, every page in each pair of width and colour scheme, more and longer seeds of faults. A spec that is run by hand reads it as
 * well.
 */
export const LONG_RUN = 'TEST_LONG';

export const isLongRun = () => (process.env[LONG_RUN] ?? '') !== '';
