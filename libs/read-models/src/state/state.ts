import { type DomainEvent, READ_AS_STATE, wordsApart } from '@throughline/domain';
import { type Kysely, sql } from 'kysely';
import { entityOf, type Projection, rowPerEntity, viewOf } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

type Row = Record<string, unknown>;

interface StoredAs {
  readonly name: string;
  readonly key: string;
  readonly column: string;
}

interface StateDecider<State> {
  readonly category: string;
  readonly initialState: State;
}

interface ReadAsState {
  readonly version: number;
  readonly decider: StateDecider<unknown> & { readonly evolve: (state: never, event: never) => unknown };
  readonly table?: StoredAs;
}

/** Where the state of a noun is stored, and how a column's value is made of it. */
function storingOf(category: string, table?: StoredAs) {
  if (!table) {
    const stored = { name: `${wordsApart(category, '-')}-state`, key: 'id', column: 'state' };
    return { ...stored, valueOf: (state: unknown) => state, stateOf: (value: unknown) => value };
  }
  const { column } = table;
  return {
    ...table,
    valueOf: (state: unknown) => (state as Row)[column],
    stateOf: (value: unknown): unknown => ({ [column]: value }),
  };
}

/** A read model that has, by stream, the state that the decider of a noun folds. */
export function stateProjection({ version, decider, table }: ReadAsState): Projection<Row, Row> {
  const { category, initialState, evolve } = decider;
  const { name, key, column, valueOf, stateOf } = storingOf(category, table);
  const fold = evolve as (state: unknown, event: DomainEvent) => unknown;
  return rowPerEntity<Row, DomainEvent>({
    name,
    version,
    categories: [category],
    key,
    columns: { [key]: 'text', [column]: 'json' },
    evolve: (before, event) => ({
      [key]: entityOf(event.stream),
      [column]: valueOf(fold(before ? stateOf(before[column]) : initialState, event)),
    }),
  });
}

/** The projections of all nouns in `READ_AS_STATE`. */
export const stateProjections = Object.values<ReadAsState>(READ_AS_STATE).map(stateProjection);

/** The line of a noun in `READ_AS_STATE`. @throws Error: it has none, so nothing projects its state. */
export function requireReadAsState({ category }: Pick<StateDecider<unknown>, 'category'>): ReadAsState {
  const line = (READ_AS_STATE as Readonly<Record<string, ReadAsState>>)[category];
  if (!line) throw new Error(`${category} is read as its state, and has no line in READ_AS_STATE.`);
  return line;
}

/** The states of a noun's streams by their ids, as far as they are projected. `only`: the id of one of them; left out: all. */
export async function readStatesOf<State>(
  db: Kysely<ReadModelSchema>,
  decider: StateDecider<State>,
  only?: string,
): Promise<Readonly<Record<string, State>>> {
  const { name, key, column, stateOf } = storingOf(decider.category, requireReadAsState(decider).table);
  const where = only === undefined ? sql`` : sql`where ${sql.ref(key)} = ${only}`;
  const { rows } = await sql<{ id: string; value: unknown }>`
    select ${sql.ref(key)} as id, ${sql.ref(column)} as value from ${sql.table(viewOf(name))} ${where}`.execute(db);
  return Object.fromEntries(rows.map(({ id, value }) => [id, stateOf(value) as State]));
}

/** The state of a stream, as far as it is projected. */
export const readStateOf = async <State>(
  db: Kysely<ReadModelSchema>,
  decider: StateDecider<State>,
  id: string,
): Promise<State> => (await readStatesOf(db, decider, id))[id] ?? decider.initialState;
