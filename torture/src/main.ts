import { parseArgs } from 'node:util';
import { writeFile } from 'node:fs/promises';
import { redisIsInstalled } from '@throughline/platform/testing';
import { LOG_ENGINES, planOf } from './plan.js';
import { inWords } from './faults.js';
import { type Outcome, runSeed } from './seed.js';
import { startSystem, type System } from './system.js';
import { headOf, rowOf } from './table.js';

/* `npm run torture -- --seeds N [--from K] [--seconds S] [--log EventStoreDB]`: see docs/faults.md. Started in the project's folder. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    from: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    log: { type: 'string', default: 'PostgreSQL' },
    report: { type: 'string' },
  },
});
const [seeds, from, seconds] = [values.seeds, values.from, values.seconds].map(Number) as [number, number, number];
const logIn = LOG_ENGINES.find((engine) => engine === values.log);
if (!logIn || ![seeds, from, seconds].every((number) => Number.isInteger(number) && number > 0) || seconds < 8) {
  console.error('Say: npm run torture -- --seeds N [--from K] [--seconds S] [--log EventStoreDB]; S is at least 8.');
  process.exit(1);
}

const startedAt = performance.now();
const say = (line: string) =>
  console.error(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(5)} s  ${line}`);
const plans = Array.from({ length: seeds }, (_, n) => planOf(from + n, { seconds, logIn }));
const hasRedis = redisIsInstalled();
const outcomes: Outcome[] = [];
let failed = 0;

for (const jobsIn of ['Redis', 'PostgreSQL'] as const) {
  if (jobsIn === 'Redis' && !hasRedis) continue;
  let system: System | undefined;
  for (const plan of plans.filter((one) => one.jobsIn === jobsIn)) {
    if (!system) say(`starting two of each, jobs in ${jobsIn}, log in ${logIn}`);
    system ??= await startSystem(jobsIn, logIn);
    say(`seed ${plan.seed}: ${plan.work.length} commands, ${plan.faults.length} faults in ${seconds} s`);
    const outcome = await runSeed(system, plan, (line) => say(`  ${line}`)).catch((error: unknown) => error as Error);
    const wrong = outcome instanceof Error ? [outcome.stack ?? outcome.message] : wrongOf(outcome);
    if (!(outcome instanceof Error)) {
      outcomes.push(outcome);
      say(`  ${outcome.acknowledged} acknowledged, at rest after ${(outcome.restAfterMs / 1000).toFixed(1)} s`);
    }
    if (wrong.length === 0) continue;
    failed += 1;
    tellFailure(system, plan, wrong);
    // The next seed begins on ground that is known to be good.
    await system.stop({ keep: true });
    system = undefined;
  }
  await system?.stop({ keep: false });
}

const skipped = hasRedis ? 0 : plans.filter(({ jobsIn }) => jobsIn === 'Redis').length;
console.log([headOf(), ...outcomes.sort((one, other) => one.plan.seed - other.plan.seed).map(rowOf)].join('\n'));
if (skipped > 0) console.log(`${skipped} seeds with jobs in Redis were skipped: redis-server is not installed.`);
console.log(`${seeds - skipped - failed} seeds held, ${failed} failed, ${skipped} skipped.`);
if (values.report)
  await writeFile(values.report, JSON.stringify({ passed: seeds - skipped - failed, failed, skipped }));
process.exit(failed > 0 ? 1 : 0);

function wrongOf({ findings }: Outcome): readonly string[] {
  return findings.flatMap(({ property, wrong }) => wrong.map((words) => `${property}: ${words}`));
}

function tellFailure({ dataDir }: System, plan: ReturnType<typeof planOf>, wrong: readonly string[]): void {
  console.log(
    `\nSeed ${plan.seed} FAILED; again: npm run torture -- --seeds 1 --from ${plan.seed} --seconds ${seconds} --log ${plan.logIn}`,
  );
  for (const words of wrong.slice(0, 30)) console.log(`  ${words}`);
  if (wrong.length > 30) console.log(`  and ${wrong.length - 30} more`);
  console.log(
    `  after ${plan.faults.map((fault) => `${(fault.at / 1000).toFixed(1)} s ${inWords(fault)}`).join('; ')}`,
  );
  console.log(`  Its data and logs are kept in ${dataDir}\n`);
}
