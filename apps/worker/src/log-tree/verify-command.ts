import { readFile } from 'node:fs/promises';
import {
  beginsWith,
  cosignedCheckpoint,
  forgetVerifiedPart,
  InvalidNote,
  isCosignedBy,
  type LogReport,
  NotProven,
  type OnProgress,
  type OpenedCheckpoint,
  openTreeFolder,
  parseVerifier,
  type ProvenLog,
  readVerifiedPart,
  readWitnesses,
  type TreeFolder,
  treeSigner,
  VerifiedTree,
  verifyEntryProof,
  verifyEvents,
  verifyLog,
  writeVerifiedPart,
} from '@throughline/event-store';
import { commandConfig, type Config, loadConfig, openDatabase, openFileStore } from '@throughline/platform';
import {
  allHeads,
  projections,
  type ReadModelSchema,
  signOfOtherLog,
  viewingLog,
  wordsOfModelFinding,
} from '@throughline/read-models';
import { withEventLog } from '../engines/with-event-log.js';
import {
  momentOf,
  sentencesOf,
  wordsOfFile,
  wordsOfFiles,
  wordsOfFinding,
  wordsOfProof,
  wordsOfReport,
  wordsOfWitness,
} from './finding-words.js';
import { keysOf, trustedKeys } from './trusted-keys.js';
import { verifyFiles } from './verify-files.js';
import { verifyReadModels, wordsOfReadModels } from './verify-read-models.js';

interface VerifyCommand {
  /** Public keys that are trusted besides those of the configuration. */
  readonly key: readonly string[];
  /** Files with checkpoints that were kept elsewhere. */
  readonly checkpoint: readonly string[];
  /** A file with the proof of one entry, which alone is verified then. */
  readonly proof?: string | undefined;
  /** Forgets what a run that was interrupted has verified. */
  readonly fromStart?: boolean | undefined;
}

/**
 * `audit verify`: verifies the whole log of events, the whole access log, the files that events name and the read models, and prints what
 * was altered and what is proven. Resolves with the exit code: 0 if everything is as it was signed.
 */
export async function verifyLogByCommand(
  command: VerifyCommand,
  { env }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  if (command.proof !== undefined) return verifyProof(command.proof, command.key, env);
  const config = commandConfig(env);
  const folders = [openTreeFolder(config.tlogUrl), openTreeFolder(config.tlogUrl, 'access-log')] as const;
  const vkeys = await trustedKeys(folders, config, command.key);
  const elsewhere = await readElsewhere(command.checkpoint);
  const { db, close } = openDatabase<ReadModelSchema>(config.databaseUrl, { max: 2 });
  // A checkpoint that was kept elsewhere is compared with all records before it.
  const fromStart = command.fromStart === true || command.checkpoint.length > 0;
  // Before the logs are read, so that a wrong address does not cost their report.
  const fileStore = await openFileStore(config.filesUrl);
  let read = 0;
  const cosigned: string[] = [];
  let hasAlarm = false;
  const signerOf = async (folder: TreeFolder) =>
    config.tlogKey === undefined ? undefined : treeSigner(folder, config.tlogKey, config.publicOrigin);
  const begin = async (folder: TreeFolder, noun: LogReport['noun']) => {
    const witnessed = await witnessedCheckpoints(folder, config.tlogWitnesses, noun);
    cosigned.push(...witnessed.words);
    hasAlarm ||= witnessed.hasAlarm;
    const notes = new Map([...elsewhere[folder.log], ...witnessed.notes]);
    const tree = await VerifiedTree.open(folder, keysOf(vkeys, folder.log), notes);
    const after = await resume(tree, { folder, vkeys, noun, fromStart, checkpoints: witnessed.checkpoints });
    const signer = await signerOf(folder);
    const onProgress: OnProgress = async (records, sound) => {
      print(`verified: ${(read = records)} ${noun}s`);
      if (!sound || !signer) return;
      const checkpoint = { ...sound.checkpoint, at: new Date() };
      // Where it cannot be kept, an interrupted run begins at the start.
      await writeVerifiedPart(folder, signer, { checkpoint, position: sound.position }).catch(() => undefined);
    };
    return { tree, after, onProgress };
  };
  try {
    const progress = () => `${read} events were verified.`;
    return await withEventLog({ url: config.eventStoreUrl, progress }, async (store) => {
      // The heads first: then the log contains what they name.
      const heads = await allHeads(db);
      const otherLog = await signOfOtherLog(db, store);
      const events = await verifyEvents({ store, heads, ...(await begin(folders[0], 'event')) });
      printFindings(events);
      if (otherLog)
        print(`The read models were built from another log, or from a later state of this one: ${otherLog}.`);
      const viewings = await verifyLog({ log: viewingLog(db), ...(await begin(folders[1], 'viewing')) });
      printFindings(viewings);
      print(wordsOfReport(events));
      print(wordsOfReport(viewings));
      const files = await verifyFiles({
        store,
        files: fileStore,
        onProgress: (count) => print(`verified: ${count} files`),
      });
      print(...sentencesOf(files.findings, wordsOfFile, ({ found }) => found));
      const models = otherLog
        ? undefined
        : await verifyReadModels({
            comparing: { db, store, projections },
            kept: { folder: folders[0], vkeys, signer: await signerOf(folders[0]) },
            proven: isSound(events) && !fromStart ? events.proven : undefined,
            now: () => new Date(),
            print,
          });
      print(...sentencesOf(models?.findings ?? [], wordsOfModelFinding, ({ kind }) => kind));
      for (const folder of folders) await forgetVerifiedPart(folder).catch(() => undefined);
      print(...cosigned);
      print(wordsOfFiles(files));
      if (models) print(wordsOfReadModels(models));
      print(`Trusted keys: ${vkeys.join(', ')}`);
      const isAltered = [files, models].some((compared) => compared && compared.findings.length > 0);
      return isSound(events) && isSound(viewings) && !isAltered && otherLog === undefined && !hasAlarm ? 0 : 1;
    });
  } finally {
    await close();
  }
}

