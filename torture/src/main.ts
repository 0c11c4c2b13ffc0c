import { writeFile } from 'node:fs/promises';
import { redisIsInstalled } from '@throughline/platform/testing';
import { type LogChoice, planOf } from './plan.js';
import { describeFault } from './faults.js';
import { LIMITS, within } from './limits.js';
import { type Outcome, runSeed } from './seed.js';
import { startSystem, type System } from './system.js';
import { headOf, rowOf } from './table.js';

export interface TortureOptions {
  readonly seeds: number;
  /** The first seed. */
  readonly from: number;
  /** Length of a run. */
  readonly seconds: number;
  readonly log: LogChoice;
  /** File that the counts are written to as JSON. */
  readonly report?: string | undefined;
}

/** `npm run torture` (docs/faults.md). Resolves with the exit code. */
export async function torture({ seeds, from, seconds, log, report }: TortureOptions): Promise<number> {
  const print = printerWithTime();
  const plans = Array.from({ length: seeds }, (_, n) => planOf(from + n, { seconds, log }));
  const hasRedis = redisIsInstalled();
  const outcomes: Outcome[] = [];
  /** How many faults could not be injected here. */
  let disksNotFilled = 0;
  let failed = 0;

  for (const jobsIn of ['Redis', 'PostgreSQL'] as const) {
    if (jobsIn === 'Redis' && !hasRedis) continue;
    let system: System | undefined;
    for (const plan of plans.filter((one) => one.jobsIn === jobsIn)) {
      if (!system) print(`starting two of each, jobs in ${jobsIn}, log in ${plan.logIn}`);
      system ??= await within(LIMITS.start, () => 'the system to start', startSystem(jobsIn, plan.logIn));
      print(`seed ${plan.seed}: ${plan.work.length} commands, ${plan.faults.length} faults in ${seconds} s`);
      const outcome = await runSeed(system, plan, (line) => print(`  ${line}`)).catch(
        (error: unknown) => error as Error,
      );
      if (!system.disk) disksNotFilled += plan.faults.filter(({ kind }) => kind === 'disk').length;
      const violations = outcome instanceof Error ? [outcome.stack ?? outcome.message] : violationsOf(outcome);
      if (!(outcome instanceof Error)) {
        outcomes.push(outcome);
        print(`  ${outcome.acknowledged} acknowledged, at rest after ${(outcome.restAfterMs / 1000).toFixed(1)} s`);
      }
      if (violations.length === 0) continue;
      failed += 1;
      printFailedRun(system, { plan, seconds, violations });
      // The next seed must begin with an intact system.
      await system.stop({ keep: true });
      system = undefined;
    }
    await system?.stop({ keep: false });
  }

  const skipped = hasRedis ? 0 : plans.filter(({ jobsIn }) => jobsIn === 'Redis').length;
  const passed = seeds - skipped - failed;
  console.log([headOf(), ...outcomes.sort((one, other) => one.plan.seed - other.plan.seed).map(rowOf)].join('\n'));
  if (skipped > 0) console.log(`${skipped} seeds with jobs in Redis were skipped: redis-server is not installed.`);
  if (disksNotFilled > 0)
    console.log(
      `${disksNotFilled} faults of a full disk were skipped: no file system can be mounted here (Linux, as root).`,
    );
  console.log(`${passed} seeds held, ${failed} failed, ${skipped} skipped.`);
  if (report) await writeFile(report, JSON.stringify({ passed, failed, skipped }));
  return failed > 0 ? 1 : 0;
}

/** Prints lines on standard error with the seconds since it was made. */
function printerWithTime(): (line: string) => void {
  const startedAt = performance.now();
  return (line) =>
    console.error(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(5)} s  ${line}`);
}

function violationsOf({ findings }: Outcome): readonly string[] {
  return findings.flatMap(({ property, violations }) => violations.map((words) => `${property}: ${words}`));
}

interface FailedRun {
  readonly plan: ReturnType<typeof planOf>;
  readonly seconds: number;
  readonly violations: readonly string[];
}

function printFailedRun({ dataDir }: System, { plan, seconds, violations }: FailedRun): void {
  console.log(
    `\nSeed ${plan.seed} FAILED; again: npm run torture -- --seeds 1 --from ${plan.seed} --seconds ${seconds} --log ${plan.logIn}`,
  );
  for (const words of violations.slice(0, 30)) console.log(`  ${words}`);
  if (violations.length > 30) console.log(`  and ${violations.length - 30} more`);
  console.log(
    `  after ${plan.faults.map((fault) => `${(fault.at / 1000).toFixed(1)} s ${describeFault(fault)}`).join('; ')}`,
  );
  console.log(`  Its data and logs are kept in ${dataDir}\n`);
}
