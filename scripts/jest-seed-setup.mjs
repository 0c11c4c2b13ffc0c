/* FUZZ_SEED repeats the random cases of a run that failed: the failure names its seed. */
if (process.env.FUZZ_SEED) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED) });
}
