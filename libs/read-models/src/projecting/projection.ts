import { type DomainEvent, isKnownEvent, type Recorded, UnknownEvent } from '@throughline/domain';
import type { ColumnType as Column } from 'kysely';

/** Written as ISO 8601, read as a Date. */
export type Timestamp = Column<Date, string>;

/** A PostgreSQL type that a JSON value can be read into. */
export type ColumnType = 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz' | 'text[]' | 'json';

export interface RowTable<Row> {
  readonly key: keyof Row & string;
  /** The first column of an index, by which the rows of an entity are read together where their keys do not begin alike. */
  readonly together?: keyof Row & string;
  /** A new column goes at the end. It needs no new version if it is null for all older events: it is then added to the existing table. */
  readonly columns: { readonly [Name in keyof Row & string]-?: ColumnType };
  /**
   * The part of `create index` after its name: `on {table} …`. A rebuild creates the indexes after the rows. A new index goes at the end
   * and needs no new version: it is created where it is missing.
   */
  readonly indexes: (table: string) => readonly string[];
}

/** A change that is sent live to the people who may see `topic` as one of `audience`. */
export interface FeedEntry {
  readonly topic: string;
  readonly key: string;
  readonly audience: readonly string[];
  readonly row: object;
}

/** One unit in a count that is kept beside the rows, so that a list's counts do not read the list. */
export interface TallyUnit {
  readonly scope: string;
  readonly label: string;
}

/**
 * A read model as a pure fold: from the events of one entity, in log order, to a state; from the state to rows and to the changes that are
 * sent live. The entity of an event is the id of its stream, so a model may fold several streams of one referral.
 *
 * To change any of this, add the next `version` beside the old one in `projections.ts`: it is built, and switched to when it has caught up,
 * while the old one stays live.
 */
export interface Projection<State = unknown, Row extends object = object> {
  /** The question that it answers, in kebab-case: `task-queue` is stored in `task_queue_v{version}` and read as `task_queue`. */
  readonly name: string;
  readonly version: number;
  /** Stream categories that it folds. */
  readonly categories: readonly string[];
  readonly evolve: (state: State | undefined, event: Recorded) => State | undefined;
  readonly table: RowTable<Row>;
  /** The rows of the entity. A row is never removed again. */
  readonly rows: (state: State) => readonly Row[];
  /**
   * `rows` and `feed` leave out what will not change again, so that the rows after every single event must be merged; without it, those
   * after the last event of a batch suffice. Not for a model with a tally.
   */
  readonly leavesOutFinishedRows?: true;
  readonly feed?: (state: State) => readonly FeedEntry[];
  readonly tally?: (row: Row) => readonly TallyUnit[];
}

type RowPerEntity<Row extends object, Event extends DomainEvent> = Omit<
  Projection<Row, Row>,
  'table' | 'rows' | 'evolve'
> &
  Omit<RowTable<Row>, 'indexes'> &
  Partial<Pick<RowTable<Row>, 'indexes'>> & {
    /** `Event`: the events of the categories that the projection reads. */
    readonly evolve: (row: Row | undefined, event: Recorded<Event>) => Row | undefined;
  };

/** A read model of which the state of an entity is its row. */
export const rowPerEntity = <Row extends object, Event extends DomainEvent>({
  key,
  columns,
  indexes = () => [],
  evolve,
  ...projection
}: RowPerEntity<Row, Event>): Projection<Row, Row> => ({
  ...projection,
  evolve: (row, event) => evolve(row, event as Recorded as Recorded<Event>),
  table: { key, columns, indexes },
  rows: (row) => [row],
});

/** The same projection without its types, for lists of several projections. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each is checked where it is defined; the runner treats state and rows as opaque
export type AnyProjection = Projection<any, any>;

/**
 * The projection, except that it throws on an event of a later release, whose meaning is unknown, even if its fold would ignore the event.
 */
export function knownEventsOnly(projection: AnyProjection): AnyProjection {
  return {
    ...projection,
    evolve: (state, event) => {
      if (!isKnownEvent(event)) throw new UnknownEvent(event.type);
      return projection.evolve(state, event) as unknown;
    },
  };
}

export function tableOf({ name, version }: Pick<AnyProjection, 'name' | 'version'>): string {
  return `${viewOf(name)}_v${version}`;
}

/** The view that queries read; it shows the active version. */
export function viewOf(name: string): string {
  return name.replaceAll('-', '_');
}

export function categoryOf(stream: string): string {
  return stream.slice(0, stream.indexOf('-'));
}

export function entityOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}
