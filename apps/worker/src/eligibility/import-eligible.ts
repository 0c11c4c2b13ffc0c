import type { Readable } from 'node:stream';
import {
  eligibilityDecider,
  type EligiblePatient,
  eligiblePatientKey,
  type ImportCount,
  type ImportFault,
  type RewardProgramme,
} from '@throughline/domain';
import {
  derivedCommandId,
  type EventStore,
  handleCommand,
  StagedLog,
  WrongExpectedRevision,
  systemContext,
} from '@throughline/event-store';
import { keyedHash } from '@throughline/platform';
import { memberRows } from './member-rows.js';

/** Namespace of the commands' ids, which follow from the member: never change it. */
const IMPORT = '6f9dcb8e-51a5-4a39-9f0a-0a6d0c6f3c57';
/** Rows that are appended concurrently: enough to fill every group that the log commits together. */
const CONCURRENT_ROWS = 512;
/** Bad rows that are named; of more than that only the number is kept. */
const NAMED = 1_000;

export interface ImportEligible {
  readonly store: EventStore;
  /** ELIGIBILITY_KEY */
  readonly key: string;
  /** Closed at the end, also when it was not read to its own. */
  readonly file: Readable;
  /** Of every row; null: each names its own. */
  readonly programme: RewardProgramme | null;
  readonly at: Date;
  /** After each batch; throwing ends the import. */
  readonly onProgress?: (report: ImportReport) => Promise<void> | void;
}

export interface ImportReport extends ImportCount {
  /** The first of the bad rows. */
  readonly faults: readonly ImportFault[];
}

/**
 * Registers the members in a health plan's file. The file is read as a stream; as many are appended at once as the log commits at once.
 * A file can be imported again: it registers no member twice and undoes no redemption. Throws `UnreadableFile`.
 */
export async function importEligible(options: ImportEligible): Promise<ImportReport> {
  try {
    return await registerAll(options);
  } finally {
    options.file.destroy();
  }
}

async function registerAll(options: ImportEligible): Promise<ImportReport> {
  const { store, file, programme, onProgress } = options;
  const faults: ImportFault[] = [];
  const count = { rows: 0, registered: 0, known: 0, bad: 0 };
  // All that was in the log before a batch lies at or below this: a member whose event does was known.
  let reached = await store.head();
  let batch: EligiblePatient[] = [];

  async function flush(): Promise<void> {
    const members = new Map(batch.map((patient) => [idOf(options.key, patient), patient]));
    const positions = await Promise.all([...members].map(([id, patient]) => register(options, id, patient)));
    const registered = positions.filter((position) => position !== null && position > reached).length;
    count.registered += registered;
    count.known += batch.length - registered;
    reached = positions.reduce<number>((highest, position) => Math.max(highest, position ?? 0), reached);
    batch = [];
    await onProgress?.({ ...count, faults });
  }

  for await (const row of memberRows(file, programme)) {
    count.rows++;
    if ('patient' in row) batch.push(row.patient);
    else if (++count.bad <= NAMED) faults.push(row);
    if (count.rows % CONCURRENT_ROWS === 0) await flush();
  }
  await flush();
  return { ...count, faults };
}

const idOf = (key: string, patient: EligiblePatient) => keyedHash(key, eligiblePatientKey(patient));

/**
 * The member's stream begins, in one append without a look at the log: the same event under the same id is the one of the first
 * time. Answers with its position; null where another way of registering was first.
 */
async function register(
  { store, at }: ImportEligible,
  eligiblePatientId: string,
  { programme }: EligiblePatient,
): Promise<number | null> {
  const staged = new StagedLog();
  const commandId = derivedCommandId(IMPORT, eligiblePatientId);
  const time = at.toISOString();
  await handleCommand(staged, {
    decider: eligibilityDecider,
    id: eligiblePatientId,
    command: { type: 'RegisterEligiblePatient', data: { eligiblePatientId, programme, at: time } },
    context: systemContext(commandId, time),
  });
  let position: number | null = null;
  const append: EventStore['append'] = async (stream, expected, events) => {
    const written = await store.append(stream, expected, events);
    position = written.position;
    return written;
  };
  try {
    await staged.flush({ append });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  return position;
}