interface Resume {
  readonly folder: TreeFolder;
  readonly vkeys: readonly string[];
  readonly noun: LogReport['noun'];
  readonly fromStart: boolean | undefined;
  /** What witnesses have cosigned. */
  readonly checkpoints: readonly OpenedCheckpoint[];
}

/** Resolves with the position after which to go on: 0 unless a run was interrupted. */
async function resume(tree: VerifiedTree, { folder, vkeys, noun, fromStart, checkpoints }: Resume): Promise<number> {
  const part = fromStart ? undefined : await readVerifiedPart(folder, vkeys);
  if (!part) return 0;
  // The verified part is signed with the key of the log alone, so it must also begin with what the witnesses have cosigned.
  for (const one of checkpoints)
    if (one.size <= part.checkpoint.size && !(await beginsWith(folder, part.checkpoint, one))) return 0;
  if (!(await tree.resume(part.checkpoint))) return 0;
  const until = momentOf(part.checkpoint.at);
  print(
    `The first ${part.checkpoint.size} ${noun}s were verified by ${until}, in a run that was interrupted. “--from-start” reads them again.`,
  );
  return part.position;
}

interface Witnessed extends Pick<Resume, 'checkpoints'> {
  /** By where it was found. */
  readonly notes: ReadonlyMap<string, string>;
  /** A sentence for each witness. */
  readonly words: readonly string[];
  /** A witness saw another log than the one that is there now. */
  readonly hasAlarm: boolean;
}

/** The newest checkpoint that each witness of the configuration has cosigned. */
async function witnessedCheckpoints(
  folder: TreeFolder,
  witnesses: Config['tlogWitnesses'] = [],
  noun: LogReport['noun'],
): Promise<Witnessed> {
  const states = await readWitnesses(folder);
  const notes = new Map<string, string>();
  const checkpoints: OpenedCheckpoint[] = [];
  const words: string[] = [];
  let hasAlarm = false;
  for (const { vkey } of witnesses) {
    const verifier = parseVerifier(vkey, { timed: true });
    const state = states.find(({ name }) => name === verifier.name);
    const checkpoint = state && cosignedCheckpoint(state);
    const isCosigned = checkpoint !== undefined && isCosignedBy(state!.note!, verifier);
    if (isCosigned) {
      checkpoints.push(checkpoint);
      notes.set(`the cosignature of ${verifier.name}`, state!.note!);
    }
    const of = { name: verifier.name, noun, failure: state?.failure };
    words.push(wordsOfWitness({ ...of, checkpoint: isCosigned ? checkpoint : undefined }));
    hasAlarm ||= state?.failure?.isAlarm ?? false;
  }
  return { notes, checkpoints, words, hasAlarm };
}

/** Verifies the proof of one entry, which `audit prove` printed, with the keys alone. */
async function verifyProof(file: string, given: readonly string[], env?: NodeJS.ProcessEnv): Promise<number> {
  const proof = await readGiven(file);
  const log = /\n\n[^\n]*\/access-log\n/.test(proof) ? 'access-log' : 'log';
  const config = loadConfig(env);
  const vkeys = await trustedKeys([openTreeFolder(config.tlogUrl, log)], config, given);
  try {
    print(wordsOfProof(verifyEntryProof(proof, keysOf(vkeys, log)), log === 'log' ? 'event' : 'viewing'));
  } catch (error) {
    if (!(error instanceof NotProven || error instanceof InvalidNote)) throw error;
    print(`${file} proves nothing: ${error.message.replace(/\.$/, '')}.`);
    return 1;
  }
  print(`Trusted keys: ${vkeys.join(', ')}`);
  return 0;
}

/** A new portal may have been looked at by nobody. */
const isSound = ({ findings, proven, records, noun }: LogReport): boolean =>
  findings.length === 0 && (proven !== undefined || (noun === 'viewing' && records === 0));

const printFindings = ({ findings, noun }: LogReport): void =>
  print(
    ...sentencesOf(
      findings,
      (finding) => wordsOfFinding(finding, noun),
      ({ kind }) => kind,
    ),
  );

/** Checkpoints that were kept elsewhere, of either log, by their file. */
async function readElsewhere(files: readonly string[]): Promise<Readonly<Record<ProvenLog, Map<string, string>>>> {
  const notes = { log: new Map<string, string>(), 'access-log': new Map<string, string>() };
  for (const file of files) {
    const note = await readGiven(file);
    notes[/^[^\n]*\/access-log\n/.test(note) ? 'access-log' : 'log'].set(file, note);
  }
  return notes;
}

const readGiven = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read.`);
  });

function print(...lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
