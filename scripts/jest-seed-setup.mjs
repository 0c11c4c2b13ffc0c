import { isLongRun } from './suites/long-run.mjs';

/*
 * FUZZ_SEED repeats the random cases of a run that failed: the failure names its seed. The long run has five times as many cases where a spec
 * does not say how many, or says it as a multiple of the usual number.
 */
if (process.env.FUZZ_SEED || isLongRun()) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({
    ...(process.env.FUZZ_SEED && { seed: Number(process.env.FUZZ_SEED) }),
    ...(isLongRun() && { numRuns: 500 }),
  });
}
