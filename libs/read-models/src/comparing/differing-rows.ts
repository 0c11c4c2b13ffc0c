import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import type { Advanced } from '../projecting/fold-batch.js';
import { type AnyProjection, tableOf } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { ModelFinding } from './comparing.js';

type Row = Readonly<Record<string, unknown>>;

interface Differing {
  readonly key: string;
  readonly missing: boolean;
  /** The columns of other types that differ. */
  readonly columns: readonly string[];
  /** The text of each `json` column where it is another text. PostgreSQL cannot compare what these texts mean. */
  readonly texts: Readonly<Record<string, string | null>>;
}

/** The rows of these entities that are missing, or not as they are folded. They are read by the conversion by which rows are saved. */
export async function differingRows(
  tx: Transaction<ReadModelSchema>,
  projection: AnyProjection,
  folded: readonly Advanced[],
): Promise<readonly ModelFinding[]> {
  const { key, columns } = projection.table;
  const expected = new Map<string, { readonly row: Row; readonly entity: string }>();
  for (const { entity, rows } of folded)
    for (const row of rows as readonly Row[]) expected.set(String(row[key]), { row, entity });
  if (expected.size === 0) return [];
  const table = tableOf(projection);
  const found = await findDiffering(
    tx,
    projection,
    [...expected.values()].map(({ row }) => row),
  );
  return found.flatMap(({ key: of, missing, columns: differing, texts }): ModelFinding[] => {
    const { row, entity } = expected.get(of)!;
    const place = { model: projection.name, table, entity, key: of };
    if (missing) return [{ ...place, kind: 'row-missing', columns: [] }];
    const documents = Object.entries(texts).filter(([name, text]) => !isSameJson(text, row[name]));
    const names = new Set([...differing, ...documents.map(([name]) => name)]);
    const inOrder = Object.keys(columns).filter((name) => names.has(name));
    return inOrder.length === 0 ? [] : [{ ...place, kind: 'row', columns: inOrder }];
  });
}

async function findDiffering(
  tx: Transaction<ReadModelSchema>,
  { table: { key, columns }, ...projection }: AnyProjection,
  rows: readonly Row[],
): Promise<readonly Differing[]> {
  const names = Object.entries(columns);
  const typed = names.map(([name, type]) => `${name} ${type}`).join(', ');
  const [documents, others] = [
    names.filter(([, type]) => type === 'json').map(([name]) => name),
    names.filter(([, type]) => type !== 'json').map(([name]) => name),
  ];
  const differs = (name: string) =>
    documents.includes(name)
      ? `stored.${name}::text is distinct from given.${name}::text`
      : `stored.${name} is distinct from given.${name}`;
  const differing = others.map((name) => `case when ${differs(name)} then '${name}' end`).join(', ');
  const texts = documents.map(
    (name) => `select '${name}' as name, stored.${name}::text as text where ${differs(name)}`,
  );
  const asObject = texts.length === 0 ? `'{}'::json` : `(select coalesce(json_object_agg(name, text), '{}') from (${texts.join(' union all ')}) as differing)`; // prettier-ignore
  const found = await sql<Differing>`
    select given.${sql.raw(key)}::text as key, stored.${sql.raw(key)} is null as missing,
           array_remove(array[${sql.raw(differing)}]::text[], null) as columns, ${sql.raw(asObject)} as texts
      from json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.raw(typed)})
      left join ${sql.table(tableOf(projection))} as stored on stored.${sql.raw(key)} = given.${sql.raw(key)}
     where ${sql.raw(names.map(([name]) => differs(name)).join(' or '))}`.execute(tx);
  return found.rows;
}

/** A key may stand at another place of the text. */
function isSameJson(text: string | null, value: unknown): boolean {
  const expected: unknown = JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(text === null ? null : JSON.parse(text), expected);
}
