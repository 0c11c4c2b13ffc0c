import { parseArgs } from 'node:util';
import { copyLog, type CopyProgress, openEventStore } from '@throughline/event-store';
import { fail } from '@throughline/platform';

const USAGE = 'Say which: npm run log -- copy --from URL --to URL (postgres://… or esdb://…)';

/* `npm run log -- copy --from URL --to URL`: moves a log between engines while nothing writes to it. Cut short, it goes on. */
await run().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
process.exit(0);

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, to: { type: 'string' } },
  });
  if (positionals.join() !== 'copy' || !values.from || !values.to) throw new Error(USAGE);
  const from = await open('--from', values.from);
  const to = await open('--to', values.to);
  const { events, streams, broken } = await copyLog(from, to, tell);
  print(`${events} events in ${streams} streams are the same in both logs.`);
  for (const stream of broken) print(`${stream} had a broken chain before, and has it still.`);
  await Promise.all([from.close(), to.close()]);
}

async function open(option: string, url: string) {
  try {
    return await openEventStore(url);
  } catch (error) {
    throw new Error(`${option} cannot be opened: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function tell({ phase, done }: CopyProgress): void {
  print(`${phase}: ${done} ${phase === 'verifying' ? 'streams' : 'events'}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
