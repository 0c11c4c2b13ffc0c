import { isKnownEvent, storageNameIn, UnknownEvent } from '@throughline/domain';
import {
  entryOf,
  EntryProver,
  type EventStore,
  NotProven,
  parseEntry,
  type ProvenLog,
  type StoredEvent,
  type TreeFolder,
  verifyChain,
} from '@throughline/event-store';
import {
  HISTORY_CATEGORIES,
  placesOfViewings,
  readHeads,
  type ReadModelSchema,
  readViewingsAt,
  type StoredViewing,
  viewingLog,
} from '@throughline/read-models';
import type { Kysely } from 'kysely';
import { type EventRecord, fileNamedBy } from './evidence-format.js';

/** A sentence for an operator: something is not as it was signed, so nothing is exported. */
export class NotAsSigned extends Error {
  override readonly name = 'NotAsSigned';

  constructor(sentence: string) {
    super(`${sentence} Run “audit verify”. Nothing was exported.`);
  }
}

/** A sentence for an operator: what is to be exported will be signed within a minute. */
export class NotSignedYet extends Error {
  override readonly name: string = 'NotSignedYet';
}

/** The access log has no checkpoint yet, because nobody has looked at anything in this portal. */
export class NobodyLooked extends NotSignedYet {
  override readonly name = 'NobodyLooked';
}

interface Sources {
  readonly store: EventStore;
  readonly db: Kysely<ReadModelSchema>;
  readonly folders: Readonly<Record<ProvenLog, TreeFolder>>;
}

/** Viewings that are read at once. */
const PAGE_SIZE = 500;

/**
 * The signed events and viewings of a referral or a recertification. Each is compared with its entry in the tree, and each stream with its
 * chain: what is exported is as it was signed.
 */
export class CaseEvidence {
  private constructor(
    private readonly db: Kysely<ReadModelSchema>,
    readonly caseId: string,
    readonly provers: Readonly<Record<ProvenLog, EntryProver>>,
    /** In the order of the log. */
    readonly events: readonly StoredEvent[],
    /** Of the viewings, in order. */
    readonly viewings: readonly number[],
    /** Of the last viewing that is signed, of any case. */
    readonly lastViewing: number,
    /** How many are not signed yet, and are left out. */
    readonly unsigned: { readonly events: number; readonly viewings: number },
  ) {}

  /** @throws NotAsSigned; NotSignedYet; NobodyLooked; UnknownEvent */
  static async gather({ store, db, folders }: Sources, caseId: string): Promise<CaseEvidence> {
    const ofEvents = await EntryProver.open(folders.log).catch((error: unknown) => {
      throw error instanceof NotProven ? new NotSignedYet(`${error.message} Nothing was exported.`) : error;
    });
    const lastEvent = await ofEvents.lastPosition();
    const positions = await positionsOfEvents(store, db, caseId);
    const signed = positions.filter((position) => position <= lastEvent);
    if (positions.length === 0) throw new Error(`There is no referral and no recertification ${caseId}.`);
    if (signed.length === 0)
      throw new NotSignedYet(`Nothing of ${caseId} is signed yet: repeat the command in a minute.`);
    const events: StoredEvent[] = [];
    for (const position of signed) events.push(await signedEvent(store, ofEvents, position));
    const ofViewings = await EntryProver.open(folders['access-log']).catch((error: unknown) => {
      throw error instanceof NotProven ? new NobodyLooked() : error;
    });
    const lastViewing = await ofViewings.lastPosition();
    const all = await placesOfViewings(db, { caseId, upTo: Number.MAX_SAFE_INTEGER });
    if (all.unknownFollower !== undefined)
      throw new NotAsSigned(`The access log does not say any more who followed live rows (${all.unknownFollower}).`);
    const viewings = all.positions.filter((position) => position <= lastViewing);
    const unsigned = { events: positions.length - signed.length, viewings: all.positions.length - viewings.length };
    const provers = { log: ofEvents, 'access-log': ofViewings };
    return new CaseEvidence(db, caseId, provers, events, viewings, lastViewing, unsigned);
  }

  /** All viewings, a page at a time. */
  async *readViewings(): AsyncGenerator<readonly StoredViewing[], void, void> {
    const log = viewingLog(this.db);
    for (let from = 0; from < this.viewings.length; from += PAGE_SIZE) {
      const positions = this.viewings.slice(from, from + PAGE_SIZE);
      const page = await readViewingsAt(this.db, positions);
      if (page.length < positions.length) throw new NotAsSigned('A viewing was removed while it was read.');
      for (const viewing of page)
        await requireSigned(this.provers['access-log'], 'viewing', viewing.position, log.entryOf(viewing));
      yield page;
    }
  }

  /** The files that events name, and the bytes' name in the file store. */
  get files(): readonly { readonly event: StoredEvent; readonly storageName: string }[] {
    return this.events.flatMap((event) => {
      const storageName = storageNameIn(event);
      return storageName === null || !fileNamedBy(event as EventRecord) ? [] : [{ event, storageName }];
    });
  }
}

/** The places of all events of the case, whose chains are verified. */
async function positionsOfEvents(
  store: EventStore,
  db: Kysely<ReadModelSchema>,
  caseId: string,
): Promise<readonly number[]> {
  const streams = HISTORY_CATEGORIES.map((category) => `${category}-${caseId}`);
  const heads = await readHeads(db, streams);
  const positions: number[] = [];
  for (const stream of streams) {
    const report = await verifyChain(store, stream, heads.get(stream));
    if (!report.ok) throw new NotAsSigned(`The chain of ${stream} is broken at event ${report.revision}.`);
    for await (const event of store.readStream(stream)) {
      if (!isKnownEvent(event)) throw new UnknownEvent(event.type);
      positions.push(event.position);
    }
  }
  return positions.sort((one, other) => one - other);
}

async function signedEvent(store: EventStore, prover: EntryProver, position: number): Promise<StoredEvent> {
  for await (const event of store.readStored({ after: position - 1, atMost: 1 })) {
    await requireSigned(prover, 'event', position, entryOf(event));
    return event;
  }
  throw new NotAsSigned(`The event at position ${position} was removed while it was read.`);
}

async function requireSigned(prover: EntryProver, noun: string, position: number, entry: string): Promise<void> {
  const signed = await prover.entryAt(position).catch((error: unknown) => {
    if (error instanceof NotProven) throw new NotAsSigned(`The ${noun} at position ${position}: ${error.message}`);
    throw error;
  });
  if (signed.text === entry) return;
  const { stream, revision } = parseEntry(signed.text) ?? { stream: '', revision: 0 };
  throw new NotAsSigned(
    `${noun === 'event' ? 'Event' : 'Viewing'} ${revision} of ${stream} at position ${position} is not as it was signed.`,
  );
}
