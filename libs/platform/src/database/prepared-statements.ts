import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** PostgreSQL's code for a statement whose tables have got other columns since it was prepared. */
const RESULT_CHANGED = '0A000';

/**
 * The pool for a small set of recurring statements: each one with parameters is parsed once per connection, and planned
 * once if a generic plan is as good (the server decides). Not for an unlimited number of texts, such as searches: the server keeps each
 * statement for the lifetime of the connection.
 */
export function preparingStatements(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => preparing(await pool.connect()),
    end: () => pool.end(),
  };
}

function preparing(client: pg.PoolClient): PostgresPoolClient {
  let outdated = false;
  let inTransaction = false;
  const query = async (text: string, values: readonly unknown[]) => {
    if (/^(begin|start transaction)/i.test(text)) inTransaction = true;
    if (values.length === 0) return client.query(text);
    try {
      return await client.query({ name: nameOf(text), text, values: [...values] });
    } catch (error) {
      if ((error as { code?: string }).code !== RESULT_CHANGED) throw error;
      outdated = true;
      if (inTransaction) throw error;
      return client.query(text, [...values]);
    }
  };
  return {
    // The other overload takes a cursor, which is used only by a dialect with a cursor.
    query: query as unknown as PostgresPoolClient['query'],
    // A connection with an outdated statement would fail again.
    release: () => client.release(outdated),
  };
}

const names = new Map<string, string>();

/** Short, because PostgreSQL truncates names at 63 bytes. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}
