import { type DomainEvent, READ_AS_STATE, type StateReadAs } from '@throughline/domain';
import { type Kysely, sql } from 'kysely';
import { entityOf, type Projection, rowPerEntity, viewOf } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';

interface Row {
  id: string;
  state: unknown;
}

interface ReadAsState {
  readonly version: number;
  readonly decider: {
    readonly category: string;
    readonly initialState: unknown;
    readonly evolve: (state: never, event: never) => unknown;
  };
}

const nameOf = (category: string): string =>
  `${category.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-state`;

/** A read model that has, by stream, the state that the decider of a noun folds. */
export const stateProjection = ({
  version,
  decider: { category, initialState, evolve },
}: ReadAsState): Projection<Row, Row> =>
  rowPerEntity<Row, DomainEvent>({
    ...{ name: nameOf(category), version, categories: [category] },
    ...{ key: 'id', columns: { id: 'text', state: 'json' } },
    evolve: (before, event) => ({
      id: entityOf(event.stream),
      state: (evolve as (state: unknown, event: DomainEvent) => unknown)(before?.state ?? initialState, event),
    }),
  });

/** Of each noun that is read as its state. */
export const stateProjections = Object.values(READ_AS_STATE).map(stateProjection);

/** The state of a stream, as far as it is projected. */
export async function readStateOf<C extends keyof typeof READ_AS_STATE>(
  db: Kysely<ReadModelSchema>,
  category: C,
  id: string,
): Promise<StateReadAs<C>> {
  const view = sql.table(viewOf(nameOf(category)));
  const { rows } = await sql<{ state: StateReadAs<C> }>`select state from ${view} where id = ${id}`.execute(db);
  return rows[0]?.state ?? (READ_AS_STATE[category].decider.initialState as StateReadAs<C>);
}
