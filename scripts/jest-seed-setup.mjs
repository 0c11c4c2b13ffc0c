import { isLongRun } from './suites/long-run.mjs';

/*
 * FUZZ_SEED repeats the random cases of a failed run, whose failure names its seed. The long run has five times as many cases in specs that
 * do not set a number, or set it as a multiple of the default.
 */
if (process.env.FUZZ_SEED || isLongRun()) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({
    ...(process.env.FUZZ_SEED && { seed: Number(process.env.FUZZ_SEED) }),
    ...(isLongRun() && { numRuns: 500 }),
  });
}
