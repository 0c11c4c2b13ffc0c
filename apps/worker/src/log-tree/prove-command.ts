import {
  eventLog,
  hasEntry,
  openTreeFolder,
  parseEntry,
  EntryProver,
  type ProvableLog,
  type RecordPlace,
  type SoughtEntry,
} from '@throughline/event-store';
import { commandConfig, openDatabase } from '@throughline/platform';
import { positionOfViewing, type ReadModelSchema, viewingLog } from '@throughline/read-models';
import { withEventLog } from '../engines/with-event-log.js';

/** One of them. */
interface Asked {
  /** The id of an event. */
  readonly event?: string | undefined;
  /** The position of an event. */
  readonly position?: number | undefined;
  /** The id of a row of access_log, or of live_access. */
  readonly viewing?: number | undefined;
  readonly delivery?: number | undefined;
}

/**
 * `audit prove`: prints a proof of one event or viewing, which `audit verify --proof` and other programs verify without the database.
 * Throws an error in words for an operator.
 */
export async function proveByCommand(asked: Asked, { env }: { readonly env?: NodeJS.ProcessEnv } = {}): Promise<void> {
  const config = commandConfig(env);
  const { log, sought } = soughtIn(asked);
  const { proof, text } = await (await EntryProver.open(openTreeFolder(config.tlogUrl, log))).prove(sought);
  if (log === 'log') {
    await withEventLog({ url: config.eventStoreUrl }, (store) => requireUnaltered(eventLog(store), text));
  } else {
    const { db, close } = openDatabase<ReadModelSchema>(config.databaseUrl, { max: 2 });
    try {
      await requireUnaltered(viewingLog(db), text);
    } finally {
      await close();
    }
  }
  process.stdout.write(proof);
}

function soughtIn({ event, position, viewing, delivery }: Asked) {
  const given: { readonly log: 'log' | 'access-log'; readonly sought: SoughtEntry }[] = [
    ...(event === undefined ? [] : [{ log: 'log', sought: { storedId: event.toLowerCase() } } as const]),
    ...(position === undefined ? [] : [{ log: 'log', sought: { position } } as const]),
    ...(viewing === undefined
      ? []
      : [{ log: 'access-log', sought: { position: positionOfViewing.access_log(viewing) } } as const]),
    ...(delivery === undefined
      ? []
      : [{ log: 'access-log', sought: { position: positionOfViewing.live_access(delivery) } } as const]),
  ];
  const [only] = given;
  if (!only || given.length > 1) throw new Error('Name one of --event, --position, --viewing and --delivery.');
  return only;
}

/** A proof of what is not there any more would be taken for one of what is. */
export async function requireUnaltered<Stored extends RecordPlace>(
  log: ProvableLog<Stored>,
  text: string,
): Promise<void> {
  if (await hasEntry(log, text)) return;
  throw new Error(
    `The ${log.noun} at position ${parseEntry(text)?.position} is not as it was signed: run “audit verify”. No proof was made.`,
  );
}
