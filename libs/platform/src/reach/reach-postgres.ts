import pg from 'pg';
import { reach } from './unreachable.js';

/**
 * Signs in to the database and asks it something.
 * @throws Unreachable within about 4 s
 */
export async function reachPostgres(url: string): Promise<void> {
  let client: pg.Client | undefined;
  await reach(async () => {
    client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('select 1');
  }).finally(() => void client?.end().catch(() => undefined));
}
