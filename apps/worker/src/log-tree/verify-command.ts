import { readFile } from 'node:fs/promises';
import {
  checkpointKeys,
  type Finding,
  InvalidNote,
  type LogReport,
  openTreeFolder,
  type TreeFolder,
  treeSigner,
  VerifiedTree,
  verifyLog,
} from '@throughline/event-store';
import { commandConfig, type CommandConfig, openDatabase } from '@throughline/platform';
import { allHeads, type ReadModelSchema, signOfOtherLog } from '@throughline/read-models';
import { withEventLog } from '../engines/with-event-log.js';
import { wordsOfFinding, wordsOfReport } from './finding-words.js';

interface VerifyCommand {
  /** Public keys that are trusted besides those of the configuration. */
  readonly key: readonly string[];
  /** Files with checkpoints that were kept elsewhere. */
  readonly checkpoint: readonly string[];
}

/** Sentences that are printed; the number of the others is. */
const MAX_SENTENCES = 1_000;

/**
 * `audit verify`: verifies the whole log, and prints what was altered and what is proven. Resolves with the exit code: 0 if everything is as
 * it was signed.
 */
export async function verifyLogByCommand(
  command: VerifyCommand,
  { env }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const config = commandConfig(env);
  const folder = openTreeFolder(config.tlogUrl);
  const vkeys = await trustedKeys(folder, config, command.key);
  const elsewhere = new Map<string, string>();
  for (const file of command.checkpoint) elsewhere.set(file, await readFile(file, 'utf8').catch(() => refuse(file)));
  const { db, close } = openDatabase<ReadModelSchema>(config.databaseUrl, { max: 2 });
  let read = 0;
  try {
    const progress = () => `${read} events were verified.`;
    return await withEventLog({ url: config.eventStoreUrl, progress }, async (store) => {
      // The heads first: then the log contains what they name.
      const heads = await allHeads(db);
      const otherLog = await signOfOtherLog(db, store);
      const tree = await VerifiedTree.open(folder, keysOf(vkeys), elsewhere);
      const onProgress = (events: number) => print(`verified: ${(read = events)} events`);
      const report = await verifyLog({ store, tree, heads, onProgress });
      return printReport(report, vkeys, otherLog);
    });
  } finally {
    await close();
  }
}

function printReport(report: LogReport, vkeys: readonly string[], otherLog: string | undefined): number {
  const { findings, proven } = report;
  for (const finding of findings.slice(0, MAX_SENTENCES)) print(wordsOfFinding(finding));
  if (findings.length > MAX_SENTENCES) print(`… and ${findings.length - MAX_SENTENCES} more: ${kindsIn(findings)}.`);
  if (otherLog) print(`The read models were built from another log, or from a later state of this one: ${otherLog}.`);
  print(wordsOfReport(report));
  print(`Trusted keys: ${vkeys.join(', ')}`);
  return findings.length === 0 && proven !== undefined && otherLog === undefined ? 0 : 1;
}

function kindsIn(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

async function trustedKeys(
  folder: TreeFolder,
  { tlogKey, tlogFormerSigners = [], publicOrigin }: CommandConfig,
  given: readonly string[],
): Promise<readonly string[]> {
  const own = tlogKey === undefined ? [] : [(await treeSigner(folder, tlogKey, publicOrigin)).vkey];
  const keys = [...own, ...tlogFormerSigners, ...given];
  if (keys.length === 0)
    throw new Error('TLOG_KEY is not set: name the public key of the log with --key, from where you have kept it.');
  return keys;
}

function keysOf(vkeys: readonly string[]) {
  try {
    return checkpointKeys(vkeys);
  } catch (error) {
    throw error instanceof InvalidNote
      ? new Error(`A public key cannot be used: ${error.message}.`, { cause: error })
      : error;
  }
}

function refuse(file: string): never {
  throw new Error(`${file} cannot be read.`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
