import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { type CommandConfig, commandConfig, openDatabase, openFileStore } from '@throughline/platform';
import type { ReadModelSchema } from '@throughline/read-models';
import { withEventLog } from '../../engines/with-event-log.js';
import { inWords, recordHandedOut, userOfSystem } from '../operator-command.js';
import { CaseExport, reasonInWords } from './export-case.js';
import { NobodyLooked } from './gather-evidence.js';

interface Asked {
  /** The id of a referral or a recertification. */
  readonly referral: string;
  /** A file; `-`: standard output. */
  readonly to: string;
  readonly withoutPersonalData?: boolean | undefined;
}

interface Options {
  readonly env?: NodeJS.ProcessEnv;
  readonly now?: Date;
  /** Ends the export; Ctrl-C does as well. */
  readonly signal?: AbortSignal;
}

const SCREEN = 'Evidence';
const STANDARD_OUTPUT = '-';

/**
 * `audit export`: writes the evidence of a case as a ZIP that anybody can verify without the portal. It is in the access log, with the user
 * of the operating system, before anything is written. A file is there whole, or not at all. Throws an error in words for an operator.
 */
export async function exportEvidence(asked: Asked, options: Options = {}): Promise<void> {
  const config = commandConfig(options.env);
  if (config.tlogKey === undefined)
    throw new Error('TLOG_KEY is not set: an export is signed with the private key of the log.');
  if (asked.to !== STANDARD_OUTPUT && existsSync(asked.to)) throw new Error(`${asked.to} is there already.`);
  const ending = new AbortController();
  const end = () => ending.abort();
  options.signal?.addEventListener('abort', end);
  // Not `once`: npm sends a Ctrl-C again that the terminal has sent already.
  for (const name of SIGNALS) process.on(name, end);
  try {
    await exportWith({ ...config, tlogKey: config.tlogKey }, asked, {
      now: new Date(),
      ...options,
      signal: ending.signal,
    });
  } catch (error) {
    throw ending.signal.aborted ? new Error('Stopped: nothing was exported.', { cause: error }) : wordsOf(error);
  } finally {
    for (const name of SIGNALS) process.off(name, end);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function exportWith(
  config: CommandConfig & { readonly tlogKey: string },
  { referral, to, withoutPersonalData = false }: Asked,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<void> {
  // However it is grouped where it was copied.
  const caseId = referral.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
  const user = userOfSystem();
  const { db, close } = openDatabase<ReadModelSchema>(config.databaseUrl, { max: 2 });
  try {
    await withEventLog({ url: config.eventStoreUrl }, async (store) => {
      const recordIt = () => recordHandedOut(db, { screen: SCREEN, user, caseIds: [caseId] });
      const found = await CaseExport.gather({ store, db, config }, caseId).catch(async (error: unknown) => {
        if (!(error instanceof NobodyLooked)) throw error;
        // This one is the first viewing, so that there is something to sign.
        await recordIt();
        throw new Error(
          'Nobody has looked at anything yet, so the access log is not signed: repeat the command in a minute.',
        );
      });
      signal.throwIfAborted();
      await writeWhole(to, signal, async (zipTo) => {
        await recordIt();
        await found.writeZip({
          output: zipTo.output,
          end: zipTo.isFile,
          files: await openFileStore(config.filesUrl),
          now,
          by: `user ${user} of the server`,
          hasPersonalData: !withoutPersonalData,
          signal,
          onProgress: printEvery(PROGRESS_EVERY),
          onLeftOut: print,
        });
      });
      const { events, viewings, unsigned } = found.evidence;
      const data = withoutPersonalData ? 'without' : 'with';
      print(`Exported of ${caseId}, ${data} personal data: events: ${events.length}; viewings: ${viewings.length}.`);
      if (unsigned.events + unsigned.viewings > 0)
        print(`Not signed yet, and not in the export: events: ${unsigned.events}; viewings: ${unsigned.viewings}.`);
      print(`Recorded in the access log as ${user}. Public key: ${found.signer.vkey}`);
    });
  } catch (error) {
    throw await inWords(error, config.databaseUrl);
  } finally {
    await close();
  }
}

interface ZipTo {
  readonly output: Writable;
  readonly isFile: boolean;
}

/** Writes under another name, for this user alone, and renames at the end. What failed leaves no file. */
async function writeWhole(to: string, signal: AbortSignal, write: (to: ZipTo) => Promise<void>): Promise<void> {
  if (to === STANDARD_OUTPUT) return write({ output: process.stdout, isFile: false });
  const unfinished = `${to}.${process.pid}.unfinished`;
  const file = await create(unfinished, to);
  try {
    await write({ output: file.createWriteStream(), isFile: true });
    signal.throwIfAborted();
    if (existsSync(to)) throw new Error(`${to} is there already.`);
    await rename(unfinished, to);
  } finally {
    await file.close().catch(() => undefined);
    await rm(unfinished, { force: true });
  }
}

const create = (path: string, to: string): Promise<FileHandle> =>
  open(path, 'wx', 0o600).catch((error: Error) => {
    throw new Error(`${to} cannot be written: ${error.message}.`, { cause: error });
  });

function wordsOf(error: unknown): unknown {
  const words = reasonInWords(error);
  return words === undefined ? error : new Error(words, { cause: error });
}

/** Entries between two lines of progress. */
const PROGRESS_EVERY = 5_000;

function printEvery(entries: number): (written: number, all: number) => void {
  let printed = 0;
  return (written, all) => {
    if (written < printed + entries) return;
    printed = written;
    print(`${written} of ${all} entries were written.`);
  };
}

function print(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
