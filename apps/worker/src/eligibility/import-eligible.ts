import type { Readable } from 'node:stream';
import {
  type EligiblePatient,
  type ImportCount,
  type ImportFault,
  type OtherZerosDecision,
  type RewardProgramme,
  withoutLeadingZeros,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { withAdvisoryLock } from '@throughline/platform';
import type { Pool } from 'pg';
import { benefitIdsOf } from './benefit-ids.js';
import { FirstRows, type RowHashes } from './first-rows.js';
import { memberRows, type MemberRow } from './member-rows.js';
import { type LogFacts, readLogFacts } from './other-zeros.js';
import { type NamedMember, registerMember } from './register-member.js';

/** Rows that are appended concurrently: enough to fill every group that the log commits together. */
const CONCURRENT_ROWS = 512;
/** The maximum number of bad rows that are listed; further ones are only counted. */
const NAMED = 1_000;

export interface ImportEligible {
  /** A UUID. An interrupted import that is run again under its id counts the members that it registered before. */
  readonly importId: string;
  readonly store: EventStore;
  /** ELIGIBILITY_KEY */
  readonly key: string;
  /** Opens the file, which is read twice. Each stream is closed at the end, even if it was not read completely. */
  readonly open: () => Promise<Readable>;
  /** The programme of every row; null: each row names its own. */
  readonly programme: RewardProgramme | null;
  /** Whether a date of birth that differs from the registered one replaces it; otherwise it is a fault of its row. */
  readonly correctsDates: boolean;
  /** What to do about IDs that differ only in their leading zeros; null: each is a fault of its row. */
  readonly otherZeros: OtherZerosDecision | null;
  readonly at: Date;
  /** Aborting it ends the import before its next batch: it throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each batch; throwing ends the import. */
  readonly onProgress?: (report: ImportReport) => Promise<void> | void;
}

export interface ImportReport extends ImportCount {
  /** The first bad rows. */
  readonly faults: readonly ImportFault[];
}

/**
 * Registers the members in a health plan's file. The file is read as a stream, once to find the Medicaid IDs that it names with several
 * dates of birth or numbers of leading zeros, and once to append its members in groups of the size of a group commit. A file can be
 * imported again: it registers no member twice and undoes no redemption. Throws `UnreadableFile`.
 */
export async function importEligible(options: ImportEligible): Promise<ImportReport> {
  const firstRows = new FirstRows();
  for await (const row of rowsOf(options))
    firstRows.add(row, 'patient' in row ? hashesOf(options.key, row.patient) : undefined);
  return registerAll(options, { firstRows, ...(await readLogFacts(options.store, firstRows)) });
}

function hashesOf(key: string, patient: EligiblePatient): RowHashes {
  const digits = withoutLeadingZeros(patient.medicaidId);
  return {
    id: benefitIdsOf(key, patient).eligiblePatientId,
    withoutZeros: digits === null ? null : benefitIdsOf(key, { ...patient, medicaidId: digits }).datedId,
  };
}

async function* rowsOf({ open, programme }: ImportEligible): AsyncGenerator<MemberRow> {
  const file = await open();
  try {
    yield* memberRows(file, programme);
  } finally {
    file.destroy();
  }
}

interface Facts extends LogFacts {
  readonly firstRows: FirstRows;
}

async function registerAll(options: ImportEligible, facts: Facts): Promise<ImportReport> {
  const { key, onProgress } = options;
  const faults: ImportFault[] = [];
  const count = { rows: 0, registered: 0, known: 0, bad: 0 };
  let corrected = 0;
  // A batch is appended after the previous one, so an event at or below this position is from an earlier batch: the member is named twice.
  let reached = 0;
  let batch: NamedMember[] = [];
  let found: ImportFault[] = [];
  const report = (): ImportReport => ({ ...count, ...(corrected > 0 && { corrected }), faults });

  async function flush(): Promise<void> {
    options.signal?.throwIfAborted();
    const members = new Map(batch.toReversed().map((named) => [named.eligiblePatientId, named]));
    const outcomes = new Map(
      await Promise.all(
        [...members].map(async ([id, named]) => [id, await registerMember(options, facts, named)] as const),
      ),
    );
    const seen = new Set<string>();
    let highest = reached;
    for (const { eligiblePatientId, line } of batch) {
      const outcome = outcomes.get(eligiblePatientId)!;
      const isFirst = !seen.has(eligiblePatientId);
      seen.add(eligiblePatientId);
      if (typeof outcome === 'object' && 'fault' in outcome) found.push({ line, fault: outcome.fault });
      else if (!isFirst || outcome === 'known' || outcome.position <= reached) count.known++;
      else {
        if (outcome.as === 'registered') count.registered++;
        else corrected++;
        highest = Math.max(highest, outcome.position);
      }
    }
    reached = highest;
    count.bad += found.length;
    faults.push(...found.toSorted((one, other) => one.line - other.line).slice(0, NAMED - faults.length));
    batch = [];
    found = [];
    await onProgress?.(report());
  }

  for await (const row of rowsOf(options)) {
    count.rows++;
    const fault = 'patient' in row ? contradictionOf(row, row.patient) : row.fault;
    if ('patient' in row && fault === null) {
      const zeros = zerosContradicting(row.patient);
      batch.push({ line: row.line, patient: row.patient, unlessKnown: zeros, ...benefitIdsOf(key, row.patient) });
    } else found.push({ line: row.line, fault: fault ?? '' });
    if (count.rows % CONCURRENT_ROWS === 0) await flush();
  }
  await flush();
  return report();

  /** A contradiction between a row and other rows of the file. */
  function contradictionOf({ order }: MemberRow, patient: EligiblePatient): string | null {
    const { dayFirstLine } = facts.firstRows;
    if (order === 'either' && dayFirstLine !== null)
      return `DOB may have the day before the month, as line ${dayFirstLine} has. Write it as 1994-03-12.`;
    const otherDate = facts.firstRows.lineOfOtherDate(hashesOf(key, patient), patient);
    return otherDate === null
      ? null
      : `Line ${otherDate} has the same Medicaid ID with another date of birth. Neither is imported: keep the line that is right.`;
  }

  /** The fault of a row if another row has the same ID with other leading zeros, unless each of them is registered. */
  function zerosContradicting(patient: EligiblePatient): string | null {
    const line = facts.firstRows.lineOfOtherZeros(hashesOf(key, patient), patient);
    if (line === null || options.otherZeros === 'distinct') return null;
    return (
      `Line ${line} has the same Medicaid ID with another number of zeros before it, and the same date of birth. ` +
      'A spreadsheet program takes zeros away. Neither is imported: keep the line that is right, or, if they are two members, import both again and choose so.'
    );
  }
}

const LOCK = 'throughline/import-members';

/**
 * Runs an import while no other one runs on any node or from the command line. The log identifies an ID by its hash, so two imports that
 * name a member with different leading zeros would not notice each other (decision 95). Resolves with undefined if `signal` aborts before
 * its turn has come. `work` must stop when its own signal aborts, because the connection that holds the lock was lost.
 */
export const inTurn = <Result>(
  pool: Pool,
  work: (lost: AbortSignal) => Promise<Result>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Result | undefined> => withAdvisoryLock(pool, LOCK, work, signal ? { signal } : {});
