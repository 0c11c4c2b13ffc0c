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
  systemContext,
  WrongExpectedRevision,
} from '@throughline/event-store';
import { keyedHash } from '@throughline/platform';
import { memberRows } from './member-rows.js';

/** Rows that are appended concurrently: enough to fill every group that the log commits together. */
const CONCURRENT_ROWS = 512;
/** The maximum of bad rows that are listed; further ones are only counted. */
const NAMED = 1_000;

export interface ImportEligible {
  /** A UUID. An interrupted import that is run again under its id counts the members that it registered before. */
  readonly importId: string;
  readonly store: EventStore;
  /** ELIGIBILITY_KEY */
  readonly key: string;
  /** Closed at the end, even if it was not read completely. */
  readonly file: Readable;
  /** The programme of every row; null: each row names its own. */
  readonly programme: RewardProgramme | null;
  readonly at: Date;
  /** Called after each batch; throwing ends the import. */
  readonly onProgress?: (report: ImportReport) => Promise<void> | void;
}

export interface ImportReport extends ImportCount {
  /** The first bad rows. */
  readonly faults: readonly ImportFault[];
}

/**
 * Registers the members in a health plan's file. The file is read as a stream, and members are appended in groups of the size of a group commit.
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
  const { file, programme, onProgress } = options;
  const faults: ImportFault[] = [];
  const count = { rows: 0, registered: 0, known: 0, bad: 0 };
  // A batch is appended after the one before it, so the event of a member who is named again in a later batch is not above it.
  let reached = 0;
  let batch: EligiblePatient[] = [];

  async function flush(): Promise<void> {
    const members = new Map(batch.map((patient) => [eligiblePatientIdOf(options.key, patient), patient]));
    const answers = await Promise.all([...members].map(([id, patient]) => register(options, id, patient)));
    const positions = answers.filter((position) => position !== null);
    const registered = positions.filter((position) => position > reached).length;
    count.registered += registered;
    count.known += batch.length - registered;
    reached = Math.max(reached, ...positions);
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

const eligiblePatientIdOf = (key: string, patient: EligiblePatient) => keyedHash(key, eligiblePatientKey(patient));

/**
 * Starts the member's stream in one append without reading the log. The event's id follows from the import and the member, so the log takes it
 * again from this import only: of two imports that name a new member, one registers it. Resolves with the position of the event; null if
 * the member was registered in another way.
 */
async function register(
  { store, at, importId }: ImportEligible,
  eligiblePatientId: string,
  { programme }: EligiblePatient,
): Promise<number | null> {
  const staged = new StagedLog();
  const commandId = derivedCommandId(importId, eligiblePatientId);
  const time = at.toISOString();
  await handleCommand(staged, {
    decider: eligibilityDecider,
    id: eligiblePatientId,
    command: { type: 'RegisterEligiblePatient', data: { eligiblePatientId, programme, at: time } },
    context: { ...systemContext(commandId, time), correlationId: importId },
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
