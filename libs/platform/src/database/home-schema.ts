import type { ClientBase } from 'pg';

/**
 * Makes the names of this connection refer to the product's tables in the same schema at every start, and creates new tables there.
 *
 * PostgreSQL's default `search_path` begins with the schema that has the role's name. If the product itself makes a schema with the name of
 * the role (`identity`), or an administrator makes one later, the role would look in that schema from then on, find no tables and create
 * them again. So the schema that has the oldest table of migrations is searched first. A database without one gets its tables in `public`
 * if that is searched and the role may create tables there, otherwise where the role's `search_path` says.
 */
export async function chooseHomeSchema(client: ClientBase, timeoutMs: number): Promise<void> {
  const ask = async <Row extends object>(text: string, values: unknown[] = []): Promise<readonly Row[]> =>
    // The driver has a timeout per query, which its type does not declare.
    (await client.query<Row>({ text, values, query_timeout: timeoutMs } as { text: string; values: unknown[] })).rows;

  const searched = await ask<{ schema: string; quoted: string; migrated: boolean; open: boolean }>(
    `select schema, quote_ident(schema) as quoted, to_regclass(quote_ident(schema) || '.platform_migration') is not null as migrated,
       has_schema_privilege(schema, 'create') as open
     from unnest(current_schemas(false)) with ordinality as searched (schema, number) order by number`,
  );
  const migrated = searched.filter((one) => one.migrated);
  let home = migrated[0] ?? searched.find(({ schema, open }) => schema === 'public' && open) ?? searched[0];
  if (migrated.length > 1) {
    // A start of an earlier release may have created tables in another schema.
    const [oldest] = await ask<{ quoted: string }>(
      `${migrated.map(({ quoted }, number) => `select '${quoted.replaceAll("'", "''")}' as quoted, ${number} as number, min(applied_at) as since from ${quoted}.platform_migration`).join(' union all ')}
       order by since nulls last, number limit 1`,
    );
    home = migrated.find(({ quoted }) => quoted === oldest?.quoted);
  }
  if (home === undefined) return;
  // Set even if it is the first one already: a schema with the role's name may be created while the connection is open.
  await ask(`select set_config('search_path', $1 || ', ' || current_setting('search_path'), false)`, [home.quoted]);
}
