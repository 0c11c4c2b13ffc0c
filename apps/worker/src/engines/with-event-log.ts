import {
  type EventStore,
  isStrayRejection,
  openEventStore,
  reachEventStoreDb,
  StoreUnavailable,
} from '@throughline/event-store';
import { endOnUncaught, reachPostgres } from '@throughline/platform';

/**
 * How long an outage of a log may last before a command stops, ms. No request waits for the command, and a cluster has elected its next
 * leader by then.
 */
const PATIENCE_MS = 60_000;
/** A command that waits longer than this, ms, reports what it is waiting for. */
const SILENT_MS = 5_000;

interface NamedLog {
  /** The name of the log in messages. */
  readonly name: string;
  readonly url: string;
}

interface Options {
  readonly patienceMs?: number | undefined;
  /** Describes in whole sentences how far the command came. Called when an outage stops it. */
  readonly progress?: () => string;
}

/** Runs a command on the event log of the product, like `withEventLogs`. */
export function withEventLog<Result>(
  { url, ...options }: Options & Pick<NamedLog, 'url'>,
  work: (store: EventStore) => Promise<Result>,
): Promise<Result> {
  return withEventLogs([{ name: 'The event log', url }], options, ([store]) => work(store!));
}

/**
 * Runs an operator's command on event logs. It waits for the end of an outage, and stops after `patienceMs` (a minute). The command must be
 * repeatable: what it appends has the same ids each time, or depends on the content of the log. While it runs, an error that a log's client
 * drops does not end the process (docs/decisions/0099).
 * @throws an `Error` of one line that says which log cannot be used and why, how far the command came and that it can be repeated; any
 * other error of `work`
 */
export async function withEventLogs<Result>(
  logs: readonly NamedLog[],
  { patienceMs = PATIENCE_MS, progress = () => '' }: Options,
  work: (stores: readonly EventStore[]) => Promise<Result>,
): Promise<Result> {
  const release = endOnUncaught(LAST_WORDS, isStrayRejection);
  const stores: EventStore[] = [];
  try {
    for (const log of logs) stores.push(await open(log, patienceMs));
    return await work(stores);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const words = [progress(), await whyUnavailable(logs, patienceMs), REPEAT];
    throw new Error(words.filter(Boolean).join(' '), { cause: error });
  } finally {
    for (const store of stores) await store.close();
    release();
  }
}

const REPEAT = 'Repeat the command when it answers: what is written already is not written twice.';

async function open({ name, url }: NamedLog, timeoutMs: number): Promise<EventStore> {
  const notice = setTimeout(() => writeLine(`${name} does not answer yet. Waiting …`), SILENT_MS);
  try {
    return await openEventStore(url, { timeoutMs });
  } catch (error) {
    if (error instanceof TypeError) throw new Error(`${name} cannot be used: ${error.message}.`, { cause: error });
    throw error;
  } finally {
    clearTimeout(notice);
  }
}

/** The log may answer again by now. */
async function whyUnavailable(logs: readonly NamedLog[], patienceMs: number): Promise<string> {
  const found = await Promise.all(
    logs.map(async ({ name, url }) => {
      const reach = url.startsWith('esdb') ? reachEventStoreDb : reachPostgres;
      return reach(url).then(
        () => [],
        ({ message }: Error) => [`${name} cannot be used: ${message}.`],
      );
    }),
  );
  const names = logs.map(({ name }) => name).join(' or ');
  return found.flat().join(' ') || `${names} did not answer for ${patienceMs / 1_000} s.`;
}

const LAST_WORDS = {
  error: ({ err }: { readonly err: unknown }, message: string) => writeLine(`${message}: ${String(err)}`),
  fatal: ({ err }: { readonly err: unknown }, message: string) =>
    writeLine(`${message}: ${err instanceof Error ? err.stack : String(err)}`),
};

function writeLine(line: string): void {
  process.stderr.write(`${line}\n`);
}
