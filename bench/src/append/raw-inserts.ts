import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { BenchEvent, Writer } from './writers.js';

export interface RawInserts {
  writers(count: number, event: () => BenchEvent): readonly Writer[];
  close(): Promise<void>;
}

interface Waiting {
  readonly row: readonly [stream: string, revision: number, type: string, data: string, metadata: string];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const CREATE = `create table raw_event (position bigint generated always as identity, stream text not null, revision integer not null,
  type text not null, data jsonb not null, metadata jsonb not null)`;

const INSERT = `insert into raw_event (stream, revision, type, data, metadata)
  select * from unnest($1::text[], $2::integer[], $3::text[], $4::jsonb[], $5::jsonb[])`;

/**
 * The most that the disk and the driver allow: events that arrive during an insert go into the next one, which is prepared and has many
 * rows. There is no index, no expected revision, and no order among several writers of the table.
 */
export async function openRawInserts(connectionString: string): Promise<RawInserts> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(CREATE);
  let waiting: Waiting[] = [];
  let running = false;

  async function drain(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const values = [0, 1, 2, 3, 4].map((column) => batch.map(({ row }) => row[column]));
      await client.query({ name: 'insert', text: INSERT, values }).then(
        () => batch.forEach(({ resolve }) => resolve()),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      );
      await new Promise(setImmediate); // writers that were just answered append again
    }
    running = false;
  }

  return {
    writers: (count, event) =>
      Array.from({ length: count }, () => {
        const stream = `cookie-${randomUUID()}`;
        return (n) =>
          new Promise<void>((resolve, reject) => {
            const { type, data, metadata } = event();
            const row = [stream, n, type, JSON.stringify(data), JSON.stringify(metadata)] as const;
            waiting.push({ row, resolve, reject });
            if (!running) setImmediate(() => running || void drain());
          });
      }),
    close: () => client.end(),
  };
}
