import { copyLog, type CopyProgress, openEventStore } from '@throughline/event-store';

/** `log copy`: copies a log to another engine while nothing writes to it. An interrupted copy is continued. */
export async function copyBetweenEngines(urls: { readonly from: string; readonly to: string }): Promise<void> {
  const from = await open('--from', urls.from);
  const to = await open('--to', urls.to);
  const { events, streams, broken } = await copyLog(from, to, printProgress);
  print(`${events} events in ${streams} streams are the same in both logs.`);
  for (const stream of broken) print(`${stream}: its chain was broken before the copy, and is broken in it.`);
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

function printProgress({ phase, done }: CopyProgress): void {
  print(`${phase}: ${done} ${phase === 'verifying' ? 'streams' : 'events'}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
