/**
 * Runs suites, `atOnce` of them at a time, and prints a line for each as it ends: its counts and its time, after its output if something
 * failed. Skipped tests are named, and so are tests that failed at first and passed in the second run: they count as passed and as flaky. A
 * suite without tests of its own (a linter) counts as 1 failed if it fails. `lowPriority`: suites get the processor time that other
 * processes leave.
 *
 * A suite is `{ name, run(signal, { lowPriority }) → { ok, output, seconds, counts?, skippedNames?, flakyNames? } }`. Resolves with `{
 * passed, failed, skipped, flaky }` for each.
 */
export async function runSuites(suites, { atOnce, signal, lowPriority } = {}) {
  const waiting = [...suites];
  const results = [];
  const work = async () => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      signal?.throwIfAborted();
      if (atOnce === 1) console.log(`▸ ${suite.name} …`);
      const {
        ok,
        output,
        seconds,
        counts,
        skippedNames = [],
        flakyNames = [],
      } = await suite.run(signal, { lowPriority });
      const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
      const result = { passed, failed: ok ? failed : Math.max(failed, 1), skipped, flaky: flakyNames.length };
      const said = counts ? `${passed} passed, ${result.failed} failed, ${skipped} skipped` : ok ? 'clean' : 'failed';
      if (!ok || flakyNames.length > 0) console.log(output.trimEnd());
      console.log(`${ok ? '✓' : '✗'} ${suite.name}: ${said} (${seconds.toFixed(1)} s)`);
      for (const name of skippedNames) console.log(`  skipped: ${name}`);
      for (const name of flakyNames) console.log(`  flaky: ${name}`);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
