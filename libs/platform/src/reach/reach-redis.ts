import { Redis } from 'ioredis';
import { reach } from './unreachable.js';

/**
 * Signs in to Redis and chooses the database of the address.
 * @throws Unreachable within about 4 s
 */
export async function reachRedis(url: string): Promise<void> {
  let client: Redis | undefined;
  await reach(async () => {
    client = new Redis(url, { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null });
    // What went wrong comes here; the call itself says only that the connection is closed.
    const failed = new Promise<never>((_, reject) => client?.on('error', reject));
    // The driver keeps it to itself that there is no such database.
    const chosen = client.connect().then(() => client?.select(client.options.db ?? 0));
    chosen.catch(() => undefined);
    await Promise.race([chosen, failed]);
  }).finally(() => client?.disconnect());
}
