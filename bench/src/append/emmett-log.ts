import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import pg from 'pg';
import type { BenchEvent, Writer } from './writers.js';

export interface EmmettLog {
  /** Writers with a stream each, which append one event at the expected revision. */
  writers(count: number, event: () => BenchEvent): readonly Writer[];
  close(): Promise<void>;
}

/** Emmett's store as its users open it, with one connection per writer, so that none waits for a connection. */
export async function openEmmettLog(connectionString: string, connections: number): Promise<EmmettLog> {
  const pool = new pg.Pool({ connectionString, max: connections });
  const store = getPostgreSQLEventStore(connectionString, { connectionOptions: { pool } });
  await store.schema.migrate();
  return {
    writers: (count, event) =>
      Array.from({ length: count }, () => {
        const stream = `cookie-${randomUUID()}`;
        return (n) =>
          store.appendToStream(stream, [event()], {
            expectedStreamVersion: n === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(n),
          });
      }),
    async close() {
      await store.close();
      if (!pool.ended) await pool.end();
    },
  };
}
